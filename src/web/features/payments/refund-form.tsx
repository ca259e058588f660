import '../../ui/part-styles.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney, priceText } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import type { REFUND_KINDS } from '../../../domain/payments/refund.ts'
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

type RefundKind = (typeof REFUND_KINDS)[number]

const KINDS: { value: RefundKind; label: string }[] = [
  { value: 'transfer', label: 'Transferred back by hand' },
  { value: 'stripe', label: 'Through Stripe' },
]

type Props = { fee: ListedFee; opened: boolean; onClose: () => void }

/** Gives back what was paid of a fee, in part too. It is not owed again. Product 3.6 */
export function RefundForm({ fee, opened, onClose }: Props) {
  const { id, number, address, payment_id, paid, method } = fee
  // What did not come through Stripe is transferred back by hand, and so may be what did not arrive that way.
  const isOnline = fee.is_online && portalSettings.takes_payments
  const [kind, setKind] = useState<RefundKind>(isOnline && !fee.refund_failed ? 'stripe' : 'transfer')
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
      const asked = { payment_id, kind, ...schema.parse(typed) }
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
        {isOnline && fee.refund_failed && (
          <NativeSelect
            label="How it goes back"
            description="A refund through Stripe did not arrive."
            data={KINDS}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as RefundKind)}
          />
        )}
        <p className={formClasses.hint}>
          {kind === 'stripe' ? PAYMENT_MESSAGES.refundOnline : PAYMENT_MESSAGES.refundByTransfer}
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
