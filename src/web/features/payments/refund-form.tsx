import '../../ui/part-styles.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LIMITS } from '../../../domain/limits.ts'
import { priceText } from '../../../domain/money.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import type { REFUND_KINDS } from '../../../domain/payments/refund.ts'
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
import { refundValues } from './refund-values.ts'

type RefundKind = (typeof REFUND_KINDS)[number]

const KINDS: { value: RefundKind; label: string }[] = [
  { value: 'transfer', label: 'Transferred back by hand' },
  { value: 'stripe', label: 'Through Stripe' },
]

type Props = {
  /** The payment, and what of it can go back, in cents. */
  payment: { id: string; left: number; is_online: boolean; refund_failed: boolean }
  /** What people call what was paid. */
  name: string
  lead: string
  /** What happens then, by either way. */
  hint: Record<RefundKind, string>
  placeholder: string
  opened: boolean
  onClose: () => void
}

/** Gives back what was paid, in part too. Product 3.3, 3.6 */
export function RefundForm({ payment, name, lead, hint, placeholder, opened, onClose }: Props) {
  const { id: payment_id, left, refund_failed } = payment
  // What did not come through Stripe is transferred back by hand, and so may be what did not arrive that way.
  const isOnline = payment.is_online && portalSettings.takes_payments
  const [kind, setKind] = useState<RefundKind>(isOnline && !refund_failed ? 'stripe' : 'transfer')
  const { mutateAsync: refund } = useMutation(trpc.payments.refund.mutationOptions())
  const { idOf, forget } = useIdOf(`refund of ${payment_id}`)
  const schema = refundValues(left)
  const form = useForm({
    initialValues: { amount: priceText(left), reason: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const dropDraft = useDraft(`refund ${payment_id} ${left}`, form)
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const asked = { payment_id, kind, ...schema.parse(typed) }
      await refund({ id: idOf(JSON.stringify(asked)), ...asked })
      forget()
      dropDraft()
      onClose()
      notify.success(PAYMENT_MESSAGES.refunded(name, asked.amount))
    },
    failed: PAYMENT_MESSAGES.refundFailed,
    causes: ['payment_refunded'],
  })
  const formId = useId()
  return (
    <FormDialog opened={opened} onClose={onClose} dismissible={!form.submitting} title="Refund" lead={lead}>
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
          placeholder={placeholder}
          required
          withAsterisk={false}
          max={LIMITS.reason}
          {...form.getInputProps('reason')}
          value={form.values.reason}
        />
        {isOnline && refund_failed && (
          <NativeSelect
            label="How it goes back"
            description="A refund through Stripe did not arrive."
            data={KINDS}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as RefundKind)}
          />
        )}
        <p className={formClasses.hint}>{hint[kind]}</p>
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
