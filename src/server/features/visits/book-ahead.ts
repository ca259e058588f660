import { addYears, type CalendarDate, today } from '../../../domain/calendar.ts'
import { bookingsOfSeries, daysMoved } from '../../../domain/visits/availability.ts'
import { beforeEnd } from '../../../domain/visits/stop.ts'
import { daysToBook } from '../../../domain/visits/visits.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { cancelPaused } from './book-series.ts'
import { bookMissing, lockToBook, type QuoteSeries, readSeries } from './booking.db.ts'

/** Services in one transaction, so that a failure loses only its own step. */
const STEP = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Books the visits of services without an end twelve months ahead. Idempotent, on any number of servers: the database
 * accepts one visit for each day of a schedule. Product 1.1
 */
export async function bookAhead(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  let after: string | undefined = BEFORE_ALL
  // What is booked isn't looked at again: 80,000 services are read once, not at each step.
  while (after && !stop?.aborted) {
    const from: string = after
    after = await asSystem(db, (tx) => bookStep(tx, day, from))
  }
}

/** Returns the last service that it found, by which the next step begins. */
async function bookStep(tx: Tx, day: CalendarDate, after: string): Promise<string | undefined> {
  // So that who takes a document back waits, and tells of these visits, too.
  await lockOffers(tx, 'request')
  const services = await lockToBook(tx, { today: day, ahead: addYears(day, 1), after, limit: STEP })
  if (services.length === 0) return
  const series = await readSeries(
    tx,
    services.map(({ quote }) => quote.id),
  )
  const visits = services.flatMap(({ quote }) => {
    const own = series.get(quote.id)
    return own ? visitsToBook(own, day).map((visit) => ({ ...visit, quote })) : []
  })
  const booked = await bookMissing(tx, visits)
  const paused = await cancelPaused(tx, booked, series)
  const counts = new Map<string, number>()
  for (const { id, service_quote_id: quote, status } of booked)
    if (status === 'confirmed' && !paused.has(id)) counts.set(quote, (counts.get(quote) ?? 0) + 1)
  const events = services.map(({ quote, service, company_name }) => {
    const { building_id, building_service_id: subject, vendor_id } = quote
    const data = { service, company_name, visits: counts.get(quote.id) ?? 0 }
    return { kind: 'visits_booked', actor: null, building_id, vendor_id, subject, data } as const
  })
  await record(tx, ...events.filter(({ data }) => data.visits > 0))
  return services.at(-1)?.quote.building_service_id
}

/** What a series lacks before its end, as far from the schedule as the visits before were moved with it. */
function visitsToBook(own: QuoteSeries, day: CalendarDate) {
  const { series_time, window_minutes, stops } = own
  const bookings = bookingsOfSeries(daysToBook(own, day), daysMoved(own), own)
  return beforeEnd(bookings, stops).map(({ nominal_date, scheduled_date, shift_days }) => ({
    nominal_date,
    shift_days,
    series_date: scheduled_date,
    series_time,
    window_minutes,
  }))
}
