import type pg from 'pg'
import { ask, make, type SideName, type Workload } from './measure.ts'
import { batch, FAR } from './reading.ts'
import { call, type Person } from './servers.ts'

type Origins = Record<SideName, string>

/** As `invoices.counts` says. */
const PAGE_SIZE = 20
const INVOICES = 6000

/** Rows as after years of use: without triggers. */
export const written = (db: pg.Pool, changes: string) =>
  db.query(`begin; set local session_replication_role = replica; ${changes}; commit`)

/** W16: the invoices of a vendor with 6,000 in all states, at so many buildings as there are. */
export async function invoiceLists(db: pg.Pool, vendor: Person, origins: Origins): Promise<Workload[]> {
  const own = `(select vendor_id from profiles where email = '${vendor.email}')`
  const takeBack = async () => {
    await written(db, `delete from invoices where number like 'W16-%'`)
    await db.query('vacuum analyze invoices')
  }
  await takeBack()
  await written(
    db,
    `insert into invoices (id, vendor_id, building_id, number, status, date, due_date, tax_rate, subtotal, tax, total, created_at, sent_at,
      approved, decided_at, paid)
    select gen_random_uuid(), ${own}, b.id, 'W16-' || n, status, day, day + 30, 0, total, 0, total, day, case when status <> 'draft' then day end,
      case status when 'approved' then total when 'refused' then 0 end, case when status in ('approved', 'refused') then day end,
      case when status = 'approved' and n % 20 > 6 then total else 0 end
    from (select n, current_date - n * 365 / ${INVOICES} as day, 5000 + n % 20000 as total, case n % 20 when 0 then 'draft' when 1 then 'sent'
        when 2 then 'sent' when 3 then 'disputed' when 4 then 'refused' else 'approved' end as status
      from generate_series(1, ${INVOICES}) n) made
    join (select id, row_number() over (order by id) - 1 as place, count(*) over () as of from buildings) b on b.place = n % b.of`,
  )
  await db.query('vacuum analyze invoices')
  const screen = (page: number): Workload => {
    const path = {
      portal: batch([['accounts.session'], ['invoices.counts'], ['invoices.list', { tab: 'all', page }]]),
      limit: `/invoices?offset=${(page - 1) * PAGE_SIZE}`,
    }
    return {
      name: `W16 ${INVOICES} invoices, page ${page}`,
      run: (side, warm) => ask(`${origins[side]}${path[side]}`, vendor.cookie, warm),
    }
  }
  return [screen(1), { ...screen(FAR.page), done: takeBack }]
}

/** Vendors that draft a month; the smallest city has 30. */
export const DRAFTING = 24

/** Long before the city's own visits. */
const MONTH = { month: '2001-01', from: '2001-01-01', until: '2001-01-31' }
const VISITS = 500

/** W17: vendors draft the invoices of a month, each for 500 finished visits at all of its buildings. */
export async function drafting(db: pg.Pool, vendors: Person[], origins: Origins): Promise<Workload> {
  const companies = `(select vendor_id from profiles where email in (${vendors.map(({ email }) => `'${email}'`).join()}))`
  const invoices = `(select id from invoices where vendor_id in ${companies})`
  const forget = async () => {
    await written(
      db,
      `delete from events where kind = 'invoice_created' and subject in ${invoices};
      delete from invoice_lines where invoice_id in ${invoices}; delete from invoices where vendor_id in ${companies}`,
    )
    await db.query('vacuum analyze invoices, invoice_lines, events')
  }
  const takeBack = async () => {
    await forget()
    await written(
      db,
      `delete from appointments where vendor_id in ${companies} and scheduled_date between '${MONTH.from}' and '${MONTH.until}'`,
    )
    await db.query('vacuum analyze appointments')
  }
  await takeBack()
  await written(
    db,
    `insert into appointments (id, building_id, building_service_id, service_quote_id, vendor_id, status, nominal_date, series_date, series_time,
      scheduled_date, scheduled_time, confirmed_date, confirmed_time)
    select gen_random_uuid(), building_id, building_service_id, id, vendor_id, 'completed', day, day, '09:00', day, '09:00', day, '09:00'
    from (select q.*, d::date as day, row_number() over (partition by vendor_id order by d, q.id) as place from service_quotes q
      cross join generate_series(date '${MONTH.from}', date '${MONTH.until}', interval '1 day') d
      where q.status = 'accepted' and q.vendor_id in ${companies}) each
    where place <= ${VISITS}`,
  )
  await db.query('vacuum analyze appointments')
  return {
    name: `W17 drafts of ${VISITS} visits`,
    async run(side) {
      await forget()
      return make(
        vendors.map(({ cookie }) => async () => {
          if (side === 'limit')
            await call(`${origins.limit}/draft-month?from=${MONTH.from}&until=${MONTH.until}`, cookie)
          else await call(`${origins.portal}/api/trpc/invoices.draftMonth`, cookie, { month: MONTH.month })
        }),
      )
    },
    done: takeBack,
  }
}
