import {
  AnswerInvoice,
  DisputeInvoice,
  OTHER_MESSAGE,
  requireDisputed,
  requireUndisputed,
} from '../../../domain/invoices/invoice-dispute.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { lockInvoice, markInvoiceDisputed } from './db.ts'
import { invoiceEvent } from './invoice-event.ts'
import { addInvoiceMessage, findInvoiceMessage } from './invoice-messages.db.ts'

/** The procedures of invoices that are not as agreed. A dispute ends with the decision. Product 3.2 */
export const disputeOfInvoice = {
  /** Says why an invoice can't be approved as it is. One that was sent before, as before a lost response, is there once. */
  dispute: openTo({ resident: 'approve_invoices' })
    .input(DisputeInvoice)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, message_id, words } }) => {
      const invoice = await lockInvoice(tx, id)
      const sent = await findInvoiceMessage(tx, message_id)
      if (sent) return requireSame(sent, { invoice_id: id, words }, OTHER_MESSAGE)
      requireUndisputed(invoice)
      await markInvoiceDisputed(tx, id)
      const message = { id: message_id, side: 'captain' as const, person: viewer.id, words, sent_at: now() }
      await addInvoiceMessage(tx, invoice, message)
      const { building_id, number, company_name } = invoice
      const data = { number, company_name, words }
      await record(tx, { kind: 'invoice_disputed', ...invoiceEvent(viewer, invoice), building_id, data })
    }),

  /** Writes to the other side about a disputed invoice. */
  answer: openTo('vendor', { resident: 'approve_invoices' })
    .input(AnswerInvoice)
    .mutation(async ({ ctx: { tx, viewer, now }, input: { id, message_id, words } }) => {
      const invoice = await lockInvoice(tx, id)
      const sent = await findInvoiceMessage(tx, message_id)
      if (sent) return requireSame(sent, { invoice_id: id, words }, OTHER_MESSAGE)
      requireDisputed(invoice)
      const side = viewer.kind === 'vendor' ? ('vendor' as const) : ('captain' as const)
      await addInvoiceMessage(tx, invoice, { id: message_id, side, person: viewer.id, words, sent_at: now() })
      const { building_id, number, company_name } = invoice
      const data = { number, company_name, side, words }
      await record(tx, { kind: 'invoice_answered', ...invoiceEvent(viewer, invoice), building_id, data })
    }),
}
