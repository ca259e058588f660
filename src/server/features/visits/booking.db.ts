import { type ExpressionBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Booking } from '../../../domain/visits/availability.ts'
import type { SeriesVisit } from '../../../domain/visits/series.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import { stopsOfAll } from './stop.db.ts'

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

/** The last visit of a quote by the schedule: its day there. */
const lastOfQuote = (eb: ExpressionBuilder<DB & { q: DB['service_quotes'] }, 'q'>) =>
  eb
    .selectFrom('appointments')
    .whereRef('service_quote_id', '=', 'q.id')
    .orderBy('nominal_date', 'desc')
    .limit(1)
    .select('nominal_date')

type Lacking = { today: CalendarDate; ahead: CalendarDate; after: string; limit: number }

const lockUntilEnded = statement((db, { today, ahead, after, limit }: Lacking) =>
  db
    .selectFrom('building_services as s')
    .innerJoin('service_quotes as q', (join) =>
      join
        .onRef('q.building_service_id', '=', 's.id')
        .onRef('q.round', '=', 's.round')
        .on('q.status', '=', 'accepted'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .innerJoinLateral(
      (eb) => lastOfQuote(eb).as('last'),
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
            .where('until_date', 'is', null)
            .where('from_date', '<=', today),
        ),
      ),
    )
    .where(sql<boolean>`last.nominal_date + s.required_every_weeks * 7 <= ${ahead}`)
    .orderBy('s.id')
    .limit(limit)
    .select(['q.id', 'q.building_service_id', 'q.building_id', 'q.vendor_id'])
    .select(['t.name as service', 'v.company_name'])
    .forNoKeyUpdate(['s', 'q'])
    .skipLocked(),
)

const seriesOfQuotes = statement((db, { quotes }: { quotes: readonly string[] }) =>
  db
    .selectFrom('service_quotes as q')
    .innerJoin('request_rounds as s', (join) =>
      join.onRef('s.building_service_id', '=', 'q.building_service_id').onRef('s.round', '=', 'q.round'),
    )
    .innerJoin('buildings as b', 'b.id', 'q.building_id')
    .innerJoinLateral(
      (eb) => lastOfQuote(eb).as('last'),
      (join) => join.onTrue(),
    )
    // One that was held before its time does not move with its series any more.
    .leftJoinLateral(
      (eb) =>
        lastOfQuote(eb)
          .where('status', 'in', ['confirmed', 'cancelled'])
          .where('checked_in_at', 'is', null)
          .as('open'),
      (join) => join.onTrue(),
    )
    .innerJoin('appointments as a', (join) =>
      join
        .onRef('a.service_quote_id', '=', 'q.id')
        .on('a.nominal_date', '=', (eb) => eb.fn.coalesce('open.nominal_date', 'last.nominal_date')),
    )
    .where('q.id', '=', sql<string>`any (${quotes}::uuid[])`)
    .select((eb) => eb.ref('s.required_every_weeks').$notNull().as('required_every_weeks'))
    .select(['q.id', 'last.nominal_date as booked', 'q.weekdays'])
    .select(['a.nominal_date', 'a.series_date', 'a.series_time', 'a.shift_days', 'a.window_minutes'])
    .select(['b.closed_weekdays', 'b.closed_on_holidays', 'b.quiet_from', 'b.quiet_until']),
)

/**
 * Services without an end whose next visit is to be booked by the day `ahead`, in the order of their ids from after one, under
 * locks. Those that somebody changes now are left for the next time.
 */
export async function lockToBook(tx: Tx, lacking: Lacking) {
  const services = await lockUntilEnded(tx, lacking)
  return services.map(({ id, building_service_id, building_id, vendor_id, ...service }) => ({
    ...service,
    quote: { id, building_service_id, building_id, vendor_id },
  }))
}

/**
 * Of quotes that are locked: their series, by the visits that are booked last, with their pauses and ends. In statements after
 * the one that locks, which reads what was committed before its locks were granted: a move or an end could be missing.
 */
export async function readSeries(tx: Tx, quotes: readonly string[]) {
  const [series, stops] = await Promise.all([seriesOfQuotes(tx, { quotes }), stopsOfAll(tx, quotes)])
  const stopsOfQuote = (id: string) => stops.filter(({ service_quote_id }) => service_quote_id === id)
  return new Map(series.map(({ id, ...each }) => [id, { ...each, stops: stopsOfQuote(id) }]))
}

export type QuoteSeries = Awaited<ReturnType<typeof readSeries>> extends Map<string, infer S> ? S : never

type NewVisit = { quote: AcceptedQuote } & Pick<Booking, 'nominal_date' | 'shift_days'> &
  Pick<SeriesVisit, 'series_date' | 'series_time'> & { window_minutes: number | null }
export type NewlyBooked = Pick<SeriesVisit, 'id' | 'scheduled_date' | 'status'> & { service_quote_id: string }

/** Books visits of several quotes at the times of their series; those that are booked already stay. Who is assigned to the service goes to them, too. Without a day that suits both (`shift_days` null) a visit is booked as cancelled. Returns the new ones. */
export async function bookMissing(tx: Tx, visits: NewVisit[]) {
  const rows = visits.map(({ quote, ...visit }) => ({ ...quote, ...visit }))
  const booked = await sql<NewlyBooked>`
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
    returning id, service_quote_id, scheduled_date, status`.execute(tx)
  return booked.rows
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
