import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewerOf } from '../src/server/auth/session.ts'
import { asSystem, asViewer } from '../src/server/database/as-viewer.ts'
import { createWorldDatabase } from './database.ts'
import { type Name, openWorld, type World } from './world.ts'

type Row = Record<string, unknown>
type Who = { name: Name | 'anonymous'; id: string; kind: string; building: string | null; captain: boolean }
/** Whether one row of a table is this person's to see; `asked` says for a vendor which buildings asked it, and which services did or are to. */
type Rule = (row: Row, who: Who, asked: { buildings: Set<unknown>; services: Set<unknown> }) => boolean

const admin: Rule = (_, { kind }) => kind === 'admin'
const neighbour: Rule = (row, { kind, building }) => kind === 'resident' && row.building_id === building
const vendorOwn: Rule = (row, { kind, id }) => kind === 'vendor' && row.vendor_id === id
const either =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.some((rule) => rule(...args))
const nobody: Rule = () => false
const everybody: Rule = () => true

/** Who sees which rows, told a second time in other words than policies.sql. A table that is missing here fails. */
const rules: Record<string, Rule> = {
  account_links: (row, { kind, id }) => kind !== 'pending' && row.user_id === id,
  appointments: either(neighbour, vendorOwn, admin),
  auth_accounts: nobody,
  auth_sessions: nobody,
  auth_users: nobody,
  auth_verifications: nobody,
  building_services: either(neighbour, admin, ({ id }, _, asked) => asked.services.has(id)),
  building_documents: either(neighbour, admin),
  buildings: either(admin, ({ id }, { building }, asked) => id === building || asked.buildings.has(id)),
  contact_messages: admin,
  demo_city: nobody,
  events: either(neighbour, vendorOwn, admin),
  fees: either(neighbour, admin),
  mails: nobody,
  payments: either(neighbour, admin),
  profiles: either(neighbour, admin, (row, { id }) => row.id === id),
  quote_requests: either(neighbour, admin, ({ id }, _, asked) => asked.services.has(id)),
  quotes: either(
    vendorOwn,
    admin,
    (row, { kind, building }) => kind === 'resident' && row.of_building === building,
  ),
  schema_migrations: nobody,
  service_quotes: either(neighbour, vendorOwn, admin),
  service_types: everybody,
  sign_in_limits: nobody,
  vendor_profiles: either(admin, (row, { kind, id }) => kind === 'resident' || row.id === id),
  vendor_services: either(vendorOwn, admin, (_, { kind }) => kind === 'resident'),
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
  const snow = await world.request('Snow Removal', { excluded_vendors: [world.idOf('hilltop')] }, 'otto')
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 10_000))
  await world.quote('curb', snow, 20_000)
  await world.anonymous.contact.send({ name: 'Visitor', email: 'visitor@example.com', message: 'Hello' })
  await world.anonymous.accounts
    .signIn({ email: 'maya@example.com', password: 'wrong!' })
    .catch(() => undefined)
  await client.query(
    `insert into auth_verifications (identifier, value, expires_at) values ('x', 'y', now())`,
  )
  await world.document()
  // Curb starts to offer what otto asks for, and hilltop, too, whom otto does not want.
  await world.request('Tree Care', { excluded_vendors: [] }, 'otto')
  await client.query(
    `insert into vendor_services (vendor_id, service_type_id) select id, $1 from unnest($2::uuid[]) as id`,
    [world.typeId('Tree Care'), [world.idOf('curb'), world.idOf('hilltop')]],
  )
  await client.query(`update building_services set excluded_vendors = $1 where service_type_id = $2`, [
    [world.idOf('hilltop')],
    world.typeId('Tree Care'),
  ])
  await client.query('insert into demo_city default values')
  await client.query(`insert into payments (building_id, fee_id, date, amount, status, method, description)
    select building_id, id, due_date, amount, 'paid', 'Card', 'Service fee' from fees`)
  await client.query(`insert into account_links (user_id, purpose, email)
    select id, 'change_email', 'new.' || email from profiles where first_name in ('Ned', 'Pia', 'Curb')`)
  await client.query(`update profiles set building_id = null, status = 'active' where first_name = 'Olga'`)
  people = new Map()
  for (const name of names) people.set(name, await personOf(name))
})

afterAll(async () => {
  await client.end()
  await world.close()
})

async function personOf(name: (typeof names)[number]) {
  if (name === 'anonymous')
    return { name, id: '', kind: 'anonymous', building: null, captain: false, viewer: null }
  const { rows } = await client.query(
    `select p.*, b.captain_id from profiles p left join buildings b on b.id = p.building_id where p.id = $1`,
    [world.idOf(name)],
  )
  const viewer = viewerOf(rows[0])
  const resident = viewer.kind === 'resident' ? viewer : null
  const { id, kind } = viewer
  return {
    name,
    id,
    kind,
    building: resident?.building_id ?? null,
    captain: resident?.captain ?? false,
    viewer,
  }
}

function who(name: string) {
  const person = people.get(name)
  if (!person) throw new Error(`${name} is not in this test`)
  return person
}

/** All rows as they are, with the building that a quote's view leaves out. */
async function allRows(table: string): Promise<Row[]> {
  const extra =
    table === 'quotes' ? ', (select building_id from service_quotes q where q.id = t.id) as of_building' : ''
  return (await client.query(`select t.*${extra} from ${table} t`)).rows
}

/** What a query without any condition gives this person; nothing when the table is not open to viewers at all. */
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
    'select building_id, building_service_id from service_quotes where vendor_id = $1',
    [person.kind === 'vendor' ? person.id : null],
  )
  const open = await client.query(
    `select s.id from building_services s join vendor_services v using (service_type_id)
     where v.vendor_id = $1 and v.is_active and s.status <> 'Accepted' and not v.vendor_id = any (s.excluded_vendors)`,
    [person.kind === 'vendor' ? person.id : null],
  )
  return {
    buildings: new Set(rows.map((row) => row.building_id)),
    services: new Set([...rows.map((row) => row.building_service_id), ...open.rows.map(({ id }) => id)]),
  }
}

const key = (row: Row) =>
  JSON.stringify(row.id?.toString() ?? row.key ?? [row.vendor_id, row.service_type_id])

test('every table and view of the catalogue is listed here, with its rules forced', async () => {
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
  test('has rows in this world, so that the rest means something', async () => {
    expect((await allRows(table)).length).toBeGreaterThan(0)
  })

  test.each(names)('gives %s exactly their rows', async (name) => {
    const person = who(name)
    const asked = await askedOf(person)
    const expected = (await allRows(table)).filter((row) => rules[table]?.(row, person, asked))
    expect((await seen(table, name)).map(key).sort()).toEqual(expected.map(key).sort())
  })
})

describe('an update without a condition', () => {
  const changed = async (statement: ReturnType<typeof sql>, name: string) => {
    try {
      return await asViewer(world.portal.db, who(name).viewer, async (tx) => {
        const { rows } = await (statement as ReturnType<typeof sql<{ id: string }>>).execute(tx)
        return rows.map(({ id }) => id).sort()
      })
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '42501') return 'refused'
      throw error
    }
  }
  const ids = (list: Name[]) => list.map((name) => world.idOf(name)).sort()

  test('of names reaches oneself, and a captain’s building', async () => {
    const update = sql`update profiles set unit_number = unit_number returning id`
    const all: Record<string, unknown> = {}
    for (const name of names) all[name] = await changed(update, name)
    const own = (name: Name) => [world.idOf(name)]
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
    })
  })

  test.each([
    ['a role', sql`update profiles set role = 'admin' returning id`],
    ['a building', sql`update profiles set building_id = null returning id`],
    ['the captain flag', sql`update buildings set captain_id = null returning id`],
    ['a quote’s vendor', sql`update service_quotes set vendor_id = vendor_id returning id`],
    ['an event', sql`update events set actor = null returning id`],
    ['a fee', sql`update fees set amount = 1 returning id`],
    ['a payment', sql`update payments set status = 'paid' returning id`],
    ['a password', sql`update auth_accounts set password = '' returning id`],
  ])('of %s is refused to everybody', async (_, statement) => {
    for (const name of names) expect([name, await changed(statement, name)]).toEqual([name, 'refused'])
  })

  test('of prices reaches a vendor’s open quotes only, and decided ones stop it', async () => {
    const update = sql`update service_quotes set per_visit_price = 1 where state = 'submitted' returning vendor_id as id`
    expect(await changed(update, 'curb')).toEqual([world.idOf('curb')])
    const decided = sql`update service_quotes set per_visit_price = 1 where state = 'accepted' returning id`
    expect(await changed(decided, 'evergreen')).toBe('refused')
    const every = sql`update service_quotes set per_visit_price = 2 where vendor_status = 'quoted' returning id`
    for (const name of ['ned', 'maya', 'otto'] as const) expect(await changed(every, name)).toBe('refused')
  })

  test('an event is written in one’s own name, about oneself or one’s own building', async () => {
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

  test('of visits reaches the building’s captain and the vendor; only the vendor completes', async () => {
    const note = sql`update appointments set change_reason = 'Rain', changed_by = 'captain' returning vendor_id as id`
    const completed = sql`update appointments set status = 'completed' returning vendor_id as id`
    const reached: Record<string, unknown> = {}
    for (const name of names) reached[name] = [await changed(note, name), await changed(completed, name)]
    const visits = Array(4).fill(world.idOf('evergreen'))
    const none = Object.fromEntries(names.map((name) => [name, [[], []]]))
    expect(reached).toEqual({ ...none, maya: [visits, 'refused'], evergreen: [visits, visits] })
  })

  test('a planted query without a filter in a transaction of a stranger leaks nothing', async () => {
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
