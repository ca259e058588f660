import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Booking } from '../../../domain/visits/availability.ts'
import type { SeriesVisit } from '../../../domain/visits/series.ts'
import type { Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'

type AcceptedQuote = { id: string; building_service_id: string; building_id: string; vendor_id: string }

/** Books the visits of an acceptance; scheduled and confirmed date and time are the same. One statement. [4.visit.4] */
export async function bookVisits(
  tx: Tx,
  quote: AcceptedQuote,
  { bookings, time, window_minutes }: { bookings: Booking[]; time: string; window_minutes: number | null },
): Promise<void> {
  const visits = bookings.map(({ nominal_date, scheduled_date, shift_days }) => ({
    quote,
    nominal_date,
    shift_days,
    series_date: scheduled_date,
    series_time: time,
    window_minutes,
  }))
  await bookMissing(tx, visits)
}

const lockUntilEnded = statement(
  (db, { ahead, after, limit }: { ahead: CalendarDate; after: string; limit: number }) =>
    db
      .selectFrom('building_services as s')
      .innerJoin('service_quotes as q', (join) =>
        join
          .onRef('q.building_service_id', '=', 's.id')
          .onRef('q.round', '=', 's.round')
          .on('q.status', '=', 'accepted'),
      )
      .innerJoin('service_types as t', 't.id', 's.service_type_id')
      .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
      .innerJoin('buildings as b', 'b.id', 'q.building_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('appointments')
            .whereRef('service_quote_id', '=', 'q.id')
            .orderBy('nominal_date', 'desc')
            .limit(1)
            .select(['nominal_date as booked', 'series_date', 'series_time', 'shift_days', 'window_minutes'])
            .as('last'),
        (join) => join.onTrue(),
      )
      .where('s.until_ended', '=', true)
      .where('s.id', '>', after)
      .where('s.status', '=', 'Accepted')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('service_stops')
              .whereRef('service_quote_id', '=', 'q.id')
              .where('until_date', 'is', null),
          ),
        ),
      )
      .where(sql<boolean>`last.booked + s.required_every_weeks * 7 <= ${ahead}`)
      .orderBy('s.id')
      .limit(limit)
      .select([
        'q.id',
        'q.building_service_id',
        'q.building_id',
        'q.vendor_id',
        't.name as service',
        'v.company_name',
      ])
      .select((eb) => [
        eb.ref('s.required_every_weeks').$notNull().as('required_every_weeks'),
        eb.ref('last.booked').$notNull().as('booked'),
        eb.ref('last.series_date').$notNull().as('series_date'),
        eb.ref('last.series_time').$notNull().as('series_time'),
      ])
      .select([
        'last.shift_days',
        'last.window_minutes',
        'q.weekdays',
        'b.closed_weekdays',
        'b.closed_on_holidays',
      ])
      .select(['b.quiet_from', 'b.quiet_until'])
      .forNoKeyUpdate(['s', 'q'])
      .skipLocked(),
)

/**
 * Services without an end whose next visit is to be booked by the day `ahead`, in the order of their ids from after one, under
 * locks; and of the visit that is booked last its day by the schedule and the time of its series. Those that somebody changes
 * now are left for the next time.
 */
export async function lockToBook(tx: Tx, ahead: CalendarDate, after: string, limit: number) {
  const services = await lockUntilEnded(tx, { ahead, after, limit })
  return services.map(({ id, building_service_id, building_id, vendor_id, ...service }) => ({
    ...service,
    quote: { id, building_service_id, building_id, vendor_id },
  }))
}

type NewVisit = { quote: AcceptedQuote } & Pick<Booking, 'nominal_date' | 'shift_days'> &
  Pick<SeriesVisit, 'series_date' | 'series_time'> & { window_minutes: number | null }

/** Books visits of several quotes at the times of their series; those that are booked already stay. Who is assigned to the service goes to them, too. Returns the ids of the quotes, one for each new visit. Without a day that suits both (`shift_days` null) a visit is booked as cancelled. */
export async function bookMissing(tx: Tx, visits: NewVisit[]): Promise<string[]> {
  const rows = visits.map(({ quote, ...visit }) => ({ ...quote, ...visit }))
  const booked = await sql<{ service_quote_id: string }>`
    insert into appointments (building_id, building_service_id, service_quote_id, vendor_id,
      nominal_date, shift_days, window_minutes, series_date, series_time, scheduled_date, scheduled_time, confirmed_date,
      confirmed_time, status, assigned_to)
    select building_id, building_service_id, id, v.vendor_id, nominal_date, shift_days, window_minutes, series_date, series_time,
      series_date, series_time, series_date, series_time, case when shift_days is null then 'cancelled' else 'confirmed' end, person
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (id uuid, building_service_id uuid, building_id uuid, vendor_id uuid, nominal_date date, shift_days smallint,
        window_minutes smallint, series_date date, series_time time)
      left join service_assignments on service_quote_id = v.id
    on conflict on constraint one_visit_a_day do nothing
    returning service_quote_id`.execute(tx)
  return booked.rows.map(({ service_quote_id }) => service_quote_id)
}

/** How many visits an acceptance booked. */
export async function countBooked(tx: Tx, quoteId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('appointments')
    .where('service_quote_id', '=', quoteId)
    .where('shift_days', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
