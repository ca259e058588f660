import { z } from 'zod'
import { addYears, type CalendarDate, type CityTime, formatShortDate, isCalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, formSchema } from '../form.ts'
import { calendarDate, id, wholeNumber } from '../text.ts'
import { changeReason, isToCome, type Planned, requireShownCount, type When } from './change.ts'
import { endedFrom, type Stop } from './stopped.ts'

/** How many visits were on the screen to be cancelled: with another number nothing happens. */
const countShown = wholeNumber('Visits', 0, 10_000)

/** A service ended from a day on. Product 1.6 */
export const EndService = z.strictObject({
  id,
  from_date: calendarDate('No visits from'),
  visits: countShown,
  reason: changeReason,
})
/** A service paused from a day until another, both included. Product 1.6 */
export const PauseService = z.strictObject({
  id,
  from_date: calendarDate('First day of the pause'),
  until_date: calendarDate('Last day of the pause'),
  visits: countShown,
  reason: changeReason,
})

/** Those of a service's confirmed visits that a stop cancels: on its days, and still to come. */
export function stoppedVisits<V extends Planned>(visits: readonly V[], stop: Stop, now: CityTime): V[] {
  return visits.filter((visit) => isStopped(visit.scheduled_date, stop) && isToCome(visit, now))
}

const isStopped = (day: CalendarDate, { from_date, until_date }: Stop) =>
  from_date <= day && (until_date === null || day <= until_date)

/** The pause or the end into whose days a day falls. Product 1.6 */
export function stopOfDay<S extends Stop>(day: CalendarDate, stops: readonly S[]): S | undefined {
  return stops.find((stop) => isStopped(day, stop))
}

/** Of visits to be booked, in their order, those before the service's end; each counts by the day on which it takes place. Product 1.6 */
export function beforeEnd<V extends { scheduled_date: CalendarDate }>(
  visits: readonly V[],
  stops: readonly Stop[],
): V[] {
  const ends = stops.filter(({ until_date }) => until_date === null)
  const first = visits.findIndex(({ scheduled_date }) => stopOfDay(scheduled_date, ends) !== undefined)
  return visits.slice(0, first === -1 ? visits.length : first)
}

/**
 * Throws DomainError 'invalid_input' when a visit's new day is one on which its service is paused or ended; `service` is its
 * name in the message. Product 1.6
 */
export function requireServed(
  { scheduled_date: day }: Pick<When, 'scheduled_date'>,
  stops: readonly Stop[],
  service = 'the service',
): void {
  const stop = stopOfDay(day, stops)
  if (!stop) return
  const { from_date, until_date } = stop
  const from = formatShortDate(from_date, day)
  const when =
    until_date === null ? `ends on ${from}` : `is paused from ${from} to ${formatShortDate(until_date, day)}`
  throw new DomainError(
    'invalid_input',
    `nobody comes on ${formatShortDate(day)}: ${service} ${when}. Choose another day`,
    'scheduled_date',
  )
}

/** `stops` are the earlier ones of the service. */
type Stopping = { stops: readonly Stop[]; shown: number; now: CityTime }

/**
 * Those of a service's confirmed visits that a stop cancels. Throws DomainError 'invalid_input' for days in the past or in
 * the wrong order, or a pause that ends more than a year ahead, 'conflict' when the service was ended before, or when it would
 * cancel another number of visits than was shown. An end may be on any later day. Product 1.6
 */
export function stopVisits<V extends Planned>(
  visits: readonly V[],
  days: Stop,
  { stops, shown, now }: Stopping,
): V[] {
  if (endedFrom(stops) !== null) throw new DomainError('conflict', 'this service was already ended')
  checkStop(days, now.date)
  const cancelled = stoppedVisits(visits, days, now)
  requireShownCount(cancelled, shown)
  return cancelled
}

/** Throws as stopVisits does for the days alone. */
export function checkStop({ from_date, until_date }: Stop, today: CalendarDate): void {
  const refuse = (message: string, field: string) => {
    throw new DomainError('invalid_input', message, field)
  }
  if (from_date < today) refuse('Choose today or a later day', 'from_date')
  if (until_date === null) return
  if (until_date < from_date) refuse('The last day must be on or after the first one', 'until_date')
  if (until_date >= addYears(today, 1))
    refuse('A pause ends within a year. To stop for longer, end the service', 'until_date')
}

export type StopKind = 'end' | 'pause'

type TypedStop = { from_date: string; until_date: string; reason: string }

/** The days as typed; null while they are not days. */
export function toStop(kind: StopKind, { from_date, until_date }: TypedStop): Stop | null {
  if (!isCalendarDate(from_date)) return null
  if (kind === 'end') return { from_date, until_date: null }
  return isCalendarDate(until_date) ? { from_date, until_date } : null
}

/** The form as typed, against the city's `today`: the days, then each field. */
export function stopForm(kind: StopKind, today: CalendarDate) {
  const days = kind === 'end' ? EndService : PauseService
  return formSchema(
    z
      .custom<TypedStop>()
      .transform(({ until_date, ...typed }): unknown => ({
        ...typed,
        ...(kind === 'pause' && { until_date }),
      }))
      .pipe(days.omit({ id: true, visits: true })),
    allowedBy((typed: TypedStop) => {
      const stop = toStop(kind, typed)
      if (stop) checkStop(stop, today)
    }),
  )
}
