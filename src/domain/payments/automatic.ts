import { addDays, type CalendarDate, daysInMonth } from '../calendar.ts'

/** How many days after a failed charge the next one is tried: two more times, then they stop. */
const DAYS_UNTIL_NEXT = [3, 4] as const
export const MAX_FAILURES = DAYS_UNTIL_NEXT.length + 1
/** In days before the end of a card. */
const EXPIRY_NOTICE = 30

/** On which day a charge is tried again after so many failed ones; null if no more is tried. Product 3.3 */
export function nextAttempt(failures: number, today: CalendarDate): CalendarDate | null {
  const days = DAYS_UNTIL_NEXT[failures - 1]
  return days === undefined ? null : addDays(today, days)
}

/** The last day of a card's last month. */
export function cardEnd(year: number, month: number): CalendarDate {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, daysInMonth(first) - 1)
}

/** Whether a captain is to be told that the kept card ends, once for each end. Product 3.3 */
export const isExpiryDue = (
  { expires_on, told_expiry }: { expires_on: CalendarDate | null; told_expiry: CalendarDate | null },
  today: CalendarDate,
): boolean =>
  expires_on !== null && expires_on !== told_expiry && addDays(expires_on, -EXPIRY_NOTICE) <= today
