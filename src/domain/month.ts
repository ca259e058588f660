import { z } from 'zod'
import { type CalendarDate, firstOfNextMonth, isCalendarDate, startOfMonth } from './calendar.ts'
import { LIMITS } from './limits.ts'

/** A month, 'YYYY-MM', as its 1st. */
export function calendarMonth(label: string) {
  const message = `${label} must be a month`
  return z
    .string({ error: ({ input }) => (input == null ? `${label} is required` : message) })
    .max(LIMITS.date, message)
    .refine((value) => isCalendarDate(`${value}-01`), message)
    .transform((value) => `${value}-01`)
}

/** Every month from that of `first` to the one before `today`'s, each as its 1st, the newest first. */
export function pastMonths(first: CalendarDate, today: CalendarDate): CalendarDate[] {
  const months: CalendarDate[] = []
  for (let month = startOfMonth(first); month < startOfMonth(today); month = firstOfNextMonth(month))
    months.unshift(month)
  return months
}

/** A month as it stands in an address: '2026-11-21' → '2026-11'. */
export function monthText(date: CalendarDate): string {
  return date.slice(0, 7)
}
