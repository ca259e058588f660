import '../../ui/part-styles.ts'
import { Button, Checkbox } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { LIMITS } from '../../../domain/limits.ts'
import { finishForm } from '../../../domain/visits/attendance.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { act } from './field-queue.ts'
import { readPlace } from './read-place.ts'
import classes from './visit-dialog.module.css'

type Props = {
  id: string
  stop: string
  /** The tasks that are done, of so many. */
  ticked: string[]
  tasks: number
  photos: number
  opened: boolean
  onClose: () => void
}

/** The end of a visit: a note, and the place if the person wants. Product 1.4 */
export function FinishDialog({ opened, onClose, ...form }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} size="md" title="Finish Visit" lead={form.stop}>
      <FinishForm {...form} onClose={onClose} />
    </FormDialog>
  )
}

function FinishForm({ id, stop, ticked, tasks, photos, onClose }: Omit<Props, 'opened'>) {
  const form = useForm({
    initialValues: { note: '', sharesPlace: false },
    validate: schemaResolver(finishForm, { sync: true }),
  })
  // People type the note, see that a photo is missing, and come back.
  const dropDraft = useDraft(`finish ${id}`, form, { stays: true })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async ({ note, sharesPlace }) => {
      const at = new Date().toISOString()
      const place = sharesPlace ? await readPlace() : null
      act({ kind: 'finish', visit: id, stop, at, note, ticked, place })
      dropDraft()
      onClose()
    },
    failed: VISIT_MESSAGES.finishFailed,
    causes: ['visit_finished'],
  })
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CountedTextarea
        label="Note"
        placeholder="What did you do? Anything that the building should know?"
        rows={4}
        max={LIMITS.visit_note}
        data-autofocus
        {...form.getInputProps('note')}
        value={form.values.note}
      />
      <Checkbox
        label="Share where I am"
        description="The building sees this place beside the visit."
        {...form.getInputProps('sharesPlace', { type: 'checkbox' })}
      />
      <p className={classes.hint}>
        {ticksText(ticked.length, tasks)} {photosText(photos)} The building gets an email.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Not yet
        </Button>
        <Button type="submit" loading={busy}>
          Finish Visit
        </Button>
      </DialogFoot>
    </form>
  )
}

function ticksText(done: number, tasks: number): string {
  if (tasks === 0) return ''
  return done === tasks ? 'Everything on the checklist is ticked.' : `${done} of ${tasks} tasks are ticked.`
}

function photosText(count: number): string {
  if (count === 0) return 'You have added no photos.'
  return count === 1 ? '1 photo goes with it.' : `${count} photos go with it.`
}
