import type { CalendarDate } from '../../../domain/calendar.ts'
import { CLOSURES } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import { stopsOfAll } from './stop.db.ts'

type VendorsDay = { vendorId: string; date: CalendarDate }

const confirmedOfDay = (tx: Tx, { vendorId, date }: VendorsDay) =>
  tx
    .selectFrom('appointments as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'a.vendor_id')
    .innerJoin('buildings as b', 'b.id', 'a.building_id')
    .where('a.vendor_id', '=', vendorId)
    .where('a.status', '=', 'confirmed')
    .where('a.scheduled_date', '=', date)
    .select([
      'a.id',
      'a.building_id',
      'a.scheduled_date',
      'a.scheduled_time',
      'a.series_date',
      'a.series_time',
      'a.checked_in_at',
    ])
    .select(['t.name as service', 'v.company_name', 'b.address'])

/** A vendor's confirmed visits of a day, by their hours, and when nobody may come to their buildings. */
export const visitsOfDay = (tx: Tx, day: VendorsDay) =>
  confirmedOfDay(tx, day).select(CLOSURES).orderBy('a.scheduled_time').orderBy('a.id').execute()

/**
 * The same under locks, taken in the order of the ids as everywhere. In the statement that locks them, so that none comes with
 * them that reached the day meanwhile; and the pauses and ends of their services, as they are then.
 */
export async function lockVisitsOfDay(tx: Tx, day: VendorsDay) {
  const visits = await confirmedOfDay(tx, day)
    .select('a.service_quote_id')
    .orderBy('a.id')
    .forUpdate('a')
    .execute()
  const quotes = visits.map(({ service_quote_id }) => service_quote_id)
  return { visits, stops: await stopsOfAll(tx, quotes) }
}
