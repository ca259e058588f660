import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { DisputeInvoice } from '../../../domain/invoices/invoice-dispute.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { notify } from '../../ui/notify.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'

type Props = { invoice: VendorInvoice; onBack: () => void; onClose: () => void }

const invoiceDispute = DisputeInvoice.pick({ words: true })

/** Why an invoice can't be approved as it is. Product 3.2 */
export function DisputeForm({ invoice: { id, number }, onBack, onClose }: Props) {
  const { mutateAsync: dispute } = useMutation(trpc.invoices.dispute.mutationOptions())
  const name = `dispute of invoice ${id}`
  const { idOf, forget } = useIdOf(name)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(invoiceDispute, { sync: true }),
  })
  const dropDraft = useDraft(name, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const { words } = invoiceDispute.parse(typed)
      await dispute({ id, message_id: idOf(words), words })
      forget()
      dropDraft()
      onClose()
      notify.success(INVOICE_MESSAGES.disputed(number))
    },
    failed: INVOICE_MESSAGES.disputeFailed,
    causes: ['invoice_disputed'],
  })
  const formId = useId()
  return (
    <>
      <form id={formId} noValidate onSubmit={onSubmit} aria-label="Dispute Invoice">
        <CountedTextarea
          label="Reason"
          placeholder="The vendor reads it, and can answer."
          required
          withAsterisk={false}
          data-autofocus
          max={LIMITS.message}
          {...form.getInputProps('words')}
          value={form.values.words}
        />
      </form>
      <DialogFoot>
        <Button variant="default" onClick={onBack} disabled={form.submitting}>
          Back
        </Button>
        <Button type="submit" form={formId} color="red" loading={form.submitting}>
          Dispute Invoice
        </Button>
      </DialogFoot>
    </>
  )
}
