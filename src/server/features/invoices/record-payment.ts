import { today } from '../../../domain/calendar.ts'
import {
  OTHER_PAYMENT,
  openAmount,
  RecordPayment,
  requirePayable,
} from '../../../domain/invoices/invoice-payment.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { asViewer } from '../../db/as-viewer.ts'
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
    .mutation(async ({ ctx, input: { invoice_id, ...payment } }) => {
      const { db, viewer, now, config } = ctx
      await closeOpenPage(ctx, viewer, invoice_id)
      await asViewer(db, viewer, async (tx) => {
        const invoice = await lockInvoice(tx, invoice_id)
        const recorded = await invoicePayment(tx, payment.id)
        if (recorded) {
          const { id: _, ...facts } = payment
          return requireSame(recorded, { invoice_id, ...facts }, OTHER_PAYMENT)
        }
        requirePayable(invoice, payment, today(now(), config.timeZone))
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
