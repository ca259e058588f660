import type pg from 'pg'
import { ask, type SideName, type Workload } from './measure.ts'
import type { Person } from './servers.ts'

const VISITS = 5000
/** Lines of an invoice. */
const LINES = 100
const REASON = 'W15'

async function takeBack(db: pg.Pool | pg.Client): Promise<void> {
  await write(db, [
    `delete from invoice_lines where invoice_id in (select id from invoices where number like '${REASON}-%')`,
    `delete from invoices where number like '${REASON}-%'`,
    `delete from appointments where change_reason = '${REASON}'`,
    `delete from budget_lines where building_id in (select building_id from budgets)`,
    'delete from budgets',
  ])
}

/** Rows as they are after a year of use: without triggers. */
async function write(db: pg.Pool | pg.Client, statements: string[]): Promise<void> {
  await db.query(`begin; set local session_replication_role = replica; ${statements.join(';')}; commit`)
  await db.query('vacuum analyze appointments, invoices, invoice_lines, budgets, budget_lines')
}

/** W15: a year's budget and spend by month and category, of a building with 5,000 visits, those until today on invoices of 100 lines. */
export async function yearOfSpend(
  db: pg.Pool | pg.Client,
  { email, cookie }: Person,
  origins: Record<SideName, string>,
): Promise<Workload> {
  await takeBack(db)
  const { rows } = await db.query<{ id: string; year: number }>(
    'select building_id as id, extract(year from current_date)::int as year from profiles where email = $1',
    [email],
  )
  const { id, year } = rows[0] ?? { id: '', year: 0 }
  const building = `'${id}'::uuid`
  // A quote has one planned visit a day, and here more visits than days: what was planned lies in other years.
  await write(db, [
    `insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date, series_date, series_time, scheduled_date,
       scheduled_time, confirmed_date, confirmed_time, status, changed_by, change_reason)
     select q.building_id, q.building_service_id, q.id, q.vendor_id, make_date(${year - 20}, 1, 1) + n, d, '09:00', d, '09:00', d, '09:00',
       case when d <= current_date then 'completed' else 'confirmed' end, 'vendor', '${REASON}'
     from generate_series(0, ${VISITS - 1}) n, lateral (select make_date(${year}, 1, 1) + n * 365 / ${VISITS} as d) day,
       lateral (select *, row_number() over (order by id) - 1 as place, count(*) over () as of from service_quotes
         where building_id = ${building} and status = 'accepted') q where q.place = n % q.of`,
    `create temp table billed on commit drop as
     select id, building_id, vendor_id, (select agreed_price from service_quotes q where q.id = service_quote_id) as amount,
       scheduled_date, (row_number() over w - 1) / ${LINES} as page, (row_number() over w - 1) % ${LINES} + 1 as position
     from appointments where building_id = ${building} and change_reason = '${REASON}' and status = 'completed'
     window w as (partition by vendor_id order by scheduled_date, id)`,
    `create temp table sheets on commit drop as select gen_random_uuid() as id, vendor_id, page, max(scheduled_date) as date, sum(amount) as subtotal,
       (sum(amount) * 1025 + 5000) / 10000 as tax from billed group by vendor_id, page`,
    `insert into invoices (id, vendor_id, building_id, number, status, date, due_date, tax_rate, subtotal, tax, total, sent_at, approved, decided_at)
     select id, vendor_id, ${building}, '${REASON}-' || row_number() over (), 'approved', date, date + 30, 1025, subtotal, tax, subtotal + tax,
       date, subtotal + tax, date from sheets`,
    `insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, appointment_id, amount)
     select s.id, ${building}, b.vendor_id, b.position, 'visit', b.id, b.amount from billed b join sheets s using (vendor_id, page)`,
    `select share_tax(id, 1025::smallint) from sheets`,
    `with budget as (insert into budgets (building_id, year, version, set_at) values (${building}, ${year}, 1, now()) returning id)
     insert into budget_lines (budget_id, building_id, category, amount)
     select budget.id, ${building}, category, 10000000 from budget, (select distinct category from service_types) t`,
  ])
  const input = encodeURIComponent(JSON.stringify({ 0: undefined, 1: { year } }))
  const path = {
    portal: `/api/trpc/accounts.session,budget.year?batch=1&input=${input}`,
    limit: `/spend?year=${year}`,
  }
  return {
    name: `W15 a year of ${VISITS} lines`,
    run: (side, warm) => ask(`${origins[side]}${path[side]}`, cookie, warm),
    done: () => takeBack(db),
  }
}
