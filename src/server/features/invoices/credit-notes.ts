import { today } from '../../../domain/calendar.ts'
import {
  CreditInvoice,
  creditInvoice,
  OTHER_CREDIT,
  toPayBack,
} from '../../../domain/invoices/credit-note.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { record } from '../../db/record.ts'
import { openTo } from '../../rpc/procedure.ts'
import { addCreditNote, findCreditNote, nextCreditNumber } from './credit-notes.db.ts'
import { linesOf, lockInvoice, undecidedPayments } from './db.ts'
import { lockNumbers } from './drafts.db.ts'
import { invoiceEvent } from './invoice-event.ts'

/** How a vendor corrects what it sent. Product 3.1 */
export const creditOfInvoice = {
  /** Credits lines of a sent invoice: their visits can be invoiced again. One that was written before, as before a lost response, is there once. */
  credit: openTo('vendor')
    .input(CreditInvoice)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { invoice_id, id, reason, ...asked } }) => {
      await lockNumbers(tx, viewer.vendor_id)
      const invoice = await lockInvoice(tx, invoice_id)
      const written = await findCreditNote(tx, id)
      if (written)
        return requireSame(
          { ...written, lines: written.line_ids.join() },
          { invoice_id, reason, total: asked.total, lines: asked.lines.join() },
          OTHER_CREDIT,
        )
      const lines = await linesOf(tx, invoice_id)
      const { sums, left } = creditInvoice({ ...invoice, lines }, asked)
      const credit_number = await nextCreditNumber(tx, viewer.vendor_id)
      await addCreditNote(tx, invoice, {
        ...sums,
        ...{ id, number: credit_number, date: today(now(), config.timeZone), reason, line_ids: asked.lines },
        ...{ created_by: viewer.id, created_at: now() },
      })
      const { building_id, number, company_name, paid } = invoice
      const back = toPayBack({ approved: left.total, paid, ...(await undecidedPayments(tx, invoice_id)) })
      const open = Math.max(0, left.total - paid)
      const data = { number, credit_number, company_name, total: sums.total, reason, open, back }
      await record(tx, { kind: 'invoice_credited', ...invoiceEvent(viewer, invoice), building_id, data })
    }),
}
