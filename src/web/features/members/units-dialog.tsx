import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { MEMBER_MESSAGES } from '../../../domain/members/messages.ts'
import { readUnits } from '../../../domain/members/unit.ts'
import { trpc } from '../../api.ts'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = { opened: boolean; onClose: () => void }

/** Adds units of the building, and changes their shares. Product 4.1 */
export function UnitsDialog({ opened, onClose }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="md"
      title="Add or Change Units"
      lead="One a line. All have the same share until you say otherwise: write it as a whole number after a comma. Each unit’s share is its number of the sum of all, so thirds stay exact."
    >
      <UnitsForm onClose={onClose} />
    </FormDialog>
  )
}

function UnitsForm({ onClose }: { onClose: () => void }) {
  const { mutateAsync: save } = useMutation(trpc.members.saveUnits.mutationOptions())
  const form = useForm({
    initialValues: { units: '' },
    validate: {
      units: (typed: string) => {
        const read = readUnits(typed)
        return 'refused' in read ? read.refused : null
      },
    },
  })
  const dropDraft = useDraft('units', form, { stays: true })
  const busy = form.submitting
  const onSubmit = sendForm(form, {
    send: async (values) => {
      const read = readUnits(values.units)
      if ('refused' in read) return
      const saved = await save(read)
      dropDraft()
      onClose()
      notify.success(MEMBER_MESSAGES.unitsSaved(saved))
    },
    failed: MEMBER_MESSAGES.unitsFailed,
    causes: ['units_changed'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={formClasses.form}>
      <Textarea
        label="Units"
        placeholder={'4A\n4B, 125'}
        rows={8}
        data-autofocus
        {...form.getInputProps('units')}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Save Units
        </Button>
      </DialogFoot>
    </form>
  )
}
