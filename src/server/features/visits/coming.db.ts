import { type QueryCreator, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import { requirementsOfWork } from '../compliance/requirements.db.ts'
import { serviceName } from './db.ts'

type After = { personId: string; after: CalendarDate }

const assignedAfter = (db: QueryCreator<DB>, { personId, after }: After) =>
  db
    .selectFrom('appointments')
    .where('appointments.assigned_to', '=', personId)
    .where('scheduled_date', '>', after)
    .where('appointments.status', 'in', ['confirmed', 'cancelled'])

/** A page of the visits after a day that a person is assigned to, soonest first. Without any price: crew sees them. Product 1.8 */
export const visitsAfter = statement((db, { limit, offset, personId, after }: After & PageRange) =>
  assignedAfter(db, { personId, after })
    .innerJoin('buildings', 'buildings.id', 'appointments.building_id')
    .leftJoin('service_quotes', 'service_quotes.id', 'appointments.service_quote_id')
    .leftJoin('service_types', 'service_types.id', 'service_quotes.service_type_id')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'appointments.vendor_id')
    .select(['company_name', 'checked_in_at', requirementsOfWork.as('requirements')])
    .select(['appointments.id', 'scheduled_date', 'scheduled_time', 'window_minutes', 'appointments.status'])
    .select(['appointments.vendor_id', 'appointments.building_id', serviceName.as('name')])
    .select(['buildings.address', 'buildings.city', 'buildings.state', 'buildings.zip_code'])
    .select(['earlier_date', 'earlier_time'])
    .select(sql<Date | null>`access_notes_at(appointments.id)`.as('access_notes_at'))
    .orderBy('scheduled_date')
    .orderBy('scheduled_time')
    .orderBy('appointments.id')
    .limit(limit)
    .offset(offset),
)

export const countVisitsAfter = statement((db, after: After) =>
  assignedAfter(db, after).select((eb) => eb.fn.countAll<number>().as('total')),
)
