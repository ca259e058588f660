import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { calendarDate, id, optionalLongText } from '../text.ts'
import { MAX_TOTAL } from './invoice-amounts.ts'
import type { InvoiceStatus } from './invoice-state.ts'

/** How a building pays a vendor outside the portal. */
export const PAYMENT_METHODS = ['Bank transfer', 'Check', 'Card', 'Cash'] as const

/** A payment of an invoice on the wire: its id is the browser's, its amount in cents. Product 3.3 */
export const RecordPayment = z.strictObject({
  id,
  invoice_id: id,
  date: calendarDate('Date'),
  amount: z.int().min(1).max(MAX_TOTAL),
  method: z.enum(PAYMENT_METHODS),
  /** The number of a check or a transfer. */
  reference: optionalLongText('Reference', LIMITS.payment_reference),
})

/** What is said of a payment whose id another one has. Product 3.3 */
export const OTHER_PAYMENT = 'a payment was recorded before it. Please look at what is open now'

type PaidInvoice = { status: InvoiceStatus; approved: number | null; paid: number }

/** What of an invoice is still to be paid, in cents. */
export const openAmount = ({ approved, paid }: Pick<PaidInvoice, 'approved' | 'paid'>) =>
  (approved ?? 0) - paid

/** Whether something of an invoice is still to be paid. Product 3.3 */
export const isUnpaid = (invoice: PaidInvoice) => invoice.status === 'approved' && openAmount(invoice) > 0

/**
 * Throws DomainError 'conflict' for an invoice of which nothing is open, 'invalid_input' for more cents than are open and for a later day
 * than the city's `today`. Product 3.3
 */
export function requirePayable(
  invoice: PaidInvoice,
  { amount, date }: { amount: number; date: CalendarDate },
  today: CalendarDate,
): void {
  if (!isUnpaid(invoice)) throw new DomainError('conflict', 'nothing of this invoice is open')
  if (date > today) throw new DomainError('invalid_input', 'A payment is of today or earlier', 'date')
  const open = openAmount(invoice)
  if (amount > open)
    throw new DomainError('invalid_input', `At most ${formatMoney(open)} of this invoice is open`, 'amount')
}
