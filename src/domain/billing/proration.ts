import { type CalendarDate, dayOfMonth, daysInMonth, firstOfNextMonth } from '../calendar.ts'

/** The monthly service fee of a building, in cents: 250 dollars. Section 9. [9.fee.1] */
export const MONTHLY_FEE = 25_000

/**
 * A building's first fee in integer cents, fixed on the day it is created: the monthly fee times the days left
 * in that month, today included, divided by the month's days; half a cent is rounded up. Section 9.
 * [9.fee.3]
 */
export function firstFee(createdOn: CalendarDate): number {
  const days = daysInMonth(createdOn)
  const left = days - dayOfMonth(createdOn) + 1
  return Math.floor((2 * MONTHLY_FEE * left + days) / (2 * days))
}

/** The day the first fee is due: the 1st of the month after the building was created. Section 9. [9.fee.5] */
export function firstFeeDueOn(createdOn: CalendarDate): CalendarDate {
  return firstOfNextMonth(createdOn)
}
