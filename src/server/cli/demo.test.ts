import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from '../../../test/database.ts'
import { FULL, report } from '../../../test/faults/drill.ts'
import { freePort, killStarted, startPortal, untilServing } from '../../../test/portal-process.ts'
import { contents, copyIntoEarlier, difference, migrateTo, migrations } from '../../../test/upgrade.ts'
import { testConfig } from '../../../test/world.ts'
import { visitDates } from '../../domain/visits/visits.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { BALCONIES, MEETING, WATER } from '../demo/announcements.ts'
import { SNOWED_IN } from '../demo/budgets.ts'
import { ADMIN, BUILDINGS, DEMO_PASSWORD, VENDORS } from '../demo/city.ts'
import { DOCUMENTS } from '../demo/documents.ts'
import { CREDIT_REASON, LATE, NOT_SENT_YET, REFUSAL } from '../demo/invoices.ts'
import { SUBSCRIBED } from '../demo/make-city.ts'
import { BOARD, INVITED } from '../demo/members.ts'
import { signIn } from '../demo/person.ts'
import { REQUESTS } from '../demo/requests.ts'
import { CHANGES, RATINGS, WEATHER } from '../demo/visits.ts'
import { ELECTION, RESERVE, ROOF } from '../demo/votes.ts'
import { chargeFees } from '../features/billing/charge-fees.ts'
import { createPortal } from '../portal.ts'
import { readInvariants } from './check.ts'
import { prepareCity, run } from './demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoop-demo-'))
const config = testConfig({ DATA_DIR: folder })
let connection: pg.PoolConfig
let pool: pg.Pool

beforeAll(async () => {
  connection = await createTestDatabase('demo')
  pool = createPool(connection)
  // The first start is interrupted, so every test sees a city that was made again.
  const stop = new AbortController()
  const interrupted = prepareCity(pool, connection, config, stop.signal)
  setTimeout(() => stop.abort(), 500)
  await expect(interrupted).rejects.toThrow(/abort/)
  expect(await count('demo_city where made_at is null')).toBe(1)
  expect(await prepareCity(pool, connection, config)).toBe('made')
}, 180_000)
afterAll(async () => {
  killStarted([])
  await pool.end()
  rmSync(folder, { recursive: true })
})

async function query<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  return (await pool.query<T>(sql)).rows
}
const count = async (from: string) => Number((await query(`select count(*) as count from ${from}`))[0]?.count)

test('an interrupted city is rebuilt, with the listed people and one captain for each building', async () => {
  const people = BUILDINGS.flatMap((building) => building.people)
  expect(await count('buildings b join profiles p on p.id = b.captain_id and p.building_id = b.id')).toBe(
    BUILDINGS.length,
  )
  const invited = INVITED.trim().split('\n').length - 1
  expect(await count("profiles where role in ('captain', 'homeowner', 'member')")).toBe(
    people.length + invited,
  )
  expect(await count("profiles where status = 'pending'")).toBe(
    people.filter(({ waits }) => waits).length + invited,
  )
  expect(await count('member_invitations')).toBe(invited)
  expect(await count('join_requests')).toBe(people.filter(({ note }) => note).length)
  expect(await count('officers')).toBe(BOARD.length)
  expect(await count("unit_holders where tie = 'renter'")).toBe(1)
  expect(await count('(select from units group by building_id having min(weight) < max(weight)) b')).toBe(1)
  expect(await count('invitation_links where revoked_at is null')).toBe(2)
  expect(await count('captaincy_offers')).toBe(1)
  expect(await count('office_powers')).toBe(1)
  const colleagues = VENDORS.flatMap(({ team = [] }) => team)
  expect(await count("profiles where role = 'contractor'")).toBe(VENDORS.length + colleagues.length)
  expect(await count("profiles where vendor_role = 'crew' and status = 'active'")).toBe(2)
  for (const status of ['confirmed', 'completed'])
    expect(
      await count(`appointments where assigned_to is not null and status = '${status}'`),
    ).toBeGreaterThan(5)
  expect(
    await count('attendances where checked_in_name is not null and finished_name is not null'),
  ).toBeGreaterThan(5)
  expect(await count("profiles where role = 'admin'")).toBe(1)
  expect(await count('feeds')).toBe(SUBSCRIBED.length)
  expect(await count('access_notes')).toBe(BUILDINGS.filter((building) => building.access).length)
  expect(await count('access_looks')).toBeGreaterThan(5)
  expect(await count('mails where sent_at is null')).toBe(0)
  expect(await count('buildings where name is null or number_of_units is null')).toBe(0)
})

test('the invariants hold', async () => {
  expect((await pool.query(await readInvariants())).rows).toEqual([])
})

test('every building has its documents', async () => {
  expect(await count('building_documents where deleted_at is null')).toBe(BUILDINGS.length * DOCUMENTS.length)
  expect(await count('building_documents where deleted_at is not null')).toBe(BUILDINGS.length)
})

test('requests are at every stage, dated before their visits', async () => {
  expect(await count('building_services')).toBe(REQUESTS.length)
  const accepted = REQUESTS.filter((request) => request.accepted)
  expect(await count("building_services where status = 'Accepted'")).toBe(accepted.length)
  expect(await count("building_services where service_type = 'on-demand'")).toBeGreaterThan(3)
  expect(await count('building_services where requested_at > preferred_start_date + 1')).toBe(0)
  const prices = await query<{ received: number }>(`
    select count(per_visit_price) as received from building_services s
    join service_quotes q on q.building_service_id = s.id where s.status = 'Quote' group by s.id`)
  const stages = new Set(prices.map(({ received }) => Math.min(received, 3)))
  expect([...stages].sort()).toEqual([0, 1, 2, 3])
})

test('an accepted service has one accepted quote, and the visits that its schedule implies, past and future', async () => {
  expect(await count("service_quotes where status = 'accepted'")).toBe(
    await count("building_services where status = 'Accepted'"),
  )
  expect(
    await count(
      "service_quotes where status = 'pending' and building_service_id in (select id from building_services where status = 'Accepted')",
    ),
  ).toBe(0)
  const services = await query<Parameters<typeof visitDates>[0] & { visits: string[] }>(`
    select s.service_type, s.required_every_weeks, s.preferred_start_date, s.preferred_end_date,
      array_agg(coalesce(a.earlier_date, a.scheduled_date)::text order by coalesce(a.earlier_date, a.scheduled_date)) as visits
    from building_services s join service_quotes q on q.building_service_id = s.id and q.status = 'accepted'
    join appointments a on a.service_quote_id = q.id and a.vendor_id = s.assigned_vendor group by s.id`)
  for (const { visits, ...service } of services) expect(visits).toEqual(visitDates(service))
  expect(services).toHaveLength(await count("building_services where status = 'Accepted'"))
  expect(await count('appointments where scheduled_date < current_date')).toBeGreaterThan(20)
  expect(await count('appointments where scheduled_date > current_date')).toBeGreaterThan(100)
})

test('a year of visits was held with photos, some late; one was missed, one is disputed, one series moved for weather', async () => {
  const city = `(now() at time zone '${config.timeZone}')::date`
  const past = `appointments where scheduled_date < ${city}`
  expect(await count(`${past} and scheduled_date < ${city} - 360`)).toBeGreaterThan(0)
  expect(await count(past)).toBeGreaterThan(90)
  expect(await count(`${past} and status = 'confirmed'`)).toBe(0)
  expect(await count(`${past} and status = 'missed'`)).toBe(1)
  expect(await count('visit_claims where answer is null')).toBe(1)
  expect(await count("appointments where status = 'disputed'")).toBe(1)
  expect(await count('visit_disputes where answer is not null and outcome is null')).toBe(1)
  expect(await count('visit_ratings')).toBe(RATINGS.length)
  for (const shows of ['visit', 'dispute', 'answer'])
    expect(await count(`visit_photos where shows = '${shows}'`)).toBeGreaterThan(shows === 'visit' ? 30 : 0)
  const late = `appointments where (checked_in_at at time zone '${config.timeZone}')::time >
    scheduled_time + make_interval(mins => coalesce(window_minutes, 0) + 30)`
  expect(await count(late)).toBeGreaterThan(3)
  expect(await count("appointments where status = 'cancelled'")).toBe(
    CHANGES.filter(({ days }) => days === undefined).length,
  )
  const moved = await count('appointments where change_reason is not null')
  expect(await count(`appointments where change_reason = '${WEATHER.reason}'`)).toBe(moved - CHANGES.length)
  expect(moved).toBeGreaterThan(CHANGES.length + 5)
  expect(await count('visit_suggestions where answer is null')).toBe(1)
  expect(await count("events where kind in ('visit_completed', 'visit_finished')")).toBe(
    await count("appointments where status in ('completed', 'disputed')"),
  )
})

test('every building has paid the fees that were due, and owes the later ones', async () => {
  expect(await count('payments')).toBe(
    await count(`payables where due_date <= (now() at time zone '${config.timeZone}')::date`),
  )
  expect(
    await count(
      'payments p join payables o on o.id = p.payable_id and p.amount = o.amount and o.paid = o.amount',
    ),
  ).toBeGreaterThan(2 * BUILDINGS.length)
  expect(await count("fees where kind = 'first'")).toBe(BUILDINGS.length)
})

test('vendors invoiced each month what they had finished; some of last month is still to be sent [Product 3.1]', async () => {
  // On the 1st the month before is still to be drafted.
  const past = `a.status = 'completed' and a.scheduled_date < date_trunc('month', (now() at time zone 'America/Los_Angeles')::date - 1)`
  expect(await count(`appointments a where ${past}`)).toBeGreaterThan(50)
  const visits = `appointments a left join invoice_lines l on l.appointment_id = a.id where ${past} and l.id is null`
  expect(await count(visits)).toBe(0)
  expect(await count(`invoices where status = 'sent'`)).toBeGreaterThan(3)
  const drafts = await query<{ company_name: string }>(`
    select distinct company_name from invoices join vendor_profiles v on v.id = vendor_id where status = 'draft' order by 1`)
  expect(drafts.map(({ company_name }) => company_name)).toEqual(
    VENDORS.filter(({ key }) => NOT_SENT_YET.includes(key))
      .map(({ company_name }) => company_name)
      .sort(),
  )
})

test('buildings paid what they were invoiced; one is late, one refused an extra and disputes an invoice [Product 3.2]', async () => {
  expect(await count("invoices where status = 'approved' and paid = approved")).toBeGreaterThan(30)
  const months = await query(
    "select distinct date_trunc('month', date) from invoices where status = 'approved'",
  )
  expect(months.length).toBeGreaterThanOrEqual(11)
  expect(await count('invoice_files')).toBe(2)
  expect(await count('payment_files')).toBeGreaterThan(0)
  const late = await query<{
    name: string
  }>(`select distinct b.name from invoices i join buildings b on b.id = i.building_id
    where i.due_date < (now() at time zone 'America/Los_Angeles')::date and (i.status = 'sent' or i.paid < i.approved)`)
  expect(late.map(({ name }) => name)).toEqual(
    BUILDINGS.filter(({ key }) => key === LATE).map(({ name }) => name),
  )
  expect(await query('select refused_reason from invoice_lines where refused_reason is not null')).toEqual([
    { refused_reason: REFUSAL },
  ])
  expect(
    await query(
      'select c.reason, l.kind, i.credited from credit_notes c join invoices i on i.id = c.invoice_id join invoice_lines l on l.credit_note_id = c.id',
    ),
  ).toEqual([{ reason: CREDIT_REASON, kind: 'extra', credited: expect.any(Number) }])
  const messages = `invoice_messages m join invoices i on i.id = m.invoice_id where i.status = 'disputed'`
  expect(await count(messages)).toBe(2)
})

test('each building has a budget of round sums; one spent more on snow than it had planned [Product 3.4]', async () => {
  const years = await query<{ year: number }>('select distinct year from budgets order by year')
  expect(years.length).toBeGreaterThan(1)
  expect(await count('budgets')).toBe(BUILDINGS.length * years.length)
  expect(await count('budget_lines where amount % 5000 > 0')).toBe(0)
  const { building, category } = SNOWED_IN
  const name = BUILDINGS.find(({ key }) => key === building)?.name
  // In the first week of a year there may be no visit yet.
  const visits =
    await count(`appointments a join service_quotes q on q.id = a.service_quote_id join service_types t on t.id = q.service_type_id
    join buildings b on b.id = a.building_id where b.name = '${name}' and t.category = '${category}' and a.status = 'completed'
    and extract(year from a.scheduled_date) = (select max(year) from budgets)`)
  const told =
    await query(`select distinct b.name from budget_alerts a join buildings b on b.id = a.building_id
    where a.category = '${category}' and a.percent = 100`)
  expect(told).toEqual(visits > 0 ? [{ name }] : [])
})

test('a roof was decided by vote, a budget vote failed its quorum, a secret election is running [Product 4.4]', async () => {
  expect(
    await query(`select question, state, is_secret, (result ->> 'outcome') as outcome,
      (select count(voted_as)::int from vote_roll r where r.vote_id = v.id) as voted from votes v order by created_at`),
  ).toEqual([
    { question: ROOF, state: 'certified', is_secret: false, outcome: 'passed', voted: 15 },
    { question: RESERVE, state: 'failed_quorum', is_secret: false, outcome: 'failed_quorum', voted: 2 },
    { question: ELECTION, state: 'open', is_secret: true, outcome: null, voted: 1 },
  ])
})

test('what is announced is pinned, expired and scheduled, each once [Product 4.5]', async () => {
  expect(
    await query(`select title, state, audience, is_important, ended_at is not null as is_over,
      (select count(*)::int from announcement_openings o where o.announcement_id = a.id) as opened,
      (select count(*)::int from events e where e.subject = a.id and e.kind = 'announcement_sent') as sent
      from announcements a order by created_at`),
  ).toEqual([
    {
      ...{ title: BALCONIES, state: 'sent', audience: 'owners', is_important: false },
      ...{ is_over: true, opened: 1, sent: 1 },
    },
    {
      ...{ title: WATER, state: 'sent', audience: 'all', is_important: true },
      ...{ is_over: false, opened: 1, sent: 1 },
    },
    {
      ...{ title: MEETING, state: 'scheduled', audience: 'officers', is_important: false },
      ...{ is_over: false, opened: 0, sent: 0 },
    },
  ])
})

test('everybody signs in with the same password, and a second start adds nothing', async () => {
  const { portal, close } = createPortal(connection, config)
  const maya = await signIn(portal, { email: 'maya@larkspur.example', password: DEMO_PASSWORD })
  const services = await maya.call.services.list()
  expect(services.find(({ name }) => name === 'Snow Removal')).toMatchObject({ quotes_received: 4 })
  expect((await maya.call.visits.upcoming({ page: 1 })).total).toBeGreaterThan(20)
  const hilltop = await signIn(portal, { email: 'hilltop@vendors.example', password: DEMO_PASSWORD })
  const figures = await hilltop.call.vendors.dashboard()
  expect(figures.active_jobs).toBeGreaterThan(1)
  expect(figures.requests_available).toBeGreaterThan(1)
  await close()

  const before = await count('events')
  expect(await prepareCity(pool, connection, config)).toBe('kept')
  expect(await count('events')).toBe(before)
})

test('it shows quotes of different completeness, and what waits: an answer, a refusal, a certificate, a renewal [Product 2]', async () => {
  const { portal, close } = createPortal(connection, config)
  const as = (email: string) => signIn(portal, { email, password: DEMO_PASSWORD })
  const compared = `select t.name, count(*) filter (where q.vendor_status = 'quoted') as quotes,
      count(distinct case when q.lines = '[]' and q.extras = '[]' then 'price only'
        when exists (select from jsonb_array_elements(q.lines) l where l ->> 'offer' = 'not_included') then 'leaves out'
        when exists (select from jsonb_array_elements(q.lines) l where l ->> 'offer' = 'extra') then 'costs extra' else 'whole' end) as kinds
    from building_services s join service_types t on t.id = s.service_type_id
      join service_quotes q on q.building_service_id = s.id and q.round = s.round
    where s.status = 'Quote' group by s.id, t.name having count(*) filter (where q.vendor_status = 'quoted') = 4`
  const { rows } = await pool.query(compared)
  expect(rows).toHaveLength(3)
  for (const { name, kinds } of rows) expect([name, Number(kinds) > 1]).toEqual([name, true])
  expect(await count('request_questions where answer is not null')).toBeGreaterThan(0)
  expect(await count('service_quotes where given_up_reason is not null')).toBeGreaterThan(0)
  const soon = `(now() at time zone '${config.timeZone}')::date`
  expect(
    await count(`compliance_documents where expires_on between ${soon} and ${soon} + 7`),
  ).toBeGreaterThan(0)
  expect(await count('renewals where answer is null')).toBe(1)
  const medians = async (email: string, name: string) => {
    const { call } = await as(email)
    const service = (await call.services.list()).find((each) => each.name === name)
    return (await call.quotes.received({ building_service_id: service?.id ?? '' })).benchmark
  }
  expect(await medians('otto@unionbay.example', 'Gutter Cleaning')).not.toBeNull()
  expect(await medians('maya@larkspur.example', 'Window Washing')).toBeNull()
  await close()
})

test('the data of another portal is rejected and left unchanged [V6.3.2]', async () => {
  const other = await createTestDatabase('other')
  const otherPool = createPool(other)
  await otherPool.query(
    "insert into buildings (address, city, state, zip_code) values ('1 Elm St', 'Seattle', 'WA', '98101')",
  )
  await expect(prepareCity(otherPool, other, config)).rejects.toThrow(
    /^\S+ holds a portal that is not the demo: unset DATA_DIR, or set it to a new folder\.$/,
  )
  expect((await otherPool.query('select from buildings')).rowCount).toBe(1)
  expect((await otherPool.query('select from demo_city')).rowCount).toBe(0)
  await otherPool.end()
})

// Released migrations never change, so `npm test` starts from the oldest two and the newest three; the drills start from all.
const STARTS = migrations
  .slice(0, -1)
  .map((name, index) => ({ name, count: index + 1 }))
  .filter(({ count }) => FULL || count <= 2 || count >= migrations.length - 3)

describe('an upgrade', () => {
  const unchanged = { rows: expect.any(Number), lost: 0, doubled: 0, tables: [] }
  const total = { runs: 0, acknowledged: 0, lost: 0, doubled: 0 }
  afterAll(() => {
    if (total.runs > 0) report({ drill: 'upgrade from each earlier migration', ...total, slowest_ms: null })
  })

  const empty = async (): Promise<pg.PoolConfig> => {
    const database = `upgrade_${randomBytes(4).toString('hex')}`
    await pool.query(`create database ${database}`)
    return { ...connection, database }
  }

  test.each(STARTS)('from $name keeps the whole city, and the invariants hold', async ({ count }) => {
    const earlier = await empty()
    const own = createPool(earlier)
    await migrateTo(own, count)
    const columns = await copyIntoEarlier(pool, own)
    const before = await contents(own, columns)
    expect(difference(before, await contents(pool, columns))).toEqual(unchanged)
    await migrate(own)
    // The first version has no catalog, so the newer version's own is not compared.
    const { rows, lost, doubled, tables } = difference(before, await contents(own, columns))
    total.runs += 1
    total.acknowledged += rows
    total.lost += lost
    total.doubled += doubled
    expect({ rows, lost, doubled, tables }).toEqual(unchanged)
    expect(rows).toBeGreaterThan(0)
    const { portal, close } = createPortal(earlier, config)
    await chargeFees(portal) // a start does this
    await close()
    expect((await own.query(await readInvariants())).rows).toEqual([])
    await own.end()
  })

  test('that is killed in a migration changes nothing, and the next start completes it', async () => {
    const earlier = await empty()
    const own = createPool(earlier)
    await migrateTo(own, migrations.length - 1)
    const columns = await copyIntoEarlier(pool, own)
    const before = await contents(own, columns)
    const schema = () =>
      own.query(`select conname from pg_constraint union select relname from pg_class
      where relnamespace = 'public'::regnamespace union select proname from pg_proc
      union select name from schema_migrations order by 1`)
    const schemaBefore = (await schema()).rows

    const holder = await own.connect()
    await holder.query('begin; lock table schema_migrations in share mode') // a migration writes here at its end
    const env = { DATABASE_URL: databaseUrl(earlier), SECRET: 'the same secret on both of the servers' }
    const first = startPortal({ dataDir: '', port: await freePort(), env })
    const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like '%schema_migrations%'`
    await expect
      .poll(async () => (await own.query(waiting, [earlier.database])).rowCount, { timeout: 20_000 })
      .toBe(1)
    first.child.kill('SIGKILL')
    await first.ended
    await holder.query('rollback')
    holder.release()
    await expect.poll(async () => (await own.query(waiting, [earlier.database])).rowCount).toBe(0)
    expect((await schema()).rows).toEqual(schemaBefore)

    const port = await freePort()
    const next = startPortal({ dataDir: '', port, env })
    const slowest_ms = await untilServing(next, port)
    next.child.kill('SIGKILL')
    await next.ended
    expect((await schema()).rows).not.toEqual(schemaBefore)
    const { rows, lost, doubled, tables } = difference(before, await contents(own, columns))
    const drill = 'a migration killed half-way'
    report({ drill, runs: 1, acknowledged: rows, lost, doubled, slowest_ms })
    expect({ rows, lost, doubled, tables }).toEqual(unchanged)
    expect((await own.query(await readInvariants())).rows).toEqual([])
    await own.end()
  })
})

test('under https its admin is offered a second factor, and does not need one', async () => {
  const port = await freePort()
  const env = { DATA_DIR: folder, PUBLIC_URL: 'https://demo.example', PORT: String(port), THREADS: '1' }
  const asStarted = testConfig(env)
  expect(asStarted.adminsNeedFactor).toBe(true)
  const stop = new AbortController()
  const context = { connection, direct: connection, pool, args: [], stop: stop.signal }
  const running = run({ ...context, config: asStarted })
  let cookie = ''
  const call = (procedure: string, input?: object) =>
    new Promise<string>((resolve, reject) => {
      const own = { host: 'demo.example', origin: 'https://demo.example', 'content-type': 'application/json' }
      const options = { port, path: `/api/trpc/${procedure}`, method: input ? 'POST' : 'GET' }
      const calling = request({ ...options, headers: { ...own, cookie } }, (answer) => {
        const set = answer.headers['set-cookie']
        if (set) cookie = set.map((each) => each.split(';')[0]).join('; ')
        text(answer).then(resolve, reject)
      })
      calling.on('error', reject).end(input && JSON.stringify(input))
    })
  await expect.poll(() => call('services.catalog').catch(String), { timeout: 20_000 }).toContain('Snow')
  await call('accounts.signIn', { email: ADMIN.email, password: DEMO_PASSWORD })
  expect(JSON.parse(await call('accounts.session')).result.data.viewer).toMatchObject({ kind: 'admin' })
  expect(await call('factors.startApp', { current_password: DEMO_PASSWORD })).toContain('otpauth://')
  stop.abort()
  await running
})
