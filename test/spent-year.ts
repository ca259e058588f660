import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'

// A year of visits and invoices of 1431 Minor Ave, written as it is after years of use.

const SERVICES = ['Landscaping', 'Snow Removal', 'Window Washing', 'Concierge']
const visit = fc.record({
  service: fc.nat(SERVICES.length - 1),
  /** Days after January 1, 2026: some before and some after that year. */
  day: fc.integer({ min: -40, max: 400 }),
  status: fc.constantFrom(
    'confirmed',
    'completed',
    'completed',
    'completed',
    'cancelled',
    'missed',
    'disputed',
  ),
  /** Which invoice asks for it; most are of none. */
  invoice: fc.nat(8),
  /** What its vendor asks less than was agreed. */
  less: fc.nat(50_00),
  credited: fc.integer({ min: 0, max: 5 }).map((times) => times === 0),
})
const invoice = fc.record({
  status: fc.constantFrom('draft', 'sent', 'disputed', 'approved', 'approved'),
  day: fc.integer({ min: -20, max: 320 }),
  tax_rate: fc.constantFrom(0, 1025, 725, 3000, 1),
  start: fc.boolean(),
  extras: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 900_00 }), refused: fc.boolean() }), {
    maxLength: 3,
  }),
})
export const spentYear = fc.record({
  prices: fc.array(fc.integer({ min: 100_00, max: 900_00 }), { minLength: 4, maxLength: 4 }),
  once: fc.array(fc.constantFrom(0, 0, 250_00, 99_99), { minLength: 4, maxLength: 4 }),
  // A service has at most one visit a day.
  visits: fc.uniqueArray(visit, { maxLength: 60, selector: ({ service, day }) => `${service} ${day}` }),
  invoices: fc.array(invoice, { minLength: 4, maxLength: 4 }),
  fees: fc.integer({ min: 1, max: 12 }),
})
export type SpentYear = typeof spentYear extends fc.Arbitrary<infer Year> ? Year : never

const dayOf = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)

/** Replaces what the building has by this year. The parts of taxes are the database's. */
export async function writeYear(db: pg.Client, building: string, vendor: string, year: SpentYear) {
  await db.query('set session_replication_role = replica')
  await db.query(`delete from invoice_lines; delete from credit_notes; delete from invoices; delete from appointments; delete from service_quotes;
    delete from building_services; delete from payables; delete from fees`)
  const quotes = SERVICES.map(() => randomUUID())
  for (const [at, name] of SERVICES.entries()) {
    const service = randomUUID()
    await db.query(
      `insert into building_services (id, building_id, service_type_id, status, description, preferred_start_date, assigned_vendor)
       select $1, $2, id, 'Accepted', 'Please', '2026-01-01', $3 from service_types where name = $4`,
      [service, building, vendor, name],
    )
    await db.query(
      `insert into service_quotes (id, building_service_id, building_id, service_type_id, vendor_id, status, vendor_status, per_visit_price, start_price, once_price)
       select $1, $2, $3, id, $4, 'accepted', 'quoted', $5, nullif($6::int, 0), $6 from service_types where name = $7`,
      [quotes[at], service, building, vendor, year.prices[at], year.once[at], name],
    )
  }
  const ids = year.invoices.map(() => randomUUID())
  const lines = new Map<string, number>(ids.map((id) => [id, 0]))
  const started = new Set<string>()
  const addLine = (id: string, line: Record<string, unknown>) => {
    const position = (lines.get(id) ?? 0) + 1
    lines.set(id, position)
    return db.query(
      `insert into invoice_lines (invoice_id, building_id, vendor_id, position, kind, appointment_id, service_quote_id, description, amount,
         refused_reason, credit_note_id)
       select $1, $2, $3, $4, kind, appointment_id, service_quote_id, description, amount, refused_reason, credit_note_id
       from jsonb_populate_record(null::invoice_lines, $5)`,
      [id, building, vendor, position, JSON.stringify(line)],
    )
  }
  for (const [at, { status, day, tax_rate }] of year.invoices.entries())
    await db.query(
      `insert into invoices (id, vendor_id, building_id, number, status, date, due_date, tax_rate, subtotal, tax, total, sent_at, approved, decided_at)
       select $1, $2, $3, $4, $5::text, $6::date, $6::date + 30, $7, 100, tax, 100 + tax, case when $5 <> 'draft' then now() end,
         case $5 when 'approved' then 100 + tax end, case $5 when 'approved' then now() end
       from (select (100 * $7::int + 5000) / 10000 as tax) share`,
      [ids[at], vendor, building, `Y-${at}`, status, dayOf(day), tax_rate],
    )
  for (const { service, day, status, invoice, less, credited } of year.visits) {
    const id = randomUUID()
    const [quote, price] = [quotes[service], year.prices[service] ?? 0]
    await db.query(
      `insert into appointments (id, building_id, building_service_id, service_quote_id, vendor_id, nominal_date, series_date, series_time, scheduled_date,
         scheduled_time, confirmed_date, confirmed_time, status, changed_by, change_reason)
       select $1, $2, building_service_id, $3, $4, $5, $5, '09:00', $5, '09:00', $5, '09:00', $6, 'vendor', 'Rain' from service_quotes where id = $3`,
      [id, building, quote, vendor, dayOf(day), status],
    )
    const asked = ids[invoice]
    if (asked !== undefined && (status === 'completed' || status === 'disputed')) {
      const of = { kind: 'visit', appointment_id: id }
      if (credited) await addLine(asked, { ...of, amount: price, credit_note_id: randomUUID() })
      await addLine(asked, { ...of, amount: price - less })
    }
  }
  for (const [at, { start, extras }] of year.invoices.entries()) {
    const [id, quote, amount] = [ids[at] ?? '', quotes[at] ?? '', year.once[at] ?? 0]
    if (start && amount > 0 && !started.has(quote))
      await addLine(id, { kind: 'start', service_quote_id: quote, amount })
    for (const { amount, refused } of extras)
      await addLine(id, {
        kind: 'extra',
        description: 'An extra',
        amount,
        refused_reason: refused ? 'No.' : null,
      })
  }
  await db.query(`select share_tax(id, tax_rate) from invoices where status <> 'draft'`)
  for (let month = 0; month < year.fees; month += 1)
    await db.query(
      `with fee as (insert into fees (building_id, month, kind) values ($1, make_date(2026, $2, 1), 'monthly') returning *)
       insert into payables (id, building_id, kind, amount, due_date) select id, building_id, 'fee', 25000, month + 31 from fee`,
      [building, month + 1],
    )
  await db.query('set session_replication_role = origin')
}
