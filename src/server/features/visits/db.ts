import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  type cancel,
  type complete,
  type move,
  type reopen,
  requireShownCount,
  type Side,
} from '../../../domain/visits/change.ts'
import type { moveSeries } from '../../../domain/visits/series.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import { requirementsOf } from '../compliance/requirements.db.ts'
import { type FilterValues, visitPasses } from './filter.db.ts'
import { visitPrice } from './price.db.ts'

/** Whose visits: a building's, or a vendor's. */
export type VisitsOf = 'building_id' | 'vendor_id'
type Since = { id: string; from: CalendarDate } & FilterValues

/** Marked completed less than a minute ago, by the database's clock. Its mail waits as long: recipients.sql. */
export const justCompleted =
  sql<boolean>`coalesce(appointments.completed_at > now() - undo_time(), false)`.as('just_completed')

/** When the vendor set off for the visit on its present day. */
export const onTheWayAt =
  sql<Date | null>`case when attendances.on_the_way_for = scheduled_date then on_the_way_at end`.as(
    'on_the_way_at',
  )

/**
 * Who is assigned, for the vendor's own office alone. A join would bring in all rules of who sees whose profile, which cost
 * more than the visits. Product 1.8
 */
export const assigneeForVendor = [
  sql<string | null>`case when appointments.vendor_id = (select viewer_vendor()) then assigned_to end`.as(
    'assigned_to',
  ),
  sql<string | null>`case when assigned_to is not null then colleague_name(assigned_to) end`.as(
    'assigned_name',
  ),
] as const

/** What a row on the screen says of a visit, in the order of their times. */
export function shownVisits(db: QueryCreator<DB>) {
  return db
    .selectFrom('appointments')
    .innerJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .innerJoin('service_types', 'service_types.id', 'service_quotes.service_type_id')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'appointments.vendor_id')
    .innerJoin('buildings', 'buildings.id', 'appointments.building_id')
    .orderBy('scheduled_date')
    .orderBy('scheduled_time')
    .orderBy('appointments.id')
    .select(['appointments.id', 'scheduled_date', 'scheduled_time', 'service_types.name', 'company_name'])
    .select(['buildings.address', 'buildings.city', 'buildings.state'])
    .select(visitPrice('appointments', 'service_quotes').as('price'))
    .select(['appointments.status', 'appointments.vendor_id', 'appointments.building_id'])
    .select('appointments.building_service_id')
    .select(['changed_by', 'change_reason', 'earlier_date', 'earlier_time', justCompleted])
    .select(['nominal_date', 'shift_days', 'window_minutes', 'service_quotes.weekdays'])
    .leftJoin('attendances', 'attendances.appointment_id', 'appointments.id')
    .leftJoin('visit_claims', 'visit_claims.appointment_id', 'appointments.id')
    .leftJoin('visit_disputes', 'visit_disputes.appointment_id', 'appointments.id')
    .leftJoin('visit_suggestions as suggestion', (join) =>
      join
        .onRef('suggestion.appointment_id', '=', 'appointments.id')
        .on('suggestion.answer', 'is', null)
        .onRef('suggestion.from_date', '=', 'scheduled_date')
        .onRef('suggestion.from_time', '=', 'scheduled_time'),
    )
    .select(['suggested_by', 'suggested_date', 'suggested_time', 'suggestion.reason as suggestion_reason'])
    .select(['checked_in_at', 'finished_at', onTheWayAt, 'claimed_at', 'visit_claims.answer as claim_answer'])
    .select('visit_disputes.outcome')
    .select(assigneeForVendor)
}

/** The same with what each visit's vendor needs on its day: `withMissing` says what of it is missing. Product 2.6 */
export const plannedVisits = (db: QueryCreator<DB>) =>
  shownVisits(db).select(requirementsOf('service_quotes').as('requirements'))

/** A page of these visits. Which ones are on it is decided first, so that what their rows say is not read of all before them. */
function pageOf(
  db: QueryCreator<DB>,
  visits: SelectQueryBuilder<DB, 'appointments', object>,
  { limit, offset }: PageRange,
) {
  const page = visits
    .orderBy('scheduled_date')
    .orderBy('scheduled_time')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .select('id')
  return plannedVisits(db).where('appointments.id', '=', sql<string>`any (array(${page}))`)
}

const visitsFrom = (of: VisitsOf, all: boolean) =>
  statement((db, { id, from, service, building, limit, offset }: Since & PageRange) => {
    const visits = db
      .selectFrom('appointments')
      .where(of, '=', id)
      .where('scheduled_date', '>=', from)
      .where(visitPasses({ service, building }))
    return pageOf(db, all ? visits : visits.where('status', '=', 'confirmed'), { limit, offset })
  })

const countFrom = (of: VisitsOf) =>
  statement((db, { id, from, service, building }: Since) =>
    db
      .selectFrom('appointments')
      .where(of, '=', id)
      .where('scheduled_date', '>=', from)
      .where(visitPasses({ service, building }))
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        fn.countAll<number>().filterWhere('status', '=', 'confirmed').as('booked'),
      ]),
  )

const upcomingOf = (of: VisitsOf) => ({
  /** Visits from a day on, soonest first: the cancelled and the completed ones, too. */
  all: visitsFrom(of, true),
  /** Those that are to take place. */
  booked: visitsFrom(of, false),
  /** How many visits there are from a day on, and how many of them are confirmed: one row. */
  count: countFrom(of),
})

/** Visits to come, all that the viewer may see, of one building or one vendor. */
export const upcoming = { building_id: upcomingOf('building_id'), vendor_id: upcomingOf('vendor_id') }

/** Confirmed visits of a vendor before a day, longest ago first. */
export const visitsToComplete = statement(
  (db, { vendorId, before, limit, offset }: { vendorId: string; before: CalendarDate } & PageRange) =>
    pageOf(
      db,
      db
        .selectFrom('appointments')
        .where('vendor_id', '=', vendorId)
        .where('status', '=', 'confirmed')
        .where('scheduled_date', '<', before),
      { limit, offset },
    ),
)

export async function countVisitsToComplete(tx: Tx, vendorId: string, before: CalendarDate): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'confirmed')
    .where('scheduled_date', '<', before)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The name of a visit's service; crew sees no quotes, and so asks for it. */
export const serviceName = sql<string>`case when viewer_crew() is null then service_types.name
  else (select service from assigned_work(appointments.id)) end`

const visitById = (tx: Tx, id: string) =>
  tx
    .selectFrom('appointments')
    .leftJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .leftJoin('service_types', 'service_types.id', 'service_quotes.service_type_id')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'appointments.vendor_id')
    .where('appointments.id', '=', id)
    .select(['appointments.id', 'appointments.building_id', 'appointments.vendor_id', 'appointments.status'])
    .select(['scheduled_date', 'scheduled_time', serviceName.as('name'), 'company_name', justCompleted])
    .select('checked_in_at')

/** A visit that the viewer may change, under a lock; somebody else's is not found. */
export async function lockVisit(tx: Tx, id: string) {
  const visit = await visitById(tx, id).forUpdate('appointments').executeTakeFirst()
  if (!visit) throw new DomainError('not_found')
  return visit
}

/** A visit that the viewer sees; somebody else's is not found. */
export async function findVisit(tx: Tx, id: string) {
  const visit = await visitById(tx, id).executeTakeFirst()
  if (!visit) throw new DomainError('not_found')
  return visit
}

type Changed = ReturnType<typeof complete | typeof reopen | typeof move | typeof cancel>

/** Who goes to visits that were changed. Product 1.8 */
export const goersOf = (changed: { assigned_to: string | null }[]): string[] => [
  ...new Set(changed.flatMap(({ assigned_to }) => assigned_to ?? [])),
]

/** Returns who goes there. */
export async function saveVisit(tx: Tx, id: string, changed: Changed): Promise<string[]> {
  const completed_at = 'status' in changed && changed.status === 'completed' ? sql<Date>`now()` : null
  const saved = await tx
    .updateTable('appointments')
    .set({ ...changed, completed_at })
    .where('id', '=', id)
    .returning('assigned_to')
    .execute()
  return goersOf(saved)
}

/**
 * A visit and those of its quote, under locks in a fixed order: first the quote, so that nothing is booked for it meanwhile.
 * Somebody else's is not found.
 */
export async function lockSeries(tx: Tx, id: string) {
  const quote = await tx
    .selectFrom('service_quotes as q')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', (eb) => eb.selectFrom('appointments').where('id', '=', id).select('service_quote_id'))
    .select(['q.id', 't.name as service', 'v.company_name'])
    .forNoKeyUpdate('q')
    .executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  const visits = await tx
    .selectFrom('appointments')
    .where('service_quote_id', '=', quote.id)
    // Visits that are over stay unlocked; the named one tells how it stands. Cancelled ones keep their place in the series.
    .where((visit) => visit.or([visit('status', 'in', ['confirmed', 'cancelled']), visit('id', '=', id)]))
    .orderBy('id')
    .select([
      'id',
      'building_id',
      'vendor_id',
      'building_service_id',
      'status',
      'scheduled_date',
      'scheduled_time',
    ])
    .select(['nominal_date', 'series_date', 'series_time', 'checked_in_at'])
    .forUpdate()
    .execute()
  const visit = visits.find((each) => each.id === id)
  if (!visit) throw new DomainError('not_found')
  return { quote, visits, visit }
}

type ChangedBy = { changed_by: Side; change_reason: string }

type MovedSeries = ReturnType<typeof moveSeries>

/** Saves visits that moved, in one statement. Returns who goes to each. Throws DomainError 'conflict' when one of them isn't confirmed any more. */
export async function saveMoved(
  tx: Tx,
  moved: MovedSeries['moved'],
  { changed_by, change_reason }: ChangedBy,
) {
  const { rows } = await sql<{ id: string; assigned_to: string | null }>`
    update appointments a set scheduled_date = m.scheduled_date, scheduled_time = m.scheduled_time,
      confirmed_date = m.scheduled_date, confirmed_time = m.scheduled_time, series_date = m.series_date,
      series_time = m.series_time, earlier_date = m.earlier_date, earlier_time = m.earlier_time,
      changed_by = ${changed_by}, change_reason = ${change_reason}
    from json_to_recordset(${JSON.stringify(moved)}::json) as m (id uuid, scheduled_date date, scheduled_time time,
      series_date date, series_time time, earlier_date date, earlier_time time)
    where a.id = m.id and a.status = 'confirmed' returning a.id, a.assigned_to`.execute(tx)
  requireShownCount(moved, rows.length)
  return rows
}

/** Saves the places in the series of visits that stay where they are, in one statement. */
export async function savePlaces(tx: Tx, places: MovedSeries['replaced']): Promise<void> {
  if (places.length === 0) return
  await sql`
    update appointments a set series_date = m.series_date, series_time = m.series_time
    from json_to_recordset(${JSON.stringify(places)}::json) as m (id uuid, series_date date, series_time time)
    where a.id = m.id`.execute(tx)
}

/** Cancels visits, in one statement. Returns who was to go there. */
export async function cancelVisits(tx: Tx, ids: string[], changed: ChangedBy): Promise<string[]> {
  if (ids.length === 0) return []
  const cancelled = await tx
    .updateTable('appointments')
    .set({ ...changed, status: 'cancelled', completed_at: null })
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .returning('assigned_to')
    .execute()
  return goersOf(cancelled)
}
