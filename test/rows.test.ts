import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POWERS, powersOf, type Viewer } from '../src/domain/viewer.ts'
import { asSystem, asViewer } from '../src/server/db/as-viewer.ts'
import { viewerOf } from '../src/server/session/session.ts'
import { createWorldDatabase } from './database.ts'
import type { Writes } from './feature-cases.ts'
import { ofAnnouncement } from './features/announcement-rows.ts'
import { refusedUpdates, rowRules, seed, writes } from './features.ts'
import { isReached, powerActs } from './power-acts.ts'
import {
  admin,
  all,
  either,
  neighbor,
  nobody,
  type Row,
  type Rule,
  vendorOwn,
  type Who,
} from './row-rules.ts'
import { openWorld, type World } from './world.ts'
import { candidates, inNameOf, type Operation, reached, variants, writable } from './writes.ts'

/** Who sees which rows, written independently of policies.sql. A missing table fails. */
const rules: Record<string, Rule> = {
  ...rowRules,
  auth_accounts: nobody,
  auth_sessions: nobody,
  auth_users: nobody,
  auth_verifications: nobody,
  demo_city: nobody,
  file_keys: nobody,
  events: either(
    all(
      neighbor,
      ofAnnouncement,
      ({ kind }, { powers }) => !OF_THREADS.includes(String(kind)) || powers.includes('manage_visits'),
    ),
    vendorOwn,
    admin,
    (row, { kind, id, employer }, { visits }) =>
      kind === 'crew' && row.vendor_id === employer && (row.subject === id || visits.has(row.subject)),
  ),
  mails: nobody,
  schema_migrations: nobody,
  schema_repeatables: nobody,
  sign_in_limits: nobody,
}

/** What happens in a thread, which is its officers'. */
const OF_THREADS = ['message_sent', 'thread_read']

const DECIDED_BY_ADMINS = [
  'compliance_verified',
  'compliance_refused',
  'requirements_changed',
  'document_required',
  'visits_at_risk',
  'vote_drafted',
  'vote_changed',
  'vote_discarded',
  'vote_scheduled',
  'vote_unscheduled',
  'vote_reworded',
  'vote_cancelled',
  'vote_certified',
  'candidate_named',
]

/** Who writes which rows, written independently of policies.sql. All other tables are written only by the system. */
const writeRules: Record<string, Writes> = {
  ...writes,
  events: {
    insert: (row, { id, kind, building, company, employer }, { buildings, visits, visited }) =>
      row.actor === (id || null) &&
      ((building !== null && row.building_id === building) ||
        (company !== null &&
          row.vendor_id === company &&
          (row.building_id === null || buildings.has(row.building_id))) ||
        (kind === 'crew' &&
          row.vendor_id === employer &&
          ((row.building_id === null && row.subject === id) ||
            (visits.has(row.subject) && visited.get(row.subject) === row.building_id))) ||
        (row.building_id === null &&
          row.vendor_id === null &&
          ((id !== '' && row.subject === id) || row.kind === 'contact_message_sent')) ||
        (kind === 'admin' && DECIDED_BY_ADMINS.includes(String(row.kind)))),
  },
}

const names = [
  'anonymous',
  'pia',
  'ned',
  'maya',
  'otto',
  'evergreen',
  'curb',
  'hilltop',
  'ada',
  'olga',
  'ezra',
  'una',
  'cora',
] as const

let world: World
let client: pg.Client
let people: Map<string, Who & { viewer: Parameters<typeof asViewer>[1] }>

beforeAll(async () => {
  const connection = await createWorldDatabase('rows')
  world = await openWorld(connection)
  client = new pg.Client(connection)
  await client.connect()
  const landscaping = await world.request('Landscaping')
  const snow = await world.request('Snow Removal', { excluded_vendors: [world.companyOf('hilltop')] }, 'otto')
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 10_000))
  await world.quote('curb', snow, 20_000)
  await world.anonymous.accounts
    .signIn({ email: 'maya@example.com', password: 'wrong!' })
    .catch(() => undefined)
  await client.query(
    `insert into auth_verifications (identifier, value, expires_at) values ('x', 'y', now())`,
  )
  // Curb and hilltop start to offer what otto asks for; otto excludes hilltop.
  await world.request('Tree Care', { excluded_vendors: [] }, 'otto')
  await client.query(
    `insert into vendor_services (vendor_id, service_type_id) select id, $1 from unnest($2::uuid[]) as id`,
    [world.typeId('Tree Care'), [world.companyOf('curb'), world.companyOf('hilltop')]],
  )
  await client.query(`update building_services set excluded_vendors = $1 where service_type_id = $2`, [
    [world.companyOf('hilltop')],
    world.typeId('Tree Care'),
  ])
  // Hilltop was asked in the first round only.
  const windows = await world.request('Window Washing', { excluded_vendors: [] }, 'otto')
  await client.query(`update building_services set status = 'None' where id = $1`, [windows])
  await world.request('Window Washing', { excluded_vendors: [world.companyOf('hilltop')] }, 'otto')
  await client.query('insert into demo_city default values')
  await seed(world, client)
  await client.query(`update profiles set building_id = null, status = 'active' where first_name = 'Olga'`)
  await client.query(
    `with account as (insert into auth_users (name, email) values ('Ezra Test', 'ezra@example.com') returning id, email)
     insert into profiles (id, first_name, last_name, email, role, status, vendor_id)
     select id, 'Ezra', 'Test', email, 'contractor', 'active', $1 from account`,
    [world.companyOf('evergreen')],
  )
  // An admin without the second factor that they need.
  await client.query(
    `with account as (insert into auth_users (name, email) values ('Una Test', 'una@example.com') returning id, email),
     profile as (insert into profiles (id, first_name, last_name, email, role, status)
       select id, 'Una', 'Test', email, 'admin', 'active' from account returning id)
     insert into account_links (user_id, purpose, email) select id, purpose, address
     from profile, (values ('change_email', 'new.una@example.com'), ('confirm_email', 'una@example.com')) link (purpose, address)`,
  )
  people = new Map()
  for (const name of names) people.set(name, await personOf(name))
})

afterAll(async () => {
  await client.end()
  await world.close()
})

async function personOf(name: (typeof names)[number]) {
  if (name === 'anonymous')
    return {
      name,
      id: '',
      kind: 'anonymous',
      building: null,
      company: null,
      employer: null,
      powers: [],
      viewer: null,
    }
  const { rows } = await client.query(
    `select p.*, b.captain_id from profiles p left join buildings b on b.id = p.building_id where lower(first_name) = $1`,
    [name],
  )
  const viewer = viewerOf(rows[0], name === 'una')
  if (!viewer) throw new Error(`${name} was removed`)
  const { id, kind } = viewer
  const building = viewer.kind === 'resident' ? viewer.building_id : null
  const company = viewer.kind === 'vendor' ? viewer.vendor_id : null
  const employer = viewer.kind === 'crew' ? viewer.vendor_id : null
  return { name, id, kind, building, company, employer, powers: powersOf(viewer), viewer }
}

function who(name: string) {
  const person = people.get(name)
  if (!person) throw new Error(`${name} is not in this test`)
  return person
}

/** All rows, with the building that the view of quotes leaves out. */
async function allRows(table: string): Promise<Row[]> {
  const extra =
    table === 'quotes' ? ', (select building_id from service_quotes q where q.id = t.id) as of_building' : ''
  return (await client.query(`select t.*${extra} from ${table} t`)).rows
}

/** The rows that a query without a condition gives this person; none when viewers can't read the table. */
async function seen(table: string, name: string): Promise<Row[]> {
  try {
    return await asViewer(world.portal.db, who(name).viewer, async (tx) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(tx)
      return rows
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return []
    throw error
  }
}

async function askedOf(person: Who) {
  const { rows } = await client.query(
    `select r.id, r.building_id, case r.round when s.round then s.id end as service
     from request_rounds r join building_services s on s.id = r.building_service_id
       join service_quotes q on q.building_service_id = r.building_service_id and q.round = r.round
     where q.vendor_id = $1`,
    [person.company],
  )
  const open = await client.query(
    `select s.* from building_services s join vendor_services v using (service_type_id)
     where v.vendor_id = $1 and v.is_active and s.status <> 'Accepted' and not v.vendor_id = any (s.excluded_vendors)`,
    [person.company],
  )
  const present = await client.query('select id, round from building_services where building_id = $1', [
    person.building,
  ])
  const own = await client.query(
    'select building_service_id, round, building_id, status from service_quotes where vendor_id = $1',
    [person.company],
  )
  const accepted = await client.query(
    `select building_id from building_services where status = 'Accepted' and assigned_vendor = $1`,
    [person.company],
  )
  const assigned = await client.query(
    `select assigned_vendor from building_services where status = 'Accepted' and building_id = $1`,
    [person.building],
  )
  const quoting = await client.query('select vendor_id from service_quotes where building_id = $1', [
    person.building,
  ])
  const assigned_visits = await client.query(
    'select id, building_id from appointments where assigned_to = $1',
    [person.id || null],
  )
  const quotes = await client.query('select * from service_quotes')
  return {
    quotes: new Map(quotes.rows.map((row) => [row.id, row])),
    visits: new Set(assigned_visits.rows.map(({ id }) => id)),
    visited: new Map(assigned_visits.rows.map((row) => [row.id, row.building_id])),
    vendors: new Set(assigned.rows.map((row) => row.assigned_vendor)),
    quoting: new Set(quoting.rows.map((row) => row.vendor_id)),
    open: open.rows,
    customers: new Set(accepted.rows.map((row) => row.building_id)),
    buildings: new Set(rows.map((row) => row.building_id)),
    rounds: new Set(rows.map(({ id }) => id)),
    present: new Set(present.rows.map(({ id, round }) => `${id} ${round}`)),
    asking: new Set(own.rows.map((quote) => `${quote.building_service_id} ${quote.round}`)),
    pending: new Set(
      own.rows
        .filter(({ status }) => status === 'pending')
        .map((quote) => `${quote.building_service_id} ${quote.round} ${quote.building_id}`),
    ),
    services: new Set([...rows.map(({ service }) => service), ...open.rows.map(({ id }) => id)]),
  }
}

const key = (row: Row) =>
  JSON.stringify(row.id?.toString() ?? row.key ?? row.building_id ?? [row.vendor_id, row.service_type_id])

test('every table and view is in test/features/<noun>.ts (tables), with forced row security', async () => {
  const { rows } =
    await client.query(`select relname, relkind, relrowsecurity and relforcerowsecurity as forced
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f') order by relname`)
  expect(rows.map(({ relname }) => relname)).toEqual(Object.keys(rules).sort())
  for (const { relname, relkind, forced } of rows)
    if (relkind === 'r') expect([relname, forced]).toEqual([relname, true])
  const views = await client.query(
    `select relname, reloptions from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace`,
  )
  for (const { relname, reloptions } of views.rows)
    expect([relname, reloptions]).toEqual([relname, ['security_invoker=true']])
})

describe.each(Object.keys(rules))('%s', (table) => {
  test('has rows in this world, so the other tests prove something', async () => {
    expect((await allRows(table)).length).toBeGreaterThan(0)
  })

  test.each(
    names,
  )('gives %s exactly their rows [1.access-rules] [6.rows] [6.vendor.1] [V8.2.2] [V8.4.1]', async (name) => {
    const person = who(name)
    const asked = await askedOf(person)
    const expected = (await allRows(table)).filter((row) => rules[table]?.(row, person, asked))
    expect((await seen(table, name)).map(key).sort()).toEqual(expected.map(key).sort())
  })
})

describe.each(
  Object.keys(rules).filter((table) => !['ledger_entries', 'quotes', 'quote_requests'].includes(table)),
)('%s', (table) => {
  /** What each person writes, and what they should. */
  async function written(operation: Operation) {
    const columns = operation === 'delete' ? [] : await writable(client, table, operation)
    const existing = await candidates(client, table)
    const ids = async (of: string) => (await client.query(`select id from ${of}`)).rows.map(({ id }) => id)
    const others = [await ids('buildings'), await ids('vendor_profiles')]
    const people = await ids('profiles')
    const all = operation === 'insert' ? variants(existing, columns, others) : existing
    const rule = writeRules[table]?.[operation]
    const found: string[] = []
    const expected: string[] = []
    for (const name of names) {
      const person = who(name)
      const asked = await askedOf(person)
      const own = operation === 'insert' ? [...all, ...inNameOf(person.id || null, people, all)] : all
      const text = (row: Row) => `${name}: ${JSON.stringify(row)}`
      expected.push(...own.filter(({ row }) => rule?.(row, person, asked)).map(({ row }) => text(row)))
      const rows = await reached(world.portal.db, person.viewer, table, operation, columns, own)
      found.push(...rows.map(text))
    }
    return { found, expected }
  }

  test.each<Operation>([
    'insert',
    'update',
    'delete',
  ])('takes an %s from exactly the people of its rule [V8.2.2] [V8.2.3]', async (operation) => {
    const { found, expected } = await written(operation)
    expect(found).toEqual(expected)
    if (writeRules[table]?.[operation]) expect(expected).not.toEqual([])
  })
})

describe('an update without a condition', () => {
  const changed = (statement: ReturnType<typeof sql>, name: string) => changedBy(who(name).viewer, statement)
  const changedBy = async (viewer: Viewer | null, statement: ReturnType<typeof sql>) => {
    try {
      return await asViewer(world.portal.db, viewer, async (tx) => {
        const { rows } = await (statement as ReturnType<typeof sql<{ id: string }>>).execute(tx)
        return rows.map(({ id }) => id).sort()
      })
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '42501') return 'refused'
      throw error
    }
  }
  // A price that the building decides about.
  beforeAll(async () => {
    await world.quote('evergreen', await world.request('Tree Care'), 80_00)
  })
  const ids = (list: string[]) => list.map((name) => who(name).id).sort()

  test('of names reaches one’s own row, and for a captain those of the building', async () => {
    const update = sql`update profiles set unit_number = unit_number returning id`
    const all: Record<string, unknown> = {}
    for (const name of names) all[name] = await changed(update, name)
    const own = (name: string) => ids([name])
    expect(all).toEqual({
      anonymous: [],
      pia: [],
      ned: own('ned'),
      maya: ids(['maya', 'ned', 'pia']),
      otto: own('otto'),
      olga: own('olga'),
      evergreen: own('evergreen'),
      curb: own('curb'),
      hilltop: own('hilltop'),
      ada: own('ada'),
      cora: own('cora'),
      ezra: own('ezra'),
      una: [],
    })
  })

  test.each([
    ...refusedUpdates,
    ['an event', 'update events set actor = null returning id'],
    ['a password', `update auth_accounts set password = '' returning id`],
  ])('of %s is rejected for everybody [V8.2.3]', async (_, statement) => {
    for (const name of names)
      expect([name, await changed(sql.raw(statement), name)]).toEqual([name, 'refused'])
  })

  test('of prices reaches only a vendor’s open quotes, and is rejected if it includes decided ones [V8.2.3]', async () => {
    const update = sql`update service_quotes set per_visit_price = 1 where state = 'submitted' returning vendor_id as id`
    expect(await changed(update, 'curb')).toEqual([world.companyOf('curb')])
    const decided = sql`update service_quotes set per_visit_price = 1 where state = 'accepted' returning id`
    expect(await changed(decided, 'evergreen')).toBe('refused')
    const every = sql`update service_quotes set per_visit_price = 2 where vendor_status = 'quoted' returning id`
    for (const name of ['ned', 'maya', 'otto'] as const) expect(await changed(every, name)).toBe('refused')
  })

  test.each([
    `lines = '[{"key": "salt", "offer": "included", "price": null}]'`,
    'start_price = 1',
    `extras = '[{"name": "Free", "price": 1, "per": "once"}]'`,
    `valid_until = '2027-01-01'`,
    `note = 'For free.'`,
  ])('of terms, %s, reaches only a vendor’s own open quotes [V8.2.3]', async (terms) => {
    const open = sql.raw(
      `update service_quotes set ${terms} where state = 'submitted' returning vendor_id as id`,
    )
    expect(await changed(open, 'curb')).toEqual([world.companyOf('curb')])
    const decided = sql.raw(`update service_quotes set ${terms} where state = 'accepted' returning id`)
    expect(await changed(decided, 'evergreen')).toBe('refused')
    const every = sql.raw(`update service_quotes set ${terms} where vendor_status = 'quoted' returning id`)
    for (const name of ['ned', 'maya', 'otto'] as const) expect(await changed(every, name)).toBe('refused')
  })

  test.each([
    `chosen = '{}', extra_price = 1`,
    'once_price = 1',
    'was_lowest = case when was_lowest then null else true end',
    `decision_reason = 'What it includes'`,
  ])('of what was decided, %s, is refused for everybody', async (change) => {
    const decided = sql.raw(
      `update service_quotes set ${change} where state in ('accepted', 'lost') returning id`,
    )
    for (const name of ['ned', 'maya', 'evergreen', 'curb'] as const)
      await expect(changed(decided, name), name).rejects.toThrow('what was decided about a quote stays')
  })

  test('an event can be written only in one’s own name, about oneself or one’s own building', async () => {
    const about = (subject: string, building: string | null) => sql`
      insert into events (actor, kind, subject, building_id)
      values (viewer_id(), 'member_accepted', ${subject}, ${building}) returning actor as id`
    const refused = async (name: (typeof names)[number], subject: string, building: string | null) =>
      expect([name, await changed(about(subject, building), name)]).toEqual([name, 'refused'])
    for (const name of names)
      await refused(name, world.idOf('ned') === who(name).id ? world.idOf('pia') : world.idOf('ned'), null)
    for (const name of ['anonymous', 'pia', 'otto', 'curb'] as const)
      await refused(name, world.idOf('pia'), who('maya').building)
  })

  test.each(POWERS)('of what %s allows reaches a resident with only that power', async (power) => {
    const ned = who('ned').viewer
    if (ned?.kind !== 'resident') throw new Error('Ned is a resident')
    const added = (role: string) =>
      sql`select add_tenant('New', 'Person', ${`${power}@example.com`}, '1', ${role}) as id`
    const reached: Record<string, boolean> = {}
    for (const [name, act] of Object.entries({
      ...powerActs(world),
      member: added('member'),
      captain: added('captain'),
    }))
      reached[name] = await isReached(world, { ...ned, powers: [power] }, act)
    const none = Object.fromEntries(POWERS.map((name) => [name, false]))
    expect(reached).toEqual({ ...none, [power]: true, member: power === 'manage_members', captain: false })
  })

  test('of visits reaches the building’s captain and the vendor; only the vendor completes', async () => {
    // Other words by each, so that nobody leaves the row as it is.
    const note = sql`update appointments set change_reason = viewer_id()::text, changed_by = 'captain'
      where status not in ('missed', 'disputed') and checked_in_at is null returning vendor_id as id`
    const completed = sql`update appointments set status = 'completed'
      where status not in ('missed', 'disputed') and checked_in_at is null returning vendor_id as id`
    const reached: Record<string, unknown> = {}
    for (const name of names) reached[name] = [await changed(note, name), await changed(completed, name)]
    const visits = Array(1).fill(world.companyOf('evergreen'))
    const none = Object.fromEntries(names.map((name) => [name, [[], []]]))
    const company = [visits, visits]
    // Crew attends visits, and changes nothing else of them.
    const cora = ['refused', visits]
    expect(reached).toEqual({ ...none, cora, maya: [visits, 'refused'], evergreen: company, ezra: company })
  })

  test('a planted query without a filter in a stranger’s transaction leaks nothing [V8.4.1]', async () => {
    const leaked = await asViewer(world.portal.db, who('otto').viewer, (tx) =>
      tx
        .selectFrom('service_quotes')
        .innerJoin('buildings', 'buildings.id', 'building_id')
        .select('address')
        .execute(),
    )
    expect(new Set(leaked.map(({ address }) => address))).toEqual(new Set(['420 Denny Way']))
    const everything = await asSystem(world.portal.db, (tx) =>
      tx.selectFrom('service_quotes').select('id').execute(),
    )
    expect(everything.length).toBeGreaterThan(leaked.length)
  })
})
