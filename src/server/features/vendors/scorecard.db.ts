import { sql } from 'kysely'
import { addDays, type CalendarDate } from '../../../domain/calendar.ts'
import { ON_TIME_MINUTES, SCORED_DAYS, type Scorecard } from '../../../domain/vendors/scorecard.ts'
import type { Tx } from '../../db/pool.ts'

type Counting = { day: CalendarDate; timeZone: string; vendors: readonly string[] }

/** The next vendors in the order of their ids, after one. */
export async function vendorsAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  const vendors = await tx
    .selectFrom('vendor_profiles')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select('id')
    .execute()
  return vendors.map(({ id }) => id)
}

/**
 * Counts the scorecards of these vendors anew: visits and prices of the last twelve months before this day. A visit is on time if
 * somebody checked in by the end of its window and a quarter of an hour, or on its day where it has none.
 */
export async function countScorecards(tx: Tx, { day, timeZone, vendors }: Counting): Promise<void> {
  const since = addDays(day, -SCORED_DAYS)
  await sql`
    with held as (
      select a.vendor_id, count(*) filter (where a.status <> 'missed') as visits,
        count(*) filter (where a.status <> 'missed' and a.checked_in_at is not null) as timed,
        count(*) filter (where a.status <> 'missed' and a.checked_in_at < case
          when a.window_minutes is null then (a.scheduled_date + 1)::timestamp at time zone ${timeZone}
          else (a.scheduled_date + a.scheduled_time + make_interval(mins => a.window_minutes + ${ON_TIME_MINUTES}))
            at time zone ${timeZone} end) as on_time,
        count(*) filter (where a.status = 'missed') as missed,
        count(d.appointment_id) as disputed
      from appointments a left join visit_disputes d on d.appointment_id = a.id
      where a.vendor_id = any (${vendors}::uuid[]) and a.status in ('completed', 'disputed', 'missed')
        and a.scheduled_date between ${since} and ${day}
      group by a.vendor_id),
    -- Once for all quotes: an event has no index by its subject.
    answers as (
      select subject, min(at) as at, (array_agg((data->>'per_visit_price')::bigint order by id)
          filter (where kind = 'quote_submitted'))[1] as first_price
      from events where vendor_id = any (${vendors}::uuid[]) and kind in ('quote_submitted', 'quote_given_up')
        and at >= ${since}::date
      group by subject),
    asked as (
      select q.vendor_id, count(e.at) as answered,
        round(percentile_cont(0.5) within group (order by extract(epoch from e.at - q.created_at) / 60)
          filter (where e.at is not null))::integer as answer_minutes,
        count(*) filter (where q.per_visit_price is not null and q.given_up_reason is null and not q.withdrawn
          and q.status <> 'pending') as decided,
        count(*) filter (where q.status = 'accepted') as won,
        count(*) filter (where q.status = 'accepted' and q.per_visit_price <= coalesce(e.first_price, q.per_visit_price))
          as kept
      from service_quotes q left join answers e on e.subject = q.id
      where q.vendor_id = any (${vendors}::uuid[]) and q.created_at >= ${since}::date group by q.vendor_id),
    rated as (
      select vendor_id, count(*) filter (where thumb = 'up') as liked, count(*) filter (where thumb = 'down') as disliked
      from visit_ratings where vendor_id = any (${vendors}::uuid[]) and rated_at >= ${since}::date group by vendor_id)
    insert into vendor_scorecards (vendor_id, visits, timed, on_time, missed, disputed, answered, answer_minutes, decided, won,
      kept, liked, disliked)
    select v.id, coalesce(visits, 0), coalesce(timed, 0), coalesce(on_time, 0), coalesce(missed, 0), coalesce(disputed, 0),
      coalesce(answered, 0), answer_minutes, coalesce(decided, 0), coalesce(won, 0), coalesce(kept, 0), coalesce(liked, 0),
      coalesce(disliked, 0)
    from vendor_profiles v left join held on held.vendor_id = v.id left join asked on asked.vendor_id = v.id
      left join rated on rated.vendor_id = v.id
    where v.id = any (${vendors}::uuid[])
    on conflict (vendor_id) do update set (visits, timed, on_time, missed, disputed, answered, answer_minutes, decided, won, kept,
      liked, disliked) = (excluded.visits, excluded.timed, excluded.on_time, excluded.missed, excluded.disputed,
      excluded.answered, excluded.answer_minutes, excluded.decided, excluded.won, excluded.kept, excluded.liked,
      excluded.disliked)
    -- Most stay as they are, and are not written.
    where row(vendor_scorecards.*) is distinct from row(excluded.*)`.execute(tx)
}

/** A vendor's scorecard, whether or not it has enough visits to be shown; null before the first night, or out of sight. */
export async function readScorecard(tx: Tx, vendorId: string): Promise<Scorecard | null> {
  const card = await tx
    .selectFrom('vendor_scorecards')
    .where('vendor_id', '=', vendorId)
    .select([
      'visits',
      'timed',
      'on_time',
      'missed',
      'disputed',
      'answered',
      'answer_minutes',
      'decided',
      'won',
      'kept',
    ])
    .select(['liked', 'disliked'])
    .executeTakeFirst()
  return card ?? null
}
