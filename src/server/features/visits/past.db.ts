import { type QueryCreator, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import type { VisitsOf } from './db.ts'
import { type FilterValues, passes } from './filter.db.ts'
import { visitPrice } from './price.db.ts'

/** The visits of a building or a vendor from one day to before another. */
type Between = { id: string; from: CalendarDate; until: CalendarDate } & FilterValues

function visitsBetween(db: QueryCreator<DB>, of: VisitsOf, { id, from, until, service, building }: Between) {
  return db
    .selectFrom('appointments as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'a.vendor_id')
    .innerJoin('buildings as b', 'b.id', 'a.building_id')
    .where(`a.${of}`, '=', id)
    .where('a.scheduled_date', '>=', from)
    .where('a.scheduled_date', '<', until)
    .where(passes({ service, building }, { service: 'q.service_type_id', building: 'a.building_id' }))
    .select(['a.id', 'a.scheduled_date', 'a.scheduled_time', 'a.status'])
    .select(['t.name', 'v.company_name', 'b.address', visitPrice('a', 'q').as('price')])
    .leftJoin('visit_claims as c', 'c.appointment_id', 'a.id')
    .leftJoin('visit_disputes as d', 'd.appointment_id', 'a.id')
    .select(['c.claimed_at', 'd.outcome'])
}

const pageOf = (of: VisitsOf) =>
  statement((db, { limit, offset, id, from, until, service, building }: Between & PageRange) =>
    visitsBetween(db, of, { id, from, until, service, building })
      .orderBy('a.scheduled_date', 'desc')
      .orderBy('a.scheduled_time', 'desc')
      .orderBy('a.id')
      .limit(limit)
      .offset(offset),
  )

const allOf = (of: VisitsOf) =>
  statement((db, { id, from, until, service, building }: Between) =>
    visitsBetween(db, of, { id, from, until, service, building })
      .orderBy('a.scheduled_date')
      .orderBy('a.scheduled_time')
      .orderBy('a.id'),
  )

const countOf = (of: VisitsOf) =>
  statement((db, { id, from, until, service, building }: Between) =>
    db
      .selectFrom('appointments as a')
      .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
      .where(`a.${of}`, '=', id)
      .select((eb) => [
        eb.fn
          .countAll<number>()
          .filterWhere(
            eb.and([
              eb('a.scheduled_date', '>=', from),
              eb('a.scheduled_date', '<', until),
              passes({ service, building }, { service: 'q.service_type_id', building: 'a.building_id' }),
            ]),
          )
          .as('total'),
        sql<CalendarDate | null>`min(a.scheduled_date)`.as('first_day'),
      ]),
  )

const pastOf = (of: VisitsOf) => ({
  /** A page of them, the last one first. */
  page: pageOf(of),
  /** All of them, the first one first. */
  all: allOf(of),
  /** How many visits there are between the days, and the day of the very first one, whatever the filter: one row. */
  count: countOf(of),
})

export const visitsGoneBy = { building_id: pastOf('building_id'), vendor_id: pastOf('vendor_id') }
