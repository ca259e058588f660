import { type CalendarDate, daysBetween, firstOfNextMonth, formatMonth, startOfMonth } from '../calendar.ts'
import { firstFee, firstFeeDueOn, MONTHLY_FEE } from './proration.ts'

export type FeeKind = 'first' | 'monthly'

/** One building's service fee for one month: `amount` in cents, `month` its 1st, due on the 1st of the month after. */
export type Fee = { month: CalendarDate; amount: number; due_date: CalendarDate; kind: FeeKind }

/** The fee that is fixed on the day the building's billing begins: that month's share, due on the next 1st. Section 9. */
export function firstFeeOf(startedOn: CalendarDate): Fee {
  const due_date = firstFeeDueOn(startedOn)
  return { month: startOfMonth(startedOn), amount: firstFee(startedOn), due_date, kind: 'first' }
}

/**
 * The fees that a building lacks on the day `today`, oldest first: the monthly fee for each month after `lastMonth` (its
 * newest fee's) up to and including today's; before these the first fee, when it has none (null). Section 9.
 */
export function feesUntil(
  today: CalendarDate,
  startedOn: CalendarDate,
  lastMonth: CalendarDate | null,
): Fee[] {
  const fees: Fee[] = lastMonth === null && startedOn <= today ? [firstFeeOf(startedOn)] : []
  let month = firstOfNextMonth(lastMonth ?? startedOn)
  while (month <= today) {
    const due_date = firstOfNextMonth(month)
    fees.push({ month, amount: MONTHLY_FEE, due_date, kind: 'monthly' })
    month = due_date
  }
  return fees
}

/** How far away a due day is, in words. */
export function dueWords(due: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, due)
  if (days === 0) return 'Due today'
  if (days === 1) return 'Due tomorrow'
  if (days > 1) return `Due in ${days} days`
  return days === -1 ? 'Overdue by 1 day' : `Overdue by ${-days} days`
}

/** What a fee is called on a bill and in the payment history. */
export function feeLabel({ kind, month }: Pick<Fee, 'kind' | 'month'>): string {
  return `${kind === 'first' ? 'First service fee' : 'Service fee'}, ${formatMonth(month)}`
}
