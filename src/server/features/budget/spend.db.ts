import { type RawBuilder, sql } from 'kysely'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import { FEE_CATEGORY, OTHER_CATEGORY } from '../../../domain/budget/spend-line.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { CHARGED } from '../../../domain/visits/visits.ts'
import type { Tx } from '../../db/pool.ts'
import { renewedPrice } from '../visits/price.db.ts'

/** What a building spends from one day to before another, on the city's today. */
export type SpendSpan = { building_id: string; from: CalendarDate; until: CalendarDate; today: CalendarDate }

const charged = sql.join(CHARGED.map((status) => sql.lit(status)))
/** A line that is asked for: neither in a draft, nor refused, nor credited. */
const isAskedFor = sql`l.tax is not null and l.refused_reason is null and l.credit_note_id is null`

/**
 * Everything that a building spends, a narrow row each, as domain/budget/spend-line.ts says: each visit together with its line of an invoice,
 * one-time prices, approved extras, and service fees, those to come too. `source` is the visit, quote, line or fee; a fee to come has none.
 * Drafts, which have no tax, never count. Product 3.5
 */
export function spendRows({ building_id, from, until, today }: SpendSpan): RawBuilder<unknown> {
  return sql`
    select 'visit' as kind, a.id as source, a.scheduled_date as day, q.service_type_id as service,
      coalesce(l.amount + l.tax, ${renewedPrice(sql`a.nominal_date`, 'q')}) as amount, a.scheduled_date > ${today}::date as to_come
    from appointments a join service_quotes q on q.id = a.service_quote_id
      left join invoice_lines l on l.appointment_id = a.id and l.building_id = ${building_id}::uuid and l.credit_note_id is null and l.tax is not null
    where a.building_id = ${building_id}::uuid and a.scheduled_date >= ${from}::date and a.scheduled_date < ${until}::date
      and a.status in (${charged})
    union all
    select 'start', q.id, f.scheduled_date, q.service_type_id, coalesce(l.amount + l.tax, q.once_price), f.scheduled_date > ${today}::date
    from service_quotes q
      join lateral (select a.scheduled_date from appointments a where a.service_quote_id = q.id and a.status in (${charged})
        order by a.scheduled_date, a.scheduled_time, a.id limit 1) f on true
      left join invoice_lines l on l.service_quote_id = q.id and ${isAskedFor}
    where q.building_id = ${building_id}::uuid and q.status = 'accepted' and q.once_price > 0
      and f.scheduled_date >= ${from}::date and f.scheduled_date < ${until}::date
    union all
    select 'extra', l.id, i.date, (
        select q.service_type_id from invoice_lines o left join appointments a on a.id = o.appointment_id
          join service_quotes q on q.id = coalesce(o.service_quote_id, a.service_quote_id)
        where o.invoice_id = i.id order by o.position limit 1),
      l.amount + l.tax, i.date > ${today}::date
    from invoices i join invoice_lines l on l.invoice_id = i.id and l.kind = 'extra' and ${isAskedFor}
    where i.building_id = ${building_id}::uuid and i.status = 'approved' and i.date >= ${from}::date and i.date < ${until}::date
    union all
    select 'fee', f.id, f.month, null, o.amount - o.credited, false
    from fees f join payables o on o.id = f.id
    where f.building_id = ${building_id}::uuid and f.month >= ${from}::date and f.month < ${until}::date
    union all
    select 'fee', null, m.day::date, null, ${sql.lit(MONTHLY_FEE)}, true
    from (select max(month) as month from fees where building_id = ${building_id}::uuid) last,
      generate_series(greatest(last.month + interval '1 month', date_trunc('month', ${from}::date)), ${until}::date - interval '1 day', interval '1 month') m (day)
    where last.month is not null and exists (select from buildings b where b.id = ${building_id}::uuid and b.captain_id is not null)`
}

const firstDay = (buildingId: string) =>
  sql<CalendarDate | null>`least((select min(month) from fees where building_id = ${buildingId}),
    (select min(scheduled_date) from appointments where building_id = ${buildingId}))`

/** The day of a building's first fee or visit; null without one. */
export async function firstSpend(tx: Tx, buildingId: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`select ${firstDay(buildingId)} as day`.execute(tx)
  return rows[0]?.day ?? null
}

/** The building's name, address and number of units, and the day of its first fee or visit. */
export const budgetedBuilding = (tx: Tx, id: string) =>
  tx
    .selectFrom('buildings')
    .where('id', '=', id)
    .select(['name', 'address', 'city', 'state', 'number_of_units as units'])
    .select(firstDay(id).as('first'))
    .executeTakeFirstOrThrow()

/** The category of a row, by the catalog. */
export const category = sql<string>`case when s.kind = 'fee' then ${sql.lit(FEE_CATEGORY)} else coalesce(t.category, ${sql.lit(OTHER_CATEGORY)}) end`

/** What was spent and what is to come of a month (its 1st) and category, in cents, each with its number of lines. */
export type SpendFigure = {
  month: CalendarDate
  category: string
  spent: number
  spent_lines: number
  to_come: number
  to_come_lines: number
}

/** A building's spend by month and category, without a name: a year of 5,000 lines is summed by the database. Product 3.4 */
export async function spendFigures(tx: Tx, span: SpendSpan): Promise<SpendFigure[]> {
  const { rows } = await sql<SpendFigure>`
    with s as (
      select date_trunc('month', day)::date as month, service, kind, to_come, sum(amount) as amount, count(*) as lines
      from (${spendRows(span)}) s group by 1, service, kind, to_come)
    select s.month, ${category} as category,
      coalesce(sum(s.amount) filter (where not to_come), 0)::bigint as spent,
      coalesce(sum(s.lines) filter (where not to_come), 0)::bigint as spent_lines,
      coalesce(sum(s.amount) filter (where to_come), 0)::bigint as to_come,
      coalesce(sum(s.lines) filter (where to_come), 0)::bigint as to_come_lines
    from s left join service_types t on t.id = s.service
    group by s.month, 2 order by s.month, 2`.execute(tx)
  return rows
}
