import { type CalendarDate, daysBetween } from './calendar.ts'

/** Of notices so many days before an end, most days first, which one is due on the city's `today`, the last one if several are; undefined before the first and after the end. */
export function dueNotice<N extends number>(
  notices: readonly N[],
  end: CalendarDate,
  today: CalendarDate,
): N | undefined {
  const left = daysBetween(today, end)
  return left < 0 ? undefined : notices.findLast((days) => left <= days)
}
