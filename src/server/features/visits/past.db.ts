import { type QueryCreator, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'

/** The visits of a building from one day to before another. */
type Between = { buildingId: string; from: CalendarDate; until: CalendarDate }

function visitsBetween(db: QueryCreator<DB>, { buildingId, from, until }: Between) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'a.vendor_id')
    .where('a.building_id', '=', buildingId)
    .where('a.scheduled_date', '>=', from)
    .where('a.scheduled_date', '<', until)
    .select(['a.id', 'a.scheduled_date', 'a.scheduled_time', 'a.status'])
    .select(['t.name', 'v.company_name', 'q.per_visit_price'])
    .leftJoin('visit_claims as c', 'c.appointment_id', 'a.id')
    .leftJoin('visit_disputes as d', 'd.appointment_id', 'a.id')
    .select(['c.claimed_at', 'd.outcome'])
}

/** A page of them, the last one first. */
export const pastVisitsPage = statement(
  (db, { limit, offset, buildingId, from, until }: Between & PageRange) =>
    visitsBetween(db, { buildingId, from, until })
      .orderBy('a.scheduled_date', 'desc')
      .orderBy('a.scheduled_time', 'desc')
      .orderBy('a.id')
      .limit(limit)
      .offset(offset),
)

/** All of them, the first one first. */
export const allPastVisits = statement((db, { buildingId, from, until }: Between) =>
  visitsBetween(db, { buildingId, from, until })
    .orderBy('a.scheduled_date')
    .orderBy('a.scheduled_time')
    .orderBy('a.id'),
)

/** How many visits there are between the days, and the day of the building's very first one: one row. */
export const countPastVisits = statement((db, { buildingId, from, until }: Between) =>
  db
    .selectFrom('appointments as a')
    .where('a.building_id', '=', buildingId)
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb('a.scheduled_date', '>=', from), eb('a.scheduled_date', '<', until)]))
        .as('total'),
      sql<CalendarDate | null>`min(a.scheduled_date)`.as('first_day'),
    ]),
)
