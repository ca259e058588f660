import type { z } from 'zod'
import { type CalendarDate, today } from '../../../domain/calendar.ts'
import {
  OTHER_PAYMENT,
  openAmount,
  RecordPayment,
  requirePayable,
} from '../../../domain/invoices/invoice-payment.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { openBareTo } from '../../rpc/procedure.ts'
import { closeOpenPage } from '../payments/checkout.ts'
import { addInvoicePayment, invoicePayment, lockInvoice } from './db.ts'
import { invoiceEvent } from './invoice-event.ts'

export const paymentOfInvoice = {
  /**
   * Records what was paid of an approved invoice outside the portal, in part too; an open page of Stripe's is closed first. One that was
   * recorded before is there once. Product 3.3
   */
  recordPayment: openBareTo({ resident: 'approve_invoices' })
    .input(RecordPayment)
    .mutation(async ({ ctx, input }) => {
      const { db, viewer, now, config } = ctx
      const day = today(now(), config.timeZone)
      // Before a page is closed, for nothing is closed for what is refused; and again under the lock.
      const before = await asViewer(db, viewer, (tx) => payableInvoice(tx, input, day))
      if (before === null) return
      await closeOpenPage(ctx, viewer, { id: input.invoice_id, left: openAmount(before) - input.amount })
      await asViewer(db, viewer, async (tx) => {
        const invoice = await payableInvoice(tx, input, day)
        if (invoice === null) return
        const { invoice_id: _, ...payment } = input
        const { building_id, number, company_name } = invoice
        const description = `Invoice ${number}, ${company_name}`.slice(0, LIMITS.payment_description)
        await addInvoicePayment(tx, invoice, { ...payment, description, recorded_by: viewer.id })
        const open = openAmount(invoice) - payment.amount
        const { date, amount, method, reference } = payment
        const data = { number, company_name, date, amount, method, reference, open }
        await record(tx, { kind: 'invoice_paid', ...invoiceEvent(viewer, invoice), building_id, data })
      })
    }),
}

/** The invoice, under a lock; null if this payment is recorded. Throws DomainError for what can't be. */
async function payableInvoice(tx: Tx, { id, ...payment }: z.output<typeof RecordPayment>, day: CalendarDate) {
  const invoice = await lockInvoice(tx, payment.invoice_id)
  const recorded = await invoicePayment(tx, id)
  if (recorded) {
    requireSame(recorded, { ...payment, status: 'paid' }, OTHER_PAYMENT)
    return null
  }
  requirePayable(invoice, payment, day)
  return invoice
}
