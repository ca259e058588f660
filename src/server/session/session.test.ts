import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { openStream, refusedStream } from '../../../test/event-stream.ts'
import { createClient } from '../../../test/http-client.ts'
import { serve } from '../../../test/serve.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { createPool } from '../db/pool.ts'
import { viewerOf } from './session.ts'

let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const connection = await createWorldDatabase('session')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})

const COOKIE = 'stoop.session_token'
const otto = { email: 'otto@example.com', password: PASSWORD }

/** A browser in which Otto is signed in. */
async function signIn(jar = new Map<string, string>()) {
  const client = createClient(site.origin, jar)
  await client.accounts.signIn.mutate(otto)
  const [token = ''] = decodeURIComponent(jar.get(COOKIE) ?? '').split('.')
  const isIn = async () => (await client.accounts.session.query()) !== null
  return { jar, client, token, isIn }
}

const set = (token: string, values: string) =>
  db.query(`update auth_sessions set ${values} where token = $1`, [token])
const daysLeft = async (token: string) =>
  (
    await db.query('select (expires_at::date - now()::date) as days from auth_sessions where token = $1', [
      token,
    ])
  ).rows[0]?.days

test('each session has a new, long, random token [V7.2.2] [V7.2.3]', async () => {
  const tokens = [(await signIn()).token, (await signIn()).token, (await signIn()).token]
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(new Set(tokens).size).toBe(3)
})

test('signing in again ends the browser’s earlier session and no other [V7.2.4]', async () => {
  const other = await signIn()
  const first = await signIn()
  const copy = new Map(first.jar)
  const second = await signIn(first.jar)
  expect(second.token).not.toBe(first.token)
  expect(await createClient(site.origin, copy).accounts.session.query()).toBeNull()
  expect([await second.isIn(), await other.isIn()]).toEqual([true, true])
})

test('a session ends 30 days after its last use, which renews it once a day [V7.3.1]', async () => {
  const { token, isIn } = await signIn()
  expect([await daysLeft(token), await isIn()]).toEqual([30, true])
  await set(token, `expires_at = now() + interval '28 days'`)
  expect(await isIn()).toBe(true)
  expect(await daysLeft(token)).toBe(30)
  await set(token, 'expires_at = now()')
  expect(await isIn()).toBe(false)
})

test('a session ends 90 days after its start, however often it is used [V7.3.2]', async () => {
  const { token, jar, isIn } = await signIn()
  await set(token, `created_at = now() - interval '89 days 23 hours'`)
  expect(await isIn()).toBe(true)
  await set(token, `created_at = now() - interval '90 days 1 hour'`)
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await refusedStream(site.origin, { cookie })).toMatchObject({ status: 401 })
  expect(await isIn()).toBe(false)
  expect(await daysLeft(token)).toBeUndefined()
})

test('a live stream ends when its session is too old [V7.3.2]', async () => {
  const own = await serve(world.portal, { ...db.options }, 50)
  const { token, jar } = await signIn()
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await openStream(own.origin, { cookie })
  await set(token, `created_at = now() - interval '90 days 1 hour'`)
  expect(await stream.next()).toBe('end')
  await own.close()
})

test('a removed colleague is nobody, whatever they were; before, they see their company', () => {
  const none = {
    id: 'i',
    building_id: null,
    captain_id: null,
    has_factor: null,
    offices: null,
    said_powers: null,
  }
  for (const vendor_role of ['owner', 'office', 'crew'] as const) {
    const person = { ...none, role: 'contractor', vendor_id: 'v', vendor_role } as const
    expect(viewerOf({ ...person, status: 'active' }, true)).toMatchObject({ vendor_id: 'v' })
    expect(viewerOf({ ...person, status: 'removed' }, true)).toBeNull()
  }
})

test('a password does not expire [V6.2.10]', async () => {
  await db.query(`update auth_accounts set created_at = '2001-01-01', updated_at = '2001-01-01'`)
  expect(await (await signIn()).isIn()).toBe(true)
})

test('of two cookies with one name, a valid one does not renew an expired one', async () => {
  const mine = await signIn()
  const ended = await signIn()
  await set(ended.token, "expires_at = now() - interval '1 day'")
  // A strict parser skips the first one, a lenient one accepts it.
  const cookie = `${COOKIE}="${mine.jar.get(COOKIE)}Z; ${COOKIE}=${ended.jar.get(COOKIE)}`
  const answer = await fetch(`${site.origin}/api/trpc/accounts.session`, { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ result: { data: null } })
})

test('a session starts its live updates after the newest event', async () => {
  const { client } = await signIn()
  const newest = async () => (await client.accounts.session.query())?.last_event
  const { rows } = await db.query('select max(id) as id from events')
  expect(await newest()).toBe(rows[0].id)
  await world.request('Concierge')
  expect(await newest()).toBeGreaterThan(rows[0].id)
})
