import { addYears, type CalendarDate, daysBetween, today } from '../../../domain/calendar.ts'
import { bookingsOfSeries } from '../../../domain/visits/availability.ts'
import { daysToBook } from '../../../domain/visits/visits.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { bookMissing, lockToBook } from './booking.db.ts'

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
  const services = await lockToBook(tx, addYears(day, 1), after, STEP)
  if (services.length === 0) return
  const visits = services.flatMap(
    ({ quote, series_date, series_time, window_minutes, shift_days, ...every }) => {
      const days = daysToBook(every, day)
      // As far from the schedule as the visit before was moved with its series.
      const moved = daysBetween(every.booked, series_date) - (shift_days ?? 0)
      return bookingsOfSeries(days, moved, every).map(({ nominal_date, scheduled_date, shift_days }) => ({
        quote,
        nominal_date,
        shift_days,
        series_date: scheduled_date,
        series_time,
        window_minutes,
      }))
    },
  )
  const booked = new Map<string, number>()
  for (const id of await bookMissing(tx, visits)) booked.set(id, (booked.get(id) ?? 0) + 1)
  const events = services.map(({ quote, service, company_name }) => {
    const { building_id, building_service_id: subject, vendor_id } = quote
    const data = { service, company_name, visits: booked.get(quote.id) ?? 0 }
    return { kind: 'visits_booked', actor: null, building_id, vendor_id, subject, data } as const
  })
  await record(tx, ...events.filter(({ data }) => data.visits > 0))
  return services.at(-1)?.quote.building_service_id
}
