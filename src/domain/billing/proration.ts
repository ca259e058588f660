import { type CalendarDate, dayOfMonth, daysInMonth, firstOfNextMonth } from '../calendar.ts'

/** The monthly service fee of a building, in cents: 250 dollars. [9.fee.1] */
export const MONTHLY_FEE = 25_000

/**
 * A building's first fee in integer cents, fixed on the day its billing begins (decision 9): the monthly fee times the
 * days left in that month, that day included, divided by the month's days; half a cent is rounded up. [9.fee.3]
 */
export function firstFee(startedOn: CalendarDate): number {
  const days = daysInMonth(startedOn)
  const left = days - dayOfMonth(startedOn) + 1
  return Math.floor((2 * MONTHLY_FEE * left + days) / (2 * days))
}

/** The day the first fee is due: the 1st of the month after billing began. [9.fee.5] */
export function firstFeeDueOn(startedOn: CalendarDate): CalendarDate {
  return firstOfNextMonth(startedOn)
}
