import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { MAX_TOTAL } from '../invoices/invoice-amounts.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { calendarDate, id, optionalLongText, wholeNumber } from '../text.ts'

export const FEE_STATES = ['all', 'open', 'overdue', 'paid', 'refunded'] as const

/** Which fees an admin lists. Product 3.6 */
export const FEE_FILTERS = {
  state: z.enum(FEE_STATES).default('all'),
  search: optionalLongText('Search', LIMITS.search).default(null),
}
export type FeeFilter = { state: (typeof FEE_STATES)[number]; search: string | null }
export const FeeList = z.strictObject({ page: wholeNumber('Page', 1, 100_000), ...FEE_FILTERS })

export const FEE_METHODS = ['Bank transfer', 'Check', 'Cash'] as const

/** A payment of a fee outside the portal, on the wire: its id is the browser's, its amount in cents. Product 3.3, 3.6 */
export const RecordTransfer = z.strictObject({
  id,
  fee_id: id,
  date: calendarDate('Date'),
  amount: z.int().min(1).max(MAX_TOTAL),
  method: z.enum(FEE_METHODS),
  reference: optionalLongText('Reference', LIMITS.payment_reference),
})

/** What is said of a transfer whose id another payment has. */
export const OTHER_TRANSFER = 'another payment was recorded with it. Please look at the fee again'

/**
 * Throws DomainError 'conflict' for a fee of which nothing is open, 'invalid_input' for another sum than the `open` cents, as a fee is paid
 * in full, and for a later day than the city's `today`. Product 3.6
 */
export function requireTransfer(
  { open }: { open: number },
  { amount, date }: { amount: number; date: CalendarDate },
  today: CalendarDate,
): void {
  if (open <= 0) throw new DomainError('conflict', 'this fee is paid already')
  if (date > today) throw new DomainError('invalid_input', 'A payment is of today or earlier', 'date')
  if (amount !== open)
    throw new DomainError('invalid_input', `A fee is paid in full: ${formatMoney(open)}`, 'amount')
}
