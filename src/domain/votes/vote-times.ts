import type { CalendarDate, CityTime } from '../calendar.ts'
import { cityTime } from '../calendar.ts'
import { localTime } from '../clocks.ts'

/**
 * The instant at which the city's clocks show this date and time. A time that the clocks skip in spring is read by those after, and
 * of one that they show twice in autumn the first. Product 4.4
 */
export function cityInstant({ date, time }: CityTime, timeZone: string): Date {
  const shown = Date.parse(`${date}T${time}Z`)
  const aheadAt = (instant: number) => localTime(new Date(instant), timeZone).getTime() - instant
  // The offsets of a day before and after are the only two that it can be.
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map(aheadAt)
  const first = shown - (before ?? 0)
  return new Date(aheadAt(first) === before ? first : shown - (after ?? 0))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** A vote's time as it is typed: the city's date, and its time of day 'HH:MM:SS'. */
export type TypedInstant = { date: CalendarDate; time: string }

/** The same of an instant. */
export const typedInstant = (instant: Date, timeZone: string): TypedInstant => cityTime(instant, timeZone)
