import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitDates } from '../src/domain/visits/visits.ts'
import { readInvariants } from '../src/server/cli/check.ts'
import { createTestDatabase, databaseUrl } from './database.ts'
import { size } from './faults/drill.ts'
import { type Client, createClient, outcome, signUpResident, signUpVendor } from './http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from './portal-process.ts'

// Two server processes on one database take conflicting calls at the same time.
// Without one of the locks a race fails within its first rounds, so `npm test` runs few; `npm run test:faults` runs all.
const ROUNDS = size(25, 200)
/** Each needs three people with passwords, which take their time. */
const HAND_OVERS = size(10, 50)
const TIME = size(60_000, 240_000)

let db: pg.Client
const origins: string[] = []
// Each person has a client on both servers, with one session.
let captain: Client[]
let neighbor: Client[]
let vendors: Client[][]
let typeId = ''

beforeAll(async () => {
  const connection = await createTestDatabase('races')
  db = new pg.Client(connection)
  await db.connect()
  const env = { DATABASE_URL: databaseUrl(connection), SECRET: 'the same secret on both of the servers' }
  for (const port of [await freePort(), await freePort()]) {
    await untilServing(startPortal({ dataDir: '', port, env }), port)
    origins.push(`http://127.0.0.1:${port}`)
  }
  typeId = (await person()[0]?.services.catalog.query())?.[0]?.id ?? ''
  captain = person()
  neighbor = person()
  vendors = [person(), person()]
  await signUpResident(first(captain), { address: '1 Race Street' })
  await signUpResident(first(neighbor), { address: '1 Race Street' })
  const { rows } = await db.query(`select id, email from profiles where status = 'pending'`)
  await first(captain).members.accept.mutate({ id: rows[0].id })
  await first(neighbor).accounts.signIn.mutate({ email: rows[0].email, password: 'a good password' })
  for (const vendor of vendors) await signUpVendor(first(vendor), [typeId])
})

afterAll(async () => {
  killStarted([])
  await db.end()
})

function person(): Client[] {
  const jar = new Map<string, string>()
  return origins.map((origin) => createClient(origin, jar))
}

function first(clients: Client[] | undefined): Client {
  return at(clients, 0)
}

function at(clients: Client[] | undefined, server: number): Client {
  const client = clients?.[server]
  if (!client) throw new Error('No such client')
  return client
}

const request = {
  description: 'Every other week, please',
  service_type: 'recurring' as const,
  required_every_weeks: 2,
  preferred_start_date: '2099-01-05',
  preferred_end_date: '2099-06-30',
}
const VISITS = visitDates(request)

/** Requests the service again, and both vendors submit a price. Returns the ids of the two quotes, cheaper first. */
async function newRound(): Promise<[string, string]> {
  await db.query(`update building_services set status = 'None', assigned_vendor = null`)
  await first(captain).services.request.mutate({ ...request, service_type_id: typeId })
  const { rows } = await db.query<{ id: string }>(
    `select q.id from service_quotes q join profiles p on p.vendor_id = q.vendor_id
     where q.status = 'pending' and q.per_visit_price is null order by p.created_at`,
  )
  const [cheap, dear] = rows.map(({ id }) => id)
  if (!cheap || !dear || rows.length > 2) throw new Error('Expected one quote for each vendor')
  await Promise.all([
    at(vendors[0], 0).quotes.submit.mutate({ id: cheap, per_visit_price: 10_000 }),
    at(vendors[1], 1).quotes.submit.mutate({ id: dear, per_visit_price: 10_001 }),
  ])
  return [cheap, dear]
}

/** The stored state of the current round. */
async function round() {
  const { rows } = await db.query<{
    quotes: number
    vendors: number
    accepted: string[]
    prices: number[]
    visits: string[]
  }>(`
    select count(*)::int as quotes, count(distinct q.vendor_id)::int as vendors,
      coalesce(array_agg(q.id) filter (where q.status = 'accepted'), '{}') as accepted,
      array_agg(q.per_visit_price order by q.per_visit_price) as prices,
      (select coalesce(array_agg(a.scheduled_date::text order by a.scheduled_date), '{}') from appointments a
        join service_quotes aq on aq.id = a.service_quote_id where aq.round = max(s.round)) as visits
    from building_services s join service_quotes q on q.building_service_id = s.id and q.round = s.round`)
  const [row] = rows
  if (!row) throw new Error('No round found')
  return row
}

test('two residents accept different quotes: one succeeds, the other gets service_already_accepted [4.quote.8] [V2.3.4]', {
  timeout: TIME,
}, async () => {
  for (let index = 0; index < ROUNDS; index += 1) {
    const [cheap, dear] = await newRound()
    const results = await Promise.allSettled([
      at(captain, 0).quotes.accept.mutate({ id: cheap, per_visit_price: 10_000 }),
      at(neighbor, 1).quotes.accept.mutate({ id: dear, per_visit_price: 10_001 }),
    ])
    expect(results.map(outcome).sort()).toEqual(['ok', 'service_already_accepted'])
    const winner = results[0].status === 'fulfilled' ? cheap : dear
    expect(await round()).toMatchObject({ quotes: 2, vendors: 2, accepted: [winner], visits: VISITS })
  }
})

test('two residents accept the same quote: one effect, the same answer to both', {
  timeout: TIME,
}, async () => {
  for (let index = 0; index < ROUNDS; index += 1) {
    const [cheap] = await newRound()
    const accept = { id: cheap, per_visit_price: 10_000 }
    const results = await Promise.all([
      at(captain, 0).quotes.accept.mutate(accept),
      at(neighbor, 1).quotes.accept.mutate(accept),
    ])
    expect(results).toEqual([{ visits: VISITS.length }, { visits: VISITS.length }])
    expect(await round()).toMatchObject({ quotes: 2, vendors: 2, accepted: [cheap], visits: VISITS })
  }
})

test('a price edit races an acceptance: a price that was not shown is never accepted', {
  timeout: TIME,
}, async () => {
  const outcomes = new Set<string>()
  for (let index = 0; index < ROUNDS; index += 1) {
    const [cheap] = await newRound()
    const editing = () => at(vendors[0], 0).quotes.update.mutate({ id: cheap, per_visit_price: 9_000 })
    const accepting = () => at(captain, 1).quotes.accept.mutate({ id: cheap, per_visit_price: 10_000 })
    // Alternate which call is sent first.
    const [one, other] = index % 2 ? [editing, accepting] : [accepting, editing]
    const results = (await Promise.allSettled([one(), other()])).map(outcome)
    const [edit, accept] = index % 2 ? results : results.reverse()
    outcomes.add(`${accept}`)
    const after = await round()
    if (accept === 'ok') {
      expect(edit).toBe('quote_not_open')
      expect(after).toMatchObject({
        quotes: 2,
        vendors: 2,
        accepted: [cheap],
        prices: [10_000, 10_001],
        visits: VISITS,
      })
    } else {
      expect([edit, accept]).toEqual(['ok', 'quote_price_changed'])
      expect(after).toMatchObject({
        quotes: 2,
        vendors: 2,
        accepted: [],
        prices: [9_000, 10_001],
        visits: [],
      })
    }
  }
  expect([...outcomes].sort()).toEqual(['ok', 'quote_price_changed'])
})

test('two residents request the same service: one request, one quote for each vendor', {
  timeout: TIME,
}, async () => {
  for (let index = 0; index < ROUNDS; index += 1) {
    await db.query(`update building_services set status = 'None', assigned_vendor = null`)
    const results = await Promise.allSettled([
      at(captain, 0).services.request.mutate({ ...request, service_type_id: typeId }),
      at(neighbor, 1).services.request.mutate({ ...request, service_type_id: typeId }),
    ])
    expect(results.map(outcome).sort()).toEqual(['ok', 'service_already_requested'])
    expect(await round()).toMatchObject({ quotes: 2, vendors: 2, accepted: [] })
  }
})

test('two residents sign up at one new address: one building, one captain, one pending [3.buildings] [4.profile.8]', {
  timeout: TIME,
}, async () => {
  for (let index = 0; index < ROUNDS; index += 1) {
    const results = await Promise.all([
      signUpResident(at(person(), 0), { address: `${index} Twin  Street ` }),
      signUpResident(at(person(), 1), { address: ` ${index} TWIN street`, city: ' seattle ' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['active', 'pending'])
    const { rows } = await db.query(
      `select count(distinct b.id)::int as buildings, count(*) filter (where p.role = 'captain' and p.status = 'active'
         and b.captain_id = p.id)::int as captains, count(*) filter (where p.role = 'homeowner' and p.status = 'pending')::int as waiting
       from buildings b join profiles p on p.building_id = b.id where normalised(b.address) = $1`,
      [`${index} twin street`],
    )
    expect(rows).toEqual([{ buildings: 1, captains: 1, waiting: 1 }])
  }
})

/** Adds a person whom the captain may hand over to. */
async function successor(by: Client): Promise<string> {
  const email = `successor${crypto.randomUUID()}@example.com`
  await by.members.add.mutate({ full_name: 'Next One', email, unit_number: '1', role: 'captain' })
  const { rows } = await db.query<{ id: string }>(
    `insert into auth_accounts (user_id, account_id, provider_id, password)
     select id, id, 'credential', 'a hash' from auth_users where email = $1 returning user_id as id`,
    [email],
  )
  return rows[0]?.id ?? ''
}

test.each([
  ['to two people', 2],
  ['to one person twice', 1],
])(
  'a captain hands over %s at once: one succeeds, the other gets its sentence [V2.3.4]',
  {
    timeout: TIME,
  },
  async (_, people) => {
    for (let index = 0; index < HAND_OVERS; index += 1) {
      const old = person()
      await signUpResident(first(old), { address: `${index} Handover Street ${people}` })
      await db.query('truncate sign_in_limits')
      const one = await successor(first(old))
      const other = people === 2 ? await successor(first(old)) : one
      const accept = (server: number, id: string) =>
        at(old, server).members.accept.mutate({ id, hand_over: true, current_password: 'a good password' })
      const results = await Promise.allSettled([accept(0, one), accept(1, other)])
      const outcomes = results.map(outcome)
      // The second may have come so late that its captain is none any more, or its person no longer waits.
      const refusals = /^(handover_refused|not_allowed|member_not_pending|not_found)$/
      expect(outcomes.toSorted()).toEqual(expect.arrayContaining(['ok', expect.stringMatching(refusals)]))
      const { rows } = await db.query(`select captain_id from buildings where captain_id = any ($1)`, [
        [one, other],
      ])
      expect(rows).toEqual([{ captain_id: outcomes[0] === 'ok' ? one : other }])
    }
  },
)

test('a hand-over waits for what its captain is changing, and holds nothing up meanwhile: no deadlock', async () => {
  const old = person()
  await signUpResident(first(old), { address: '1 Deadlock Street' })
  const session = await first(old).accounts.session.query()
  const next = await successor(first(old))
  // As a saved profile does: first the person, then an event of the building.
  await db.query('begin')
  await db.query('update profiles set phone = null where id = $1', [session?.id])
  const handing = outcomeOf(
    at(old, 1).members.accept.mutate({ id: next, hand_over: true, current_password: 'a good password' }),
  )
  await expect.poll(async () => (await waiting()).length).toBe(1)
  await db.query(
    `insert into events (kind, actor, building_id, subject) values ('profile_updated', $1, $2, $1)`,
    [session?.id, session?.building?.id],
  )
  await db.query('commit')
  expect(await handing).toBe('ok')
})

const outcomeOf = async (call: Promise<unknown>) => outcome((await Promise.allSettled([call]))[0])

/** The portals' statements that wait for a lock. */
async function waiting(): Promise<string[]> {
  const { rows } = await db.query<{ query: string }>(`select query from pg_stat_activity
    where datname = current_database() and application_name = 'stoop' and wait_event_type = 'Lock'`)
  return rows.map(({ query }) => query)
}

test('the invariants hold after all races', async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
})
