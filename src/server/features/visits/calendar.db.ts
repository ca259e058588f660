import type { QueryCreator } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import { plannedVisits, type VisitsOf } from './db.ts'
import { type FilterValues, passes } from './filter.db.ts'

/** From one day to before another. */
type Days = { id: string; from: CalendarDate; until: CalendarDate; limit: number }

const visitsOn = (of: VisitsOf) =>
  statement((db, { id, from, until, limit, service, building }: Days & FilterValues) =>
    plannedVisits(db)
      .where(`appointments.${of}`, '=', id)
      .where('scheduled_date', '>=', from)
      .where('scheduled_date', '<', until)
      .where(
        passes(
          { service, building },
          { service: 'service_quotes.service_type_id', building: 'appointments.building_id' },
        ),
      )
      .limit(limit),
  )

/** The visits of some days, in the order of their times. */
export const calendarOf = { building_id: visitsOn('building_id'), vendor_id: visitsOn('vendor_id') }

/** When and where a vendor is expected on these days, for all its buildings. */
export const bookedTimes = statement((db, { id, from, until, limit }: Days) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('service_quotes as q', 'q.id', 'a.service_quote_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('buildings as b', 'b.id', 'a.building_id')
    .where('a.vendor_id', '=', id)
    .where('a.status', '=', 'confirmed')
    .where('a.scheduled_date', '>=', from)
    .where('a.scheduled_date', '<', until)
    .select(['a.id', 'a.status', 'a.scheduled_date', 'a.scheduled_time', 'a.window_minutes'])
    .select(['t.name', 'b.address'])
    .orderBy('a.scheduled_date')
    .orderBy('a.scheduled_time')
    .orderBy('a.id')
    .limit(limit),
)

const namesOf = (of: VisitsOf) =>
  statement((db, { id, limit }: Pick<Days, 'id' | 'limit'>) => named(db, of, id).limit(limit))

function named(db: QueryCreator<DB>, of: VisitsOf, id: string) {
  return db
    .selectFrom('service_quotes as q')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('buildings as b', 'b.id', 'q.building_id')
    .where(`q.${of}`, '=', id)
    .where((quote) =>
      quote.exists(
        quote.selectFrom('appointments as a').whereRef('a.service_quote_id', '=', 'q.id').select('a.id'),
      ),
    )
    .select(['q.service_type_id', 't.name', 'q.building_id', 'b.address'])
    .distinct()
    .orderBy('t.name')
    .orderBy('b.address')
    .orderBy('q.building_id')
}

/** The services that visits were booked of, each with its building. */
export const bookedServices = { building_id: namesOf('building_id'), vendor_id: namesOf('vendor_id') }
