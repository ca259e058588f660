import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { prepare, procedures } from '../../../../test/procedures.ts'
import { serve } from '../../../../test/serve.ts'
import { createRecordingDb } from '../../../../test/statements.ts'
import { type Name, openWorld, sessionCookie, type World } from '../../../../test/world.ts'
import { RESIDENT_POWERS } from '../../../domain/members/office.ts'
import { POWERS } from '../../../domain/viewer.ts'
import { createPool } from '../../db/pool.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>
/** One call of each query. */
let queries: [path: string, by: Name | 'anonymous', input: unknown][]

beforeAll(async () => {
  connection = await createWorldDatabase('reading_calls')
  world = await openWorld(connection)
  const ids = await prepare(world)
  queries = procedures
    .filter(({ type }) => type === 'query')
    .map(({ path, case: { by, input } }) => [path, by as Name, input(world, ids)])
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})

function cookieOf(who: Name | 'anonymous'): string {
  return who === 'anonymous' ? '' : sessionCookie(world.people[who].jar)
}

/** The response to a call; with `adapter`, that of tRPC's adapter. */
async function ask(
  address: string,
  who: Name | 'anonymous',
  adapter: boolean,
  more: Record<string, string> = {},
) {
  const cookie = cookieOf(who)
  const headers = {
    ...(cookie && { cookie }),
    ...(adapter && { 'trpc-accept': 'application/json' }),
    ...more,
  }
  const answer = await fetch(`${site.origin}/api/trpc/${address}`, { headers })
  const { date, 'x-request-id': id, vary, ...said } = Object.fromEntries(answer.headers)
  expect(id).toMatch(/^[0-9a-f]{12}$/)
  return { status: answer.status, headers: said, body: (await answer.text()).replaceAll(id ?? '', 'ID') }
}

const input = (value: unknown) =>
  value === undefined ? '' : `input=${encodeURIComponent(JSON.stringify(value))}`
const bodies = async (address: string, who: Name) => JSON.parse((await ask(address, who, false)).body)

const SCREEN = 'accounts.session,members.list,buildings.mine?batch=1&input={}'
type Item = { result?: { data: unknown }; error?: { data: { refusal?: string } } }

test('every query returns what tRPC’s adapter returns, inside and outside its audience', async () => {
  expect(queries.length).toBeGreaterThan(15)
  for (const [path, by, value] of queries) {
    for (const who of [by, 'anonymous', 'pia', 'curb', 'ada', 'olga'] as const) {
      const address = `${path}?${input(value)}`
      const expected = await ask(address, who, true)
      expect(expected.headers['cache-control']).toBe('no-store')
      // The second time with a speculative session.
      for (const time of [1, 2])
        expect({ time, ...(await ask(address, who, false)) }).toEqual({ time, ...expected })
    }
  }
})

test.each([
  ['a screen', 'accounts.session,services.list,visits.upcoming?batch=1&input={"2":{"page":1}}'],
  ['a batch of one', 'services.list?batch=1&input={}'],
  ['a batch without input', 'services.list,members.list?batch=1'],
  ['calls with one rejected', 'services.list,vendors.dashboard?batch=1&input={}'],
  ['calls that are all rejected', 'vendors.dashboard,vendors.get?batch=1&input={}'],
  ['calls with one invalid input', 'services.list,visits.upcoming?batch=1&input={"1":{"page":-1}}'],
  ['an unknown name', 'services.none'],
  ['a built-in name', 'constructor?batch=1'],
  ['an unknown name in a batch', 'services.list,services.none?batch=1&input={}'],
  ['a mutation', 'accounts.signOut?batch=1&input={}'],
  ['a mutation and a query', 'services.list,accounts.signOut?batch=1&input={}'],
  ['input that is not JSON', 'services.list?batch=1&input={"0":'],
  ['input that is not an object', 'services.list?batch=1&input=[1]'],
  ['input that is null', 'services.list?batch=1&input=null'],
  ['a null without a batch', 'visits.upcoming?input=null'],
  ['too many calls', `${Array(100).fill('services.list').join()}?batch=1&input={}`],
  ['an empty batch', '?batch=1&input={}'],
  ['input with a question mark in it', 'buildings.suggest?input={"address":"1?2"}'],
  ['an encoded name', 'services%2Elist?batch=1&input={}'],
])('%s returns what tRPC’s adapter returns', async (_, address) => {
  for (const who of ['maya', 'ned', 'anonymous'] as const)
    expect(await ask(address, who, false)).toEqual(await ask(address, who, true))
})

test('a page of another site is rejected', async () => {
  const { status } = await ask('services.list?batch=1', 'maya', false, {
    origin: 'https://elsewhere.example',
  })
  expect(status).toBe(403)
})

test('a screen read again takes one round trip, session lookup included', async () => {
  const recording = createRecordingDb({ ...connection, max: 1 })
  const own = site.portal.db
  site.portal.db = recording.db
  try {
    await bodies(SCREEN, 'maya')
    recording.roundTrips.length = 0
    await bodies(SCREEN, 'maya')
    const [texts = [], ...more] = recording.roundTrips
    expect(more).toEqual([])
    expect(texts.filter((text) => text.includes('auth_sessions'))).toHaveLength(1)
    // The newest event is read first, or a change before the lists are read would be missed.
    const [, , newest] = texts
    expect(newest).toContain('max(id) from events')
  } finally {
    site.portal.db = own
    await recording.db.destroy()
  }
})

test('a cookie is accepted only in the exact form that was set', async () => {
  const { status } = await ask('members.list', 'maya', false)
  const cookie = `${cookieOf('maya')}!!`
  const answer = await fetch(`${site.origin}/api/trpc/members.list`, { headers: { cookie } })
  expect([status, answer.status]).toEqual([200, 401])
})

test('a speculative session starts its live updates after the newest event', async () => {
  const newest = async () => (await bodies('accounts.session', 'otto')).result.data.last_event
  const before = await newest()
  const { rows } = await db.query('select max(id)::int as id from events')
  expect(before).toBe(rows[0].id)
  await world.request('Concierge')
  expect(await newest()).toBeGreaterThan(before)
})

test('a blocked session lookup fails within one statement timeout and returns no data', async () => {
  await bodies(SCREEN, 'maya')
  const from = performance.now()
  const lock = await db.connect()
  try {
    await lock.query('begin; lock table auth_sessions in access exclusive mode')
    const { status, headers, body } = await ask(SCREEN, 'maya', false)
    // The server's timeout, which keeps the connection. The client's would close it a second later.
    expect(performance.now() - from).toBeLessThan(5400)
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(body).map(({ error }: Item) => error?.data.refusal)).toEqual(['busy', 'busy', 'busy'])
    expect(body).not.toContain('maya')
  } finally {
    await lock.query('rollback')
    lock.release()
  }
  expect((await ask(SCREEN, 'maya', false)).status).toBe(200)
}, 15_000)

// A changed row takes effect at the next call, though the session is cached.
const seenBy = async (who: Name) => (await bodies(SCREEN, who)) as [Item, Item, Item]

test('a revoked role is gone at the next call', async () => {
  const [before] = await seenBy('otto')
  expect(before.result?.data).toMatchObject({ viewer: { powers: POWERS } })
  // A building keeps a captain.
  await db.query(`update profiles set role = 'homeowner' where id = '${world.idOf('otto')}';
    update profiles set role = 'captain', status = 'active' where id = '${world.idOf('olga')}';
    update buildings set captain_id = '${world.idOf('olga')}' where captain_id = '${world.idOf('otto')}'`)
  const [after] = await seenBy('otto')
  expect(after.result?.data).toMatchObject({ viewer: { powers: RESIDENT_POWERS } })
})

test('an office that is given or taken, and a changed power, hold at the next call', async () => {
  const { setOffices, setPowers } = world.as('maya').members
  const powers = async () => {
    const [session] = await seenBy('ned')
    return (session.result?.data as { viewer: { powers: string[] } }).viewer.powers.slice(
      RESIDENT_POWERS.length,
    )
  }
  expect(await powers()).toEqual([])
  await setOffices({ id: world.idOf('ned'), offices: ['treasurer'] })
  expect(await powers()).toEqual(['approve_invoices', 'manage_budget'])
  const shown = [...RESIDENT_POWERS, 'approve_invoices', 'manage_budget'] as const
  await setPowers({ holder: 'treasurer', powers: [...RESIDENT_POWERS, 'manage_budget'], shown: [...shown] })
  expect(await powers()).toEqual(['manage_budget'])
  await setOffices({ id: world.idOf('ned'), offices: [] })
  expect(await powers()).toEqual([])
})

test('a person moved to another building sees that one, and nothing of the first', async () => {
  const [, , before] = await seenBy('ned')
  await db.query(
    `update profiles set building_id = (select building_id from profiles where id = $1) where id = $2`,
    [world.idOf('otto'), world.idOf('ned')],
  )
  const [, , after] = await seenBy('ned')
  const [, , others] = await seenBy('otto')
  expect(after).toEqual(others)
  expect(after).not.toEqual(before)
})

test('a removed person, or one whose session ended, sees nothing at the next call', async () => {
  const codes = async () => (await seenBy('ned')).map(({ error }) => error?.data.refusal)
  expect(await codes()).toEqual([undefined, undefined, undefined])
  await db.query(`update profiles set status = 'pending' where id = $1`, [world.idOf('ned')])
  expect(await codes()).toEqual([undefined, 'not_allowed', 'not_allowed'])
  await db.query('delete from auth_sessions where user_id = $1', [world.idOf('ned')])
  expect(await codes()).toEqual([undefined, 'signed_out', 'signed_out'])
})
