import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { ACCESS_MESSAGES, notesForm } from '../../../domain/access/notes.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import classes from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = { notes: string; opened: boolean; onClose: () => void }

/** The captain writes how to get into the building. Empty removes it. Product 1.4 */
export function NotesDialog({ notes, opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title="Access Notes"
      lead="How vendors get in: a door code, where the key is, whom to call."
    >
      <NotesForm notes={notes} onClose={onClose} />
    </FormDialog>
  )
}

function NotesForm({ notes, onClose }: Omit<Props, 'opened'>) {
  const { mutateAsync: change } = useMutation(trpc.access.change.mutationOptions())
  const form = useForm({
    initialValues: { notes },
    validate: schemaResolver(notesForm, { sync: true }),
  })
  const busy = form.submitting
  useDraft('access notes', form)
  const onSubmit = sendForm(form, {
    send: async (values) => {
      await change(values)
      onClose()
      notify.success(values.notes.trim() === '' ? ACCESS_MESSAGES.removed : ACCESS_MESSAGES.saved)
    },
    failed: ACCESS_MESSAGES.saveFailed,
    causes: ['access_notes_changed'],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CountedTextarea
        label="Access notes"
        rows={6}
        max={LIMITS.access_notes}
        data-autofocus
        {...form.getInputProps('notes')}
        value={form.values.notes}
      />
      <p className={classes.hint}>
        Your neighbors see them always. A vendor sees them from 24 hours before a visit until its end; each
        look is recorded, and you see who it was. They are in no mail and in no calendar.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save Changes
        </Button>
      </DialogFoot>
    </form>
  )
}
