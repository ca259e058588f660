import { type ExpressionBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { askMoreVendors, extendRequest } from '../../../domain/services/deadline.ts'
import type { EditRequest, RequestQuotes, withdrawRequest } from '../../../domain/services/request.ts'
import { isoText } from '../../db/iso-text.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import { contactOf } from '../profiles/contact.db.ts'
import { renewedPrice } from '../visits/price.db.ts'
import { stopsColumn } from '../visits/stop.db.ts'

/** All active types by category, then name. [7.types.1] */
export function catalog(tx: Tx) {
  return activeTypes(tx).orderBy('category').orderBy('name').execute()
}

/** Every active type, by name. */
export const typesByName = (tx: Tx) => activeTypes(tx).orderBy('name').execute()

const nextVisitDate = (eb: ExpressionBuilder<DB, 'building_services'>, today: CalendarDate) =>
  eb
    .selectFrom('appointments as a')
    .whereRef('a.building_service_id', '=', 'building_services.id')
    .where('a.status', '=', 'confirmed')
    .where('a.scheduled_date', '>=', today)
    .select((a) => a.fn.min('a.scheduled_date').as('next_visit_date'))
    .as('next_visit_date')

/** The status and the next visit of a building's services, of every type or of one. */
export function standings(tx: Tx, buildingId: string, today: CalendarDate, typeId?: string) {
  return tx
    .selectFrom('building_services')
    .where('building_id', '=', buildingId)
    .$if(typeId !== undefined, (query) => query.where('service_type_id', '=', typeId ?? ''))
    .select(['id', 'service_type_id', 'status', 'round', 'follows'])
    .select((eb) => nextVisitDate(eb, today))
    .execute()
}

/**
 * Locks the building's services of a type and returns their standings: one, and those that follow another. After a wait for the lock,
 * the second statement sees visits that were booked meanwhile. The lock lets vendors add quotes.
 */
export async function lockStandings(tx: Tx, buildingId: string, typeId: string, today: CalendarDate) {
  const locking = tx
    .selectFrom('building_services')
    .where('building_id', '=', buildingId)
    .where('service_type_id', '=', typeId)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  const [, all] = await Promise.all([locking, standings(tx, buildingId, today, typeId)])
  return all
}

/** What a request is decided by. */
export const REQUESTED = [
  'id',
  'building_id',
  'service_type_id',
  'status',
  'round',
  'quotes_by',
  'decide_by',
  'excluded_vendors',
  'follows',
] as const

/** The building's service under a lock; another building's is not found. */
export async function lockService(tx: Tx, buildingId: string, id: string) {
  const service = await tx
    .selectFrom('building_services')
    .where('building_id', '=', buildingId)
    .where('id', '=', id)
    .select(REQUESTED)
    .forUpdate()
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  return service
}

/** How to reach the vendor that a service was given to; null before. */
export async function vendorContact(tx: Tx, { id, building_id }: { id: string; building_id: string }) {
  const service = await tx
    .selectFrom('building_services')
    .where('id', '=', id)
    .where('building_id', '=', building_id)
    .select(['status', 'assigned_vendor'])
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  if (service.status !== 'Accepted' || service.assigned_vendor === null) return null
  return contactOf(tx, (profiles) => profiles.where('vendor_id', '=', service.assigned_vendor))
}

type ChangedService =
  | ReturnType<typeof extendRequest | typeof askMoreVendors>
  | ReturnType<typeof withdrawRequest>
  | (Omit<z.infer<typeof EditRequest>, 'id' | 'scope'> & { scope?: string })

export async function saveService(tx: Tx, id: string, changed: ChangedService): Promise<void> {
  await tx
    .updateTable('building_services')
    .set({ ...changed, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

function activeTypes(tx: Tx) {
  return tx
    .selectFrom('service_types')
    .where('is_active', '=', true)
    .select(['id', 'name', 'description', 'category'])
}

/** A building's services with what each card shows: the quotes so far, the next visit, how it was stopped. [2.services.6] */
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
              sql<number>`count(q.per_visit_price) filter (where q.given_up_reason is null)`.as(
                'quotes_received',
              ),
              sql<number | null>`min(q.per_visit_price) filter (where q.given_up_reason is null)`.as(
                'lowest_price',
              ),
              sql<
                number | null
              >`max(${renewedPrice(sql`${today}::date`, 'q')}) filter (where q.status = 'accepted')`.as(
                'accepted_price',
              ),
              sql<string | null>`(array_agg(q.id) filter (where q.status = 'accepted'))[1]`.as(
                'accepted_quote',
              ),
              q.fn.max('q.renewed_until').as('renewed_until'),
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
      .select([
        's.id',
        's.service_type_id',
        't.name',
        's.status',
        's.description',
        's.scope',
        's.service_type',
      ])
      .select(['s.required_every_weeks', 's.preferred_start_date', 's.preferred_end_date', 's.until_ended'])
      .select(['s.round', 's.quotes_by', 's.decide_by', 's.follows'])
      .select(sql<number>`cardinality(s.excluded_vendors)`.as('vendors_left_out'))
      // Windows of an earlier version read it.
      .select(sql<string[]>`array[]::uuid[]`.as('excluded_vendors'))
      .select(isoText('s', 'requested_at'))
      .select(['s.assigned_vendor', 'quotes.accepted_quote'])
      // Of an accepted service until when it was renewed.
      .select((eb) => eb.fn.coalesce('quotes.renewed_until', 's.preferred_end_date').as('ends_on'))
      .select(['v.company_name', 'quotes.vendors_asked', 'quotes.quotes_received', 'quotes.lowest_price'])
      .select(['quotes.accepted_price', 'visit.next_visit_date', 'visit.next_visit_time'])
      .select((eb) => stopsColumn(eb.ref('quotes.accepted_quote'), today)),
)

type NewRequest = Omit<RequestQuotes, 'description' | 'scope' | 'quotes_by' | 'decide_by'> & {
  quotes_by: CalendarDate
  decide_by: CalendarDate
  description: string | null
  scope: string
  round: number
  status: 'Quote' | 'pending_quotes'
  follows: string | null
  requested_by: string
  requested_at: Date
}

/**
 * Saves a request as the building's service of its type, new or in place of `before`. Throws DomainError
 * 'service_already_requested' when another request was faster. [4.service.2]
 */
export async function saveRequest(
  tx: Tx,
  building_id: string,
  before: string | undefined,
  request: NewRequest,
) {
  const columns = ['id', 'building_id', 'service_type_id', 'round', 'excluded_vendors', 'status'] as const
  const { service_type_id, follows, ...again } = request
  const saved = before
    ? await tx
        .updateTable('building_services')
        .set({ ...again, updated_at: sql`now()`, assigned_vendor: null, closed_reason: null })
        .where('id', '=', before)
        .returning(columns)
        .executeTakeFirst()
    : await tx
        .insertInto('building_services')
        .values({ ...request, building_id })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
  if (!saved) throw new DomainError('service_already_requested')
  return saved
}

/** Which of these vendors offer the type. */
export async function offeringAmong(tx: Tx, typeId: string, vendorIds: string[]): Promise<string[]> {
  if (vendorIds.length === 0) return []
  const rows = await tx
    .selectFrom('vendor_services')
    .where('service_type_id', '=', typeId)
    .where('vendor_id', 'in', vendorIds)
    .where('is_active', '=', true)
    .select('vendor_id')
    .execute()
  return rows.map(({ vendor_id }) => vendor_id)
}

export async function isActiveType(tx: Tx, typeId: string): Promise<boolean> {
  const type = await activeTypes(tx).where('id', '=', typeId).executeTakeFirst()
  return type !== undefined
}

/** What a service type asks. Throws DomainError 'not_found' for an unknown one. */
export async function scopeForm(tx: Tx, typeId: string) {
  const type = await tx
    .selectFrom('service_types')
    .where('id', '=', typeId)
    .select('scope_form')
    .executeTakeFirst()
  if (!type) throw new DomainError('not_found')
  return type.scope_form
}

/** What a building answered in its latest round with answers. */
export async function lastScope(tx: Tx, buildingId: string, typeId: string) {
  const round = await tx
    .selectFrom('request_rounds')
    .where('building_id', '=', buildingId)
    .where('service_type_id', '=', typeId)
    .where(sql<boolean>`scope <> '[]'`)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .select('scope')
    .executeTakeFirst()
  return round?.scope ?? []
}

/** The number of vendors with a pending quote for these services. */
export async function countAsked(tx: Tx, serviceIds: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('service_quotes')
    .where('building_service_id', 'in', serviceIds)
    .where('status', '=', 'pending')
    .select((eb) => eb.fn.count<number>('vendor_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
