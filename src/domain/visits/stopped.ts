import { type CalendarDate, formatMonthDay } from '../calendar.ts'

/** The days on which nobody comes: from a day until another, or from then on. */
export type Stop = { from_date: CalendarDate; until_date: CalendarDate | null }

/** The day from which a service was ended; null while it goes on. Product 1.6 */
export function endedFrom(stops: readonly Stop[]): CalendarDate | null {
  return stops.find(({ until_date }) => until_date === null)?.from_date ?? null
}

/** Whether an accepted service can be ended or paused: it has a visit to come, and nobody ended it. Product 1.6 */
export function canStop(stops: readonly Stop[], nextVisit: CalendarDate | null): boolean {
  return nextVisit !== null && endedFrom(stops) === null
}

/** The stops that still say something: an end, and the pauses that are not over and begin before it. */
export function shownStops<S extends Stop>(stops: readonly S[], today: CalendarDate): S[] {
  const end = endedFrom(stops)
  return stops.filter(
    ({ from_date, until_date }) =>
      until_date === null || (until_date >= today && (end === null || from_date < end)),
  )
}

/** 'Ends Dec 4', 'Ended Dec 4', 'Paused Dec 1 to Dec 14', 'Paused Dec 1'. */
export function stopText({ from_date, until_date }: Stop, today: CalendarDate): string {
  const from = formatMonthDay(from_date, today)
  if (until_date === null) return `${from_date > today ? 'Ends' : 'Ended'} ${from}`
  return from_date === until_date
    ? `Paused ${from}`
    : `Paused ${from} to ${formatMonthDay(until_date, today)}`
}
