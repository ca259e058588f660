import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { cookieHeader, createClient } from '../../../test/http-client.ts'
import { serve } from '../../../test/serve.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { createPool } from '../database/pool.ts'
import { SharedReading } from '../database/shared-reading.ts'
import { guessSession, readSession } from './session.ts'
import { SessionMemory } from './session-memory.ts'

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

const otto = { email: 'otto@example.com', password: PASSWORD }

/** A browser in which Otto has signed in. */
async function enter(jar = new Map<string, string>()) {
  const client = createClient(site.origin, jar)
  await client.accounts.signIn.mutate(otto)
  const [token = ''] = decodeURIComponent([...jar.values()][0] ?? '').split('.')
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

test('a session’s token is long, random, and another one each time', async () => {
  const tokens = [(await enter()).token, (await enter()).token, (await enter()).token]
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(new Set(tokens).size).toBe(3)
})

test('signing in anew ends the session that the browser had, and no other', async () => {
  const other = await enter()
  const first = await enter()
  const copy = new Map(first.jar)
  const second = await enter(first.jar)
  expect(second.token).not.toBe(first.token)
  expect(await createClient(site.origin, copy).accounts.session.query()).toBeNull()
  expect([await second.isIn(), await other.isIn()]).toEqual([true, true])
})

test('who is guessed is confirmed by their session alone, and has no more rights than the guess until then', async () => {
  const { jar, token } = await enter()
  const cookie = cookieHeader(jar)
  const portal = { ...world.portal, sessions: new SessionMemory() }
  await readSession(portal, new Headers({ cookie }), new Headers(), new SharedReading(portal.db))
  const guess = async () => {
    const reading = new SharedReading(portal.db)
    const guessed = guessSession(portal, cookie, reading)
    if (!guessed) throw new Error('Nobody is remembered')
    const { rows } = await reading.asViewer(guessed.session.viewer, (tx) =>
      sql`select current_user::text as role, viewer_id() as id`.execute(tx),
    )
    expect(rows).toEqual([{ role: 'stoop_viewer', id: world.idOf('otto') }])
    return guessed.confirmed
  }
  expect([await guess(), await guess()]).toEqual([true, true])
  // As its rows were, but a day later: it is to be prolonged.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
  expect(await guess().finally(() => vi.useRealTimers())).toBe(false)
  expect(await guess()).toBe(true)
  await db.query('delete from auth_sessions where token = $1', [token])
  expect(await guess()).toBe(false)
})

test('a session ends 30 days after its last use; use prolongs it, once a day', async () => {
  const { token, isIn } = await enter()
  expect([await daysLeft(token), await isIn()]).toEqual([30, true])
  await set(token, `expires_at = now() + interval '28 days'`)
  expect(await isIn()).toBe(true)
  expect(await daysLeft(token)).toBe(30)
  await set(token, 'expires_at = now()')
  expect(await isIn()).toBe(false)
})

test('a session ends 90 days after its start, however often it is used', async () => {
  const { token, jar, isIn } = await enter()
  await set(token, `created_at = now() - interval '89 days 23 hours'`)
  expect(await isIn()).toBe(true)
  await set(token, `created_at = now() - interval '90 days 1 hour'`)
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await fetch(`${site.origin}/live`, { headers: { cookie } })).status).toBe(401)
  expect(await isIn()).toBe(false)
  expect(await daysLeft(token)).toBeUndefined()
})

test('a live stream ends with a session that has become too old', async () => {
  const own = await serve(world.portal, { ...db.options }, 50)
  const { token, jar } = await enter()
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const stream = await fetch(`${own.origin}/live`, { headers: { cookie } })
  await set(token, `created_at = now() - interval '90 days 1 hour'`)
  expect(await stream.text()).toMatch(/^retry: 1000/)
  await own.close()
})

test('a password stays good for years', async () => {
  await db.query(`update auth_accounts set created_at = '2001-01-01', updated_at = '2001-01-01'`)
  expect(await (await enter()).isIn()).toBe(true)
})

test('of two cookies of one name none lends its life to the other', async () => {
  const mine = await enter()
  const ended = await enter()
  await set(ended.token, "expires_at = now() - interval '1 day'")
  const valueIn = (jar: Map<string, string>) => [...jar.values()][0] ?? ''
  const [[name = ''] = []] = [...mine.jar]
  // The one that a strict reader skips, and a lenient one takes.
  const cookie = `${name}="${valueIn(mine.jar)}Z; ${name}=${valueIn(ended.jar)}`
  const answer = await fetch(`${site.origin}/api/trpc/accounts.session`, { headers: { cookie } })
  expect(await answer.json()).toMatchObject({ result: { data: null } })
})

test('a session starts its live updates after the newest event', async () => {
  const { client } = await enter()
  const newest = async () => (await client.accounts.session.query())?.last_event
  const { rows } = await db.query('select max(id) as id from events')
  expect(await newest()).toBe(rows[0].id)
  await world.request('Concierge')
  expect(await newest()).toBeGreaterThan(rows[0].id)
})
