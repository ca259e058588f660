import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { AnswerInvoice } from '../../../domain/invoices/invoice-dispute.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { trpc } from '../../api.ts'
import { CountedTextarea } from '../../forms/counted-textarea.tsx'
import { sendForm } from '../../forms/send-form.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useIdOf } from '../../forms/use-id-of.ts'
import { notify } from '../../ui/notify.tsx'
import { INVOICE_MESSAGES } from './invoice-messages.ts'
import type { VendorInvoice } from './invoice-text.ts'
import classes from './sent-invoice.module.css'

const invoiceAnswer = AnswerInvoice.pick({ words: true })

/** A message to the other side about a disputed invoice. Product 3.2 */
export function InvoiceAnswer({ invoice: { id }, to }: { invoice: VendorInvoice; to: string }) {
  const { mutateAsync: answer } = useMutation(trpc.invoices.answer.mutationOptions())
  const name = `answer about invoice ${id}`
  const { idOf, forget } = useIdOf(name)
  const form = useForm({
    initialValues: { words: '' },
    validate: schemaResolver(invoiceAnswer, { sync: true }),
  })
  const dropDraft = useDraft(name, form, { stays: true })
  const onSubmit = sendForm(form, {
    send: async (typed) => {
      const { words } = invoiceAnswer.parse(typed)
      await answer({ id, message_id: idOf(words), words })
      forget()
      form.reset()
      dropDraft()
      notify.clear()
    },
    failed: INVOICE_MESSAGES.answerFailed,
    causes: ['invoice_answered'],
  })
  return (
    <form noValidate onSubmit={onSubmit} className={classes.answer} aria-label="Message">
      <CountedTextarea
        label={`Message to ${to}`}
        rows={3}
        max={LIMITS.message}
        readOnly={form.submitting}
        {...form.getInputProps('words')}
        value={form.values.words}
      />
      <Button type="submit" variant="default" loading={form.submitting}>
        Send
      </Button>
    </form>
  )
}
