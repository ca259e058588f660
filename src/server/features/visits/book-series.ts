import { sql } from 'kysely'
import {
  renewedDays,
  renewedFrom,
  requireBookable,
  requireShownVisits,
} from '../../../domain/agreements/renewal.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { bookingsOfSeries, daysMoved } from '../../../domain/visits/availability.ts'
import { stopOfDay } from '../../../domain/visits/stop.ts'
import type { Tx } from '../../db/pool.ts'
import { bookMissing, type NewlyBooked, type QuoteSeries, readSeries } from './booking.db.ts'
import { cancelVisits } from './db.ts'

type RenewedQuote = { id: string; building_service_id: string; building_id: string; vendor_id: string }
type Until = { ends_on: CalendarDate; until_date: CalendarDate }

/** What a renewal of a quote would book, and how many of these visits take place. */
export async function planSeries(tx: Tx, id: string, until: Until) {
  const series = (await readSeries(tx, [id])).get(id)
  if (!series) throw new DomainError('conflict', 'nothing was booked for this service')
  const bookings = bookingsOfSeries(renewedDays({ ...series, ...until }), daysMoved(series), series)
  const held = bookings.filter(
    ({ shift_days, scheduled_date }) => shift_days !== null && !stopOfDay(scheduled_date, series.stops),
  )
  return { series, bookings, visits: held.length }
}

/**
 * Books the visits of a quote, which is locked, after its end until another day: in the step of those before, as far from the schedule as
 * people have moved them, without the days of a pause. Returns how many. Throws what requireBookable and requireShownVisits throw. Product 2.9
 */
export async function bookSeries(
  tx: Tx,
  { id, building_service_id, building_id, vendor_id }: RenewedQuote,
  until: Until,
  shown?: number,
): Promise<number> {
  const quote = { id, building_service_id, building_id, vendor_id }
  const { series, bookings, visits: planned } = await planSeries(tx, id, until)
  requireShownVisits(planned, shown)
  requireBookable(bookings)
  const visits = bookings.map(({ nominal_date, scheduled_date, shift_days }) => ({
    quote,
    nominal_date,
    shift_days,
    series_date: scheduled_date,
    series_time: series.series_time,
    window_minutes: series.window_minutes,
  }))
  const booked = await bookMissing(tx, visits)
  const paused = await cancelPaused(tx, booked, new Map([[id, series]]))
  // The vendor's crew goes on; a captain doesn't know it.
  await sql`select assign_renewed(${id}, ${renewedFrom(until.ends_on)})`.execute(tx)
  return booked.filter((visit) => visit.status === 'confirmed' && !paused.has(visit.id)).length
}

/** Cancels what fell into a pause, as the pause would have. Returns the ids. */
export async function cancelPaused(
  tx: Tx,
  booked: readonly NewlyBooked[],
  series: ReadonlyMap<string, QuoteSeries>,
): Promise<Set<string>> {
  const open = booked.filter(({ status }) => status === 'confirmed')
  const paused = open.flatMap(({ id, service_quote_id, scheduled_date }) => {
    const pause = stopOfDay(scheduled_date, series.get(service_quote_id)?.stops ?? [])
    return pause ? [{ id, pause }] : []
  })
  for (const pause of new Set(paused.map((each) => each.pause))) {
    const ids = paused.filter((each) => each.pause === pause).map(({ id }) => id)
    await cancelVisits(tx, ids, { changed_by: pause.stopped_by, change_reason: pause.reason })
  }
  return new Set(paused.map(({ id }) => id))
}
