import '../../ui/part-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { feeReference } from '../../../domain/payments/transfer.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { portalSettings } from '../../portal-settings.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import formClasses from '../../ui/dialog-form.module.css'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import type { ListedFee } from './listed-fee.ts'
import { refundValues } from './refund-values.ts'

type Props = { fee: ListedFee; opened: boolean; onClose: () => void }

/** Gives back what was paid of a fee, in part too. It is not owed again. Product 3.6 */
export function RefundForm({ fee, opened, onClose }: Props) {
  const { id, number, address, payment_id, paid, method } = fee
  // What did not come through Stripe is transferred back by hand.
  const isOnline = fee.is_online && portalSettings.takes_payments
  const { mutateAsync: refund } = useMutation(trpc.payments.refund.mutationOptions())
  const { idOf, forget } = useIdOf(`refund of fee ${id}`)
  const schema = refundValues(paid)
  const form = useForm({
    initialValues: { amount: priceText(paid), reason: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const dropDraft = useDraft(`refund ${id} ${paid}`, form)
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      if (payment_id === null) return
      const asked = {
        payment_id,
        kind: isOnline ? ('stripe' as const) : ('transfer' as const),
        ...schema.parse(typed),
      }
      await refund({ id: idOf(JSON.stringify(asked)), ...asked })
      forget()
      dropDraft()
      onClose()
      notify.success(PAYMENT_MESSAGES.refunded(feeReference(number), asked.amount))
    },
    failed: PAYMENT_MESSAGES.refundFailed,
    causes: ['payment_refunded'],
  })
  const formId = useId()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      dismissible={!form.submitting}
      title="Refund"
      lead={`${feeReference(number)}, ${address}: ${formatMoney(paid)} was paid, ${method}`}
    >
      <form id={formId} noValidate onSubmit={onSubmit} className={formClasses.form} aria-label="Refund">
        <TextInput
          label="Amount"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('amount')}
        />
        <CountedTextarea
          label="Reason"
          placeholder="The HOA representative reads it."
          required
          withAsterisk={false}
          max={LIMITS.reason}
          {...form.getInputProps('reason')}
          value={form.values.reason}
        />
        <p className={formClasses.hint}>
          {isOnline ? PAYMENT_MESSAGES.refundOnline : PAYMENT_MESSAGES.refundByTransfer}
        </p>
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onClose} disabled={form.submitting}>
          Cancel
        </Button>
        <Button type="submit" form={formId} loading={form.submitting}>
          Refund
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}
