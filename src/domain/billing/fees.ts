import { type CalendarDate, daysBetween, firstOfNextMonth, formatMonth, startOfMonth } from '../calendar.ts'
import { firstFee, firstFeeDueOn, MONTHLY_FEE } from './proration.ts'

type FeeKind = 'first' | 'monthly'

/** A building's service fee for one month: `amount` in cents, `month` as its 1st, due on the 1st of the next month. */
export type Fee = { month: CalendarDate; amount: number; due_date: CalendarDate; kind: FeeKind }

/**
 * The fee that is fixed on the day the building's billing begins: that month's share, due on the next 1st.
 * [9.fee.4]
 */
export function firstFeeOf(startedOn: CalendarDate): Fee {
  const due_date = firstFeeDueOn(startedOn)
  return { month: startOfMonth(startedOn), amount: firstFee(startedOn), due_date, kind: 'first' }
}

/**
 * The fees that a building lacks today, oldest first: one for each month after `lastMonth`, the month of its newest fee, up
 * to and including today's. Null `lastMonth`: the first fee, too.
 * [9.fee.2]
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

/** A due date relative to today: 'Due in 3 days'. */
export function dueText(due: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, due)
  if (days === 0) return 'Due today'
  if (days === 1) return 'Due tomorrow'
  if (days > 1) return `Due in ${days} days`
  return days === -1 ? 'Overdue by 1 day' : `Overdue by ${-days} days`
}

/** A fee's label in the next payment and the payment history. */
export function feeLabel({ kind, month }: Pick<Fee, 'kind' | 'month'>): string {
  return `${kind === 'first' ? 'First service fee' : 'Service fee'}, ${formatMonth(month)}`
}
