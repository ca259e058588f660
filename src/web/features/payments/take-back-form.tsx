import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { TakeBackPayment } from '../../../domain/payments/take-back.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = {
  payment: { id: string; name: string; amount: number; of: 'fee' | 'invoice' }
  opened: boolean
  onClose: () => void
}

const takeBackReason = TakeBackPayment.pick({ reason: true })

/** Why a payment that was recorded by mistake is taken back. Product 3.3 */
export function TakeBackForm({ payment: { id, name, amount, of }, opened, onClose }: Props) {
  const { mutateAsync: takeBack } = useMutation(trpc.payments.takeBack.mutationOptions())
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(takeBackReason, { sync: true }),
  })
  const dropDraft = useDraft(`take back ${id}`, form)
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      await takeBack({ payment_id: id, ...takeBackReason.parse(typed) })
      dropDraft()
      onClose()
      notify.success(PAYMENT_MESSAGES.takenBack(amount))
    },
    failed: PAYMENT_MESSAGES.takeBackFailed,
    causes: ['payment_taken_back'],
  })
  const formId = useId()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!form.submitting}
      title="Take Back Payment"
      lead={name}
    >
      <form
        id={formId}
        noValidate
        onSubmit={onSubmit}
        className={formClasses.form}
        aria-label="Take Back Payment"
      >
        <p>{PAYMENT_MESSAGES.takeBack(amount, of)}</p>
        <CountedTextarea
          label="Reason"
          placeholder={`Every resident of the building reads it${of === 'invoice' ? ', and the vendor' : ''}.`}
          required
          withAsterisk={false}
          max={LIMITS.reason}
          {...form.getInputProps('reason')}
          value={form.values.reason}
        />
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Cancel
        </Button>
        <Button type="submit" form={formId} color="red" loading={form.submitting}>
          Take Back
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}
