import { z } from 'zod'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { MAX_TOTAL } from '../../../domain/invoices/invoice-amounts.ts'
import { RecordPayment, requirePayable } from '../../../domain/invoices/invoice-payment.ts'
import { parseAmount } from '../../../domain/money.ts'
import type { VendorInvoice } from './invoice-text.ts'
import { filledDay } from './invoice-values.ts'

const typedPayment = z.string().transform((typed, context) => {
  const cents = parseAmount(typed, MAX_TOTAL)
  if (cents !== null) return cents
  context.addIssue({ code: 'custom', message: 'Amount must be such as 95 or 1200.50, and more than 0' })
  return z.NEVER
})

/** A payment as typed. The server's own schema and rules, with a message at each field. Product 3.3 */
export function paymentForm(
  invoice: Pick<VendorInvoice, 'status' | 'approved' | 'paid'>,
  today: CalendarDate,
) {
  const { date, method, reference } = RecordPayment.shape
  return z
    .object({ amount: typedPayment, date: filledDay('Date', date), method, reference })
    .superRefine((payment, context) => {
      try {
        requirePayable(invoice, payment, today)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        context.addIssue({ code: 'custom', message: error.message, path: [error.field ?? 'amount'] })
      }
    })
}
