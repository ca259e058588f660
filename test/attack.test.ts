import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCallerFactory, openTo, router } from '../src/server/api.ts'
import { asSystem } from '../src/server/database/as-viewer.ts'
import { createWorldDatabase } from './database.ts'
import { call, contextOf, prepare, procedures } from './procedures.ts'
import { type Name, openWorld, type World } from './world.ts'

let world: World
let db: pg.Client
let ids: Awaited<ReturnType<typeof prepare>>
let statement = ''
let building: string | undefined

beforeAll(async () => {
  const connection = await createWorldDatabase('attack')
  world = await openWorld(connection)
  ids = await prepare(world)
  db = new pg.Client(connection)
  await db.connect()
  statement = await statementOfRows()
  building = (await world.as('maya').accounts.session())?.building?.id
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const VENDORS: Name[] = ['evergreen', 'curb', 'hilltop']
/** Whoever is signed out acts for nobody, so nothing of theirs can be replayed. */
const mutations = procedures.filter(({ mutation, case: { by } }) => mutation && by !== 'anonymous')

/** One statement that gives, for each table, a figure of the rows of a person ($1) or building ($3), but a stranger's own ($2). */
async function statementOfRows(): Promise<string> {
  const { rows } = await db.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      -- Sessions come and go, and a link that somebody asked for goes to its owner alone.
      and relname not in ('auth_sessions', 'account_links')
    group by 1 order by 1`)
  const parts = rows.flatMap(({ table, columns }) => {
    const is = (names: string[], what: string) =>
      names.filter((name) => columns.includes(name)).map((name) => `${name}::text ${what}`)
    const own = [
      ...is(['id', 'vendor_id', 'user_id'], '= $1'),
      ...is(['building_id', ...(table === 'buildings' ? ['id'] : [])], '= $3'),
    ]
    if (own.length === 0) return []
    const others = ['true', ...is(['vendor_id', 'actor'], 'is distinct from $2')]
    return `select '${table}' as table, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as figure
      from ${table} t where (${own.join(' or ')}) and ${others.join(' and ')}`
  })
  return `with own as (select $1::text, $2::text, $3::text) ${parts.join(' union all ')}`
}

type Who = Name | 'anonymous'
const idOf = (who: Who) => (who === 'anonymous' ? null : world.idOf(who))

/** The tables in which a call of `stranger` changed what is not theirs. */
async function touched(owner: Who, stranger: Who, work: () => Promise<unknown>): Promise<string[]> {
  const people = [idOf(owner), idOf(stranger), building]
  const figures = async () => (await db.query<{ table: string; figure: string }>(statement, people)).rows
  const before = await figures()
  await work().catch(() => undefined)
  const after = await figures()
  return before.filter(({ figure }, place) => figure !== after[place]?.figure).map(({ table }) => table)
}

describe('a call that changes something, made again in another’s session,', () => {
  test.each(mutations)('$path, leaves what is not theirs as it is', async ({
    path,
    case: { by, input, strangers },
  }) => {
    const named = Object.values(strangers ?? {}).flat() as Name[]
    // Who has a part in the same thing is no stranger to it: its vendor, the building's own people.
    const vendors = VENDORS.filter((vendor) => (named.length > 0 ? named.includes(vendor) : vendor !== by))
    const everybody: Who[] = ['anonymous', 'olga', 'otto', 'pia', 'ada', ...vendors]
    for (const who of everybody) {
      const tables = await touched(by, who, () => call(world, who, path, input(world, ids)))
      expect([who, tables]).toEqual([who, []])
    }
  })

  test('would be found out: planted procedures that take anybody’s word for whose row it is', async () => {
    const planted = router({
      accept: openTo('resident', 'vendor').mutation(({ ctx }) =>
        asSystem(ctx.db, (tx) =>
          tx.updateTable('profiles').set({ status: 'active' }).where('id', '=', ids.member).execute(),
        ),
      ),
      price: openTo('vendor').mutation(({ ctx }) =>
        asSystem(ctx.db, (tx) =>
          tx.updateTable('service_quotes').set({ per_visit_price: 1 }).where('id', '=', ids.quote).execute(),
        ),
      ),
    })
    const caller = createCallerFactory(planted)
    expect(await touched('maya', 'otto', () => caller(contextOf(world, 'otto')).accept())).toEqual([
      'profiles',
    ])
    expect(await touched('evergreen', 'curb', () => caller(contextOf(world, 'curb')).price())).toEqual([
      'service_quotes',
    ])
    await db.query(`update profiles set status = 'pending' where id = $1`, [ids.member])
    await db.query('update service_quotes set per_visit_price = 9999 where id = $1', [ids.quote])
  })

  test('changes something when its owner makes it, so that the rest means something', async () => {
    const quiet: string[] = []
    // Otto has added that person to his building by now.
    await db.query(`delete from auth_users where email = 'tenant@example.com'`)
    for (const { path, case: own } of mutations.toReversed()) {
      if (path === 'documents.link') continue
      const tables = await touched(own.by, 'anonymous', () =>
        call(world, own.by, path, own.input(world, ids)),
      )
      if (tables.length === 0) quiet.push(path)
    }
    // The one for its price was changed before, the other one since the visit is cancelled: by calls of this loop.
    expect(quiet).toEqual(['quotes.accept', 'appointments.move'])
  })
})

describe('a session that was opened before', () => {
  test.each([
    ['ned', 'was removed from the building', `status = 'pending'`],
    ['ned', 'has no building any more', 'building_id = null'],
    ['hilltop', 'was put on hold', `status = 'pending'`],
    ['hilltop', 'became somebody else', `role = 'homeowner'`],
  ] as const)('%s %s is refused at the next call', async (who, _, change) => {
    const asked = who === 'ned' ? world.as('ned').services.list : world.as('hilltop').quotes.counts
    const { rows } = await db.query('select status, role, building_id from profiles where id = $1', [
      world.idOf(who),
    ])
    await db.query(`update profiles set status = 'active' where id = $1`, [world.idOf(who)])
    await asked()
    await db.query(`update profiles set ${change} where id = $1`, [world.idOf(who)])
    await expect(asked()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await db.query('update profiles set status = $2, role = $3, building_id = $4 where id = $1', [
      world.idOf(who),
      ...Object.values(rows[0]),
    ])
  })

  test('a captain who has handed the flag over is refused what captains do', async () => {
    const otto = world.as('otto').members
    await db.query(`delete from auth_users where email = 'tenant@example.com'`)
    await otto.add({ full_name: 'Next One', email: 'next@example.com', unit_number: '1', role: 'captain' })
    const { rows } = await db.query(`
      insert into auth_accounts (user_id, account_id, provider_id, password)
      select id, id, 'credential', 'a hash' from auth_users where email = 'next@example.com' returning user_id as id`)
    await otto.accept({ id: rows[0].id, hand_over: true })
    for (const work of [
      () => otto.accept({ id: world.idOf('olga') }),
      () => otto.remove({ id: rows[0].id }),
      () => otto.add({ full_name: 'One More', email: 'more@example.com', unit_number: '1', role: 'member' }),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an account that is gone is nobody’s, and one that is no admin any more sees its own', async () => {
    await db.query(`update profiles set role = 'contractor' where id = $1`, [world.idOf('ada')])
    expect(await world.as('ada').accounts.session()).toMatchObject({ kind: 'vendor' })
    await db.query('delete from auth_users where id = $1', [world.idOf('pia')])
    expect(await world.as('pia').accounts.session()).toBeNull()
  })
})

test('a vendor that was left out of a request finds nothing of it: no list, no count, no quote, no price to write', async () => {
  const hilltop = world.as('hilltop')
  const counts = await hilltop.quotes.counts()
  const service = await world.request('Landscaping', { excluded_vendors: [world.idOf('hilltop')] }, 'otto')
  const id = await world.quoteOf('curb', service)
  expect(await hilltop.quotes.counts()).toEqual(counts)
  const settings = await hilltop.vendors.settings()
  expect(JSON.stringify([settings, await hilltop.vendors.dashboard()])).not.toContain(service)
  for (const work of [
    () => hilltop.quotes.get({ id }),
    () => hilltop.quotes.submit({ id, per_visit_price: 100 }),
    () => hilltop.quotes.update({ id, per_visit_price: 100 }),
  ])
    await expect(work()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await world.as('curb').quotes.submit({ id, per_visit_price: 100 })
})

test('a planted query without any filter in a real procedure gives each person their own rows alone', async () => {
  const planted = router({
    everything: openTo('resident', 'captain', 'vendor', 'pending', 'unassigned').query(
      async ({ ctx: { tx } }) => ({
        quotes: await tx.selectFrom('service_quotes').selectAll().execute(),
        services: await tx.selectFrom('building_services').selectAll().execute(),
        documents: await tx.selectFrom('building_documents').selectAll().execute(),
        people: await tx.selectFrom('profiles').selectAll().execute(),
        visits: await tx.selectFrom('appointments').selectAll().execute(),
        fees: await tx.selectFrom('fees').selectAll().execute(),
      }),
    ),
  })
  const caller = createCallerFactory(planted)
  const all = await db.query('select building_id from fees')
  expect(new Set(all.rows.map(({ building_id }) => building_id)).size).toBeGreaterThan(1)
  for (const who of ['maya', 'ned', 'otto'] as const) {
    const { building: own } = (await world.as(who).accounts.session()) ?? {}
    const rows = Object.values(await caller(contextOf(world, who)).everything()).flat()
    expect([who, new Set(rows.map((row) => row.building_id))]).toEqual([who, new Set([own?.id])])
  }
  for (const who of VENDORS) {
    const { quotes, visits, people, fees, documents } = await caller(contextOf(world, who)).everything()
    const vendors = new Set([...quotes, ...visits].map(({ vendor_id }) => vendor_id))
    expect([who, vendors, people.map(({ id }) => id)]).toEqual([
      who,
      new Set([world.idOf(who)]),
      [world.idOf(who)],
    ])
    expect([...fees, ...documents]).toEqual([])
  }
  const { people, ...rest } = await caller(contextOf(world, 'olga')).everything()
  expect([people.map(({ id }) => id), Object.values(rest).flat()]).toEqual([[world.idOf('olga')], []])
})
