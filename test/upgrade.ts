import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { migrate, REPEATABLE_VERSION } from '../src/server/db/migrate.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const MIGRATIONS = 'database/migrations'
export const migrations = (await readdir(MIGRATIONS)).sort()

/** The first version had no catalog, so these tables could have no rows. */
const NEEDS_CATALOG = ['vendor_services', 'building_services', 'service_quotes', 'appointments']

type Columns = Map<string, string[]>

/** How earlier versions stored what is in another table now: before 018 a fee was its own payable. */
const EARLIER_ROWS: Record<string, string> = {
  fees: '(select f.*, o.amount, o.due_date, o.created_at from fees f join payables o using (id))',
  // Before 075 a building owed fees alone.
  // Before 091 nothing went back.
  payables: `(select (jsonb_populate_record(o, case when credited = 0 then '{}' else jsonb_build_object('credited', 0, 'paid', amount) end)).*
    from payables o where kind = 'fee')`,
  // Before 093 no payment was taken back.
  payments: `(select *, payable_id as fee_id from payments where payable_id in (select id from fees) and status <> 'taken_back')`,
  transfers: `(select * from transfers where payable_id in (select id from fees)
    and not exists (select from payments p where p.id = payment_id and p.status = 'taken_back') and (to_jsonb(transfers) ->> 'refund_id') is null
    and (to_jsonb(transfers) ->> 'chargeback_id') is null)`,
  // Before 008 no visit said by whom and why it was moved or cancelled: all took place as booked.
  // Before 038 none was missed, before 040 none disputed.
  // Before 045 nobody was assigned.
  appointments: `(select (jsonb_populate_record(a, '{"assigned_to": null}' || case when status in ('missed', 'disputed') then '{"status": "completed"}' else '{}' end::jsonb
    || case when changed_by is null then '{}' else jsonb_build_object(
      'status', case status when 'confirmed' then 'confirmed' else 'completed' end,
      'scheduled_date', coalesce(earlier_date, scheduled_date), 'confirmed_date', coalesce(earlier_date, confirmed_date),
      'series_date', coalesce(earlier_date, scheduled_date), 'series_time', coalesce(earlier_time, scheduled_time),
      'scheduled_time', coalesce(earlier_time, scheduled_time), 'confirmed_time', coalesce(earlier_time, confirmed_time),
      'changed_by', null, 'change_reason', null, 'earlier_date', null, 'earlier_time', null) end)).*
    from appointments a)`,
  // Before 044 a company had one person: the others are residents without a building.
  profiles: `(select (jsonb_populate_record(p, case when to_jsonb(p) ->> 'vendor_role' <> 'owner'
    then '{"role": "homeowner", "vendor_id": null, "vendor_role": null}' else '{}' end::jsonb)).* from profiles p)`,
  units: '(select * from units where false)',
  unit_holders: '(select * from unit_holders where false)',
  officers: '(select * from officers where false)',
  invitation_links: '(select * from invitation_links where false)',
  join_requests: '(select * from join_requests where false)',
  member_invitations: '(select * from member_invitations where false)',
  captaincy_offers: '(select * from captaincy_offers where false)',
  office_powers: '(select * from office_powers where false)',
  votes: '(select * from votes where false)',
  vote_options: '(select * from vote_options where false)',
  vote_roll: '(select * from vote_roll where false)',
  vote_voters: '(select * from vote_voters where false)',
  vote_files: '(select * from vote_files where false)',
  vote_proxies: '(select * from vote_proxies where false)',
  ballots: '(select * from ballots where false)',
  paper_sheets: '(select * from paper_sheets where false)',
  paper_ballots: '(select * from paper_ballots where false)',
  vote_signatures: '(select * from vote_signatures where false)',
  vote_boxes: '(select * from vote_boxes where false)',
  secret_ballots: '(select * from secret_ballots where false)',
  vote_receipts: '(select * from vote_receipts where false)',
  announcements: '(select * from announcements where false)',
  announcement_follow_ups: '(select * from announcement_follow_ups where false)',
  announcement_replies: '(select * from announcement_replies where false)',
  announcement_files: '(select * from announcement_files where false)',
  announcement_openings: '(select * from announcement_openings where false)',
  announcement_mutes: '(select * from announcement_mutes where false)',
  visit_claims: '(select * from visit_claims where false)',
  visit_disputes: '(select * from visit_disputes where false)',
  visit_ratings: '(select * from visit_ratings where false)',
  // Before 037 there were no photos of visits, and until 054 their space was counted with the documents'.
  visit_photos: '(select * from visit_photos where false)',
  building_storage: `(select building_id, (select coalesce(sum(file_space(file_size)), 0)::bigint from building_documents d
    where d.building_id = s.building_id) as used_bytes from building_storage s)`,
  service_assignments: '(select * from service_assignments where false)',
  visit_suggestions: '(select * from visit_suggestions where false)',
  request_files: '(select * from request_files where false)',
  quote_files: '(select * from quote_files where false)',
  messages: '(select * from messages where false)',
  message_files: '(select * from message_files where false)',
  message_reads: '(select * from message_reads where false)',
  refused_answers: '(select * from refused_answers where false)',
  portfolio_photos: '(select * from portfolio_photos where false)',
  benchmark_months: '(select * from benchmark_months where false)',
  price_benchmarks: '(select * from price_benchmarks where false)',
  renewals: '(select * from renewals where false)',
  service_quotes: `(select (jsonb_populate_record(q, '{"renewed_until": null}')).* from service_quotes q)`,
  stripe_events: '(select * from stripe_events where false)',
  stripe_payments: '(select * from stripe_payments where false)',
  transfer_details: '(select * from transfer_details where false)',
  automatic_payments: '(select * from automatic_payments where false)',
  vendor_accounts: '(select * from vendor_accounts where false)',
  refunds: '(select * from refunds where false)',
  // Before 094 none was charged back.
  payment_take_backs: '(select * from payment_take_backs where false)',
  chargebacks: '(select * from chargebacks where false)',
  stripe_payouts: '(select * from stripe_payouts where false)',
  stripe_movements: '(select * from stripe_movements where false)',
  invoices: '(select * from invoices where false)',
  invoice_lines: '(select * from invoice_lines where false)',
  invoice_files: '(select * from invoice_files where false)',
  payment_files: '(select * from payment_files where false)',
  invoice_messages: '(select * from invoice_messages where false)',
  credit_notes: '(select * from credit_notes where false)',
  monthly_drafts: '(select * from monthly_drafts where false)',
  budgets: '(select * from budgets where false)',
  budget_lines: '(select * from budget_lines where false)',
  budget_alerts: '(select * from budget_alerts where false)',
  vendor_storage: '(select * from vendor_storage where false)',
  vendor_scorecards: '(select * from vendor_scorecards where false)',
  compliance_documents: '(select * from compliance_documents where false)',
  compliance_files: '(select * from compliance_files where false)',
  compliance_notices: '(select * from compliance_notices where false)',
  service_requirements: '(select * from service_requirements where false)',
  access_notes: '(select * from access_notes where false)',
  access_looks: '(select * from access_looks where false)',
  // Since 019 every account from before counts as confirmed.
  auth_users: `(select (jsonb_populate_record(u, '{"email_verified": true}')).* from auth_users u)`,
  // Before 019 nobody confirmed the address of a new account.
  account_links: `(select * from account_links where purpose <> 'confirm_email')`,
  mails: `(select * from mails where link_id is null
    or link_id in (select id from account_links where purpose <> 'confirm_email'))`,
}

/** Applies the first `count` migrations to an empty database. */
export async function migrateTo(pool: pg.Pool, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stoop-upgrade-'))
  for (const name of ['migrations', 'repeatable']) await mkdir(join(folder, name))
  for (const name of migrations.slice(0, count))
    await cp(join(MIGRATIONS, name), join(folder, 'migrations', name))
  await writeFile(join(folder, 'repeatable', 'policies.sql'), '-- the row rules of that time')
  await writeFile(join(folder, 'repeatable', REPEATABLE_VERSION), '{"version":0}')
  await migrate(pool, pathToFileURL(`${folder}/`)).finally(() => rm(folder, { recursive: true }))
}

/** The writable columns of each table. */
async function columnsOf(pool: pg.Pool): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^schema_' group by 1 order by 1`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/** The source of each table's rows, in the form of earlier versions. */
async function sourcesOf(pool: pg.Pool): Promise<(table: string) => string> {
  const isNewer = (await columnsOf(pool)).has('payables')
  return (table) => (isNewer && EARLIER_ROWS[table]) || table
}

/** Before 017 a company had the id of its one person. Returns a function that restores that id in the text of rows. */
async function companiesAsPeople(pool: pg.Pool): Promise<(row: string) => string> {
  const isNewer = (await columnsOf(pool)).get('profiles')?.includes('vendor_id')
  const { rows } = isNewer
    ? await pool.query<{ id: string; vendor_id: string }>(
        `select id, vendor_id from profiles p
         where vendor_id is not null and coalesce(to_jsonb(p) ->> 'vendor_role', 'owner') = 'owner'`,
      )
    : { rows: [] }
  const people = new Map(rows.map(({ id, vendor_id }) => [vendor_id, id]))
  return (row) => row.replace(UUID, (id) => people.get(id) ?? id)
}

/**
 * Copies the data of `from`, which has the newest schema, into `to`, which has an earlier one, as far as it has the
 * columns. Returns the tables and columns that it filled.
 */
export async function copyIntoEarlier(from: pg.Pool, to: pg.Pool): Promise<Columns> {
  const earlier = await columnsOf(to)
  const sourceOf = await sourcesOf(from)
  const asEarlier = await companiesAsPeople(from)
  const client = await to.connect()
  await client.query(`set session_replication_role = replica`) // the copied rows include what triggers wrote
  const { rowCount: catalog } = await client.query('select from service_types limit 1')
  await client.query('truncate service_types cascade')
  const filled: Columns = new Map()
  for (const [table, columns] of earlier) {
    if (!catalog && (NEEDS_CATALOG.includes(table) || table === 'service_types')) continue
    const { fields } = await from.query(`select * from ${sourceOf(table)} t limit 0`)
    const common = columns.filter((column) => fields.some(({ name }) => name === column))
    const { rows } = await from.query<{ json: string }>(
      `select coalesce(json_agg(t), '[]')::text as json from ${sourceOf(table)} t`,
    )
    const list = common.map((column) => `"${column}"`).join()
    await client.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${table}, $1)`,
      [asEarlier(rows[0]?.json ?? '[]')],
    )
    filled.set(table, common)
  }
  // The next generated ids follow these.
  await client.query(`do $$ declare one record; begin
    for one in select attrelid::regclass as relation, attname as name from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attidentity <> '' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), max(%I)) from %s', one.relation, one.name, one.name, one.relation);
    end loop; end $$`)
  client.release(true)
  return filled
}

/** A hash of each row of each table, over these columns. */
type Contents = Map<string, string[]>

export async function contents(pool: pg.Pool, columns: Columns): Promise<Contents> {
  const found: Contents = new Map()
  const sourceOf = await sourcesOf(pool)
  const asEarlier = await companiesAsPeople(pool)
  for (const [table, names] of columns) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from (select ${names.map((name) => `"${name}"`).join()} from ${sourceOf(table)} t) t`,
    )
    found.set(
      table,
      rows.map(({ row }) => createHash('md5').update(asEarlier(row)).digest('base64')),
    )
  }
  return found
}

/** Counts rows that are missing or changed afterwards, and rows that were added, with their tables. */
export function difference(before: Contents, after: Contents) {
  let [rows, lost, doubled] = [0, 0, 0]
  const tables = new Set<string>()
  for (const [table, hashes] of before) {
    const left = new Map<string, number>()
    for (const hash of after.get(table) ?? []) left.set(hash, (left.get(hash) ?? 0) + 1)
    rows += hashes.length
    for (const hash of hashes) {
      const times = left.get(hash) ?? 0
      left.set(hash, times - 1)
      if (times > 0) continue
      lost += 1
      tables.add(table)
    }
    for (const times of left.values()) {
      if (times <= 0) continue
      doubled += times
      tables.add(table)
    }
  }
  return { rows, lost, doubled, tables: [...tables] }
}
