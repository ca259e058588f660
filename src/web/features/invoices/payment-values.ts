import { z } from 'zod'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { RecordPayment, requirePayable } from '../../../domain/invoices/invoice-payment.ts'
import type { VendorInvoice } from './invoice-text.ts'
import { filledDay, typedAmount } from './invoice-values.ts'

/** A payment as typed. The server's own schema and rules, with a message at each field. Product 3.3 */
export function paymentForm(
  invoice: Pick<VendorInvoice, 'status' | 'approved' | 'paid'>,
  today: CalendarDate,
) {
  const { date, method, reference } = RecordPayment.shape
  return z
    .object({ amount: typedAmount, date: filledDay('Date', date), method, reference })
    .superRefine((payment, context) => {
      try {
        requirePayable(invoice, payment, today)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        context.addIssue({ code: 'custom', message: error.message, path: [error.field ?? 'amount'] })
      }
    })
}
