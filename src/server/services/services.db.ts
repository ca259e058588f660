import { sql } from 'kysely'
import type { CalendarDate } from '../../domain/calendar.ts'
import type { RequestQuotes } from '../../domain/services/request.ts'
import type { ResidentViewer } from '../../domain/viewer.ts'
import { moment } from '../database/moment.ts'
import type { Tx } from '../database/pool.ts'
import { statement } from '../database/statement.ts'

/** The catalogue that vendors choose from: active types by category, then name. */
export function catalogue(tx: Tx) {
  return activeTypes(tx).orderBy('category').orderBy('name').execute()
}

/** The types that a building can add: active ones by name, without those in use. */
export function availableTypes(tx: Tx, buildingId: string, today: CalendarDate) {
  return activeTypes(tx)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('building_services')
            .whereRef('building_services.service_type_id', '=', 'service_types.id')
            .where('building_id', '=', buildingId)
            .where(sql<boolean>`not ${isOver(today)}`)
            .select('building_services.id'),
        ),
      ),
    )
    .orderBy('name')
    .execute()
}

/** A service that is not in use: None, or accepted and without a visit still to come, so that it can be asked for anew. */
const isOver = (today: CalendarDate) => sql<boolean>`(building_services.status = 'None'
  or building_services.status = 'Accepted' and not exists (select from appointments as a
    where a.building_service_id = building_services.id and a.status = 'confirmed' and a.scheduled_date >= ${today}))`

function activeTypes(tx: Tx) {
  return tx
    .selectFrom('service_types')
    .where('is_active', '=', true)
    .select(['id', 'name', 'description', 'category'])
}

/** A building's services with what each card says next: the quotes so far, or the next visit. */
export const listServices = statement(
  (db, { buildingId, today }: { buildingId: string; today: CalendarDate }) =>
    db
      .selectFrom('building_services as s')
      .innerJoin('service_types as t', 't.id', 's.service_type_id')
      .leftJoin('vendor_profiles as v', 'v.id', 's.assigned_vendor')
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('service_quotes as q')
            .whereRef('q.building_service_id', '=', 's.id')
            .whereRef('q.round', '=', 's.round')
            .select((q) => [
              q.fn.countAll<number>().as('vendors_asked'),
              q.fn.count<number>('q.per_visit_price').as('quotes_received'),
              q.fn.min('q.per_visit_price').as('lowest_price'),
              sql<number | null>`max(q.per_visit_price) filter (where q.status = 'accepted')`.as(
                'accepted_price',
              ),
            ])
            .as('quotes'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('appointments as a')
            .whereRef('a.building_service_id', '=', 's.id')
            .where('a.status', '=', 'confirmed')
            .where('a.scheduled_date', '>=', today)
            .orderBy('a.scheduled_date')
            .orderBy('a.scheduled_time')
            .limit(1)
            .select(['a.scheduled_date as next_visit_date', 'a.scheduled_time as next_visit_time'])
            .as('visit'),
        (join) => join.onTrue(),
      )
      .where('s.building_id', '=', buildingId)
      .where('s.status', 'in', ['Quote', 'Accepted'])
      .orderBy('s.updated_at', 'desc')
      .orderBy('s.id')
      .select(['s.id', 's.service_type_id', 't.name', 's.status', 's.description', 's.service_type'])
      .select(['s.required_every_weeks', 's.preferred_start_date', 's.preferred_end_date'])
      .select(moment('s', 'requested_at'))
      .select(['v.company_name', 'quotes.vendors_asked', 'quotes.quotes_received', 'quotes.lowest_price'])
      .select(['quotes.accepted_price', 'visit.next_visit_date', 'visit.next_visit_time']),
)

/**
 * Writes a building's request for a type: a new row, or the row of a service that is over, in a new
 * round. Undefined when the type is in use. Of two requests at once, the second waits and finds it in use.
 */
export function saveRequest(
  tx: Tx,
  viewer: ResidentViewer,
  request: Omit<RequestQuotes, 'description'> & { description: string | null },
  now: Date,
  today: CalendarDate,
  status: 'Quote' | 'pending_quotes' = 'Quote',
) {
  const values = { ...request, status, requested_by: viewer.id, requested_at: now }
  return tx
    .insertInto('building_services')
    .values({ ...values, building_id: viewer.building_id })
    .onConflict((conflict) =>
      conflict
        .columns(['building_id', 'service_type_id'])
        .doUpdateSet({
          ...values,
          service_type_id: undefined,
          round: sql`building_services.round + 1`,
          updated_at: sql`now()`,
          assigned_vendor: null,
        })
        .where(isOver(today)),
    )
    .returning(['id', 'building_id', 'service_type_id', 'round', 'excluded_vendors'])
    .executeTakeFirst()
}

/** How many of these vendors offer the type: all of them, or the request names one that can't be left out. */
export async function countOffering(tx: Tx, typeId: string, vendorIds: string[]): Promise<number> {
  if (vendorIds.length === 0) return 0
  const { count } = await tx
    .selectFrom('vendor_services')
    .where('service_type_id', '=', typeId)
    .where('vendor_id', 'in', vendorIds)
    .where('is_active', '=', true)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function isActiveType(tx: Tx, typeId: string): Promise<boolean> {
  const type = await activeTypes(tx).where('id', '=', typeId).executeTakeFirst()
  return type !== undefined
}

/** How many different vendors have a quote of these services to answer. */
export async function countAsked(tx: Tx, serviceIds: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('service_quotes')
    .where('building_service_id', 'in', serviceIds)
    .where('status', '=', 'pending')
    .select((eb) => eb.fn.count<number>('vendor_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
