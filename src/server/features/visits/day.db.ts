import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'

/** A vendor's confirmed visits of a day, by their hours. */
export const visitsOfDay = (tx: Tx, { vendorId, date }: { vendorId: string; date: CalendarDate }) =>
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
    .orderBy('a.scheduled_time')
    .orderBy('a.id')
    .execute()

/** The same under locks, taken in the order of the ids as everywhere, so that none of them changes meanwhile. */
export async function lockVisitsOfDay(tx: Tx, day: { vendorId: string; date: CalendarDate }) {
  await tx
    .selectFrom('appointments')
    .where('vendor_id', '=', day.vendorId)
    .where('status', '=', 'confirmed')
    .where('scheduled_date', '=', day.date)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
  return visitsOfDay(tx, day)
}
