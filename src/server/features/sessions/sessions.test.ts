import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openStream } from '../../../../test/event-stream.ts'
import { cookieHeader, createClient } from '../../../../test/http-client.ts'
import { serve } from '../../../../test/serve.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  const connection = await createWorldDatabase('sessions')
  world = await openWorld(connection, { TRUST_PROXY: '127.0.0.1' })
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})
beforeEach(async () => {
  await db.query('truncate sign_in_limits')
  await db.query('delete from auth_sessions where user_id = $1', [world.idOf('otto')])
})

const proof = { current_password: PASSWORD }

/** A browser in which Otto is signed in, at an address. */
async function signIn(address: string) {
  const jar = new Map<string, string>()
  const client = createClient(site.origin, jar, address)
  await client.accounts.signIn.mutate({ email: 'otto@example.com', password: PASSWORD })
  return { client, jar, isIn: async () => (await client.accounts.session.query()) !== null }
}

test('are listed with device, place and days, this one first, and without their tokens [V7.5.2]', async () => {
  const here = await signIn('203.0.113.9')
  await signIn('198.51.100.7')
  await signIn('203.0.113.9')
  await db.query(
    `insert into auth_sessions (user_id, token, expires_at) values ($1, 'expired', now() - interval '1 day')`,
    [world.idOf('otto')],
  )
  const listed = await here.client.sessions.list.query()
  expect(listed.map(({ place, is_own }) => [place, is_own])).toEqual([
    ['This network', true],
    ['This network', false],
    ['198.51.100.7', false],
  ])
  await signIn('2001:db8::7')
  const elsewhere = await (await signIn('2001:db8::1234:5678')).client.sessions.list.query()
  expect(
    elsewhere.filter(({ place }) => place === 'This network'),
    'one line of IPv6',
  ).toHaveLength(2)
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual([
    'created_at',
    'device',
    'id',
    'is_own',
    'last_seen',
    'place',
  ])
})

test('show the address that the portal trusts, whatever a client names', async () => {
  const jar = new Map<string, string>()
  const forged = { 'x-stoop-address': '8.8.8.8', 'x-forwarded-for': '8.8.4.4, 203.0.113.9' }
  const response = await fetch(`${site.origin}/api/trpc/accounts.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'x'.repeat(1000), ...forged },
    body: JSON.stringify({ email: 'otto@example.com', password: PASSWORD }),
  })
  expect(response.status).toBe(200)
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
    jar.set(name, value)
  }
  const { rows } = await db.query('select ip_address, user_agent from auth_sessions where user_id = $1', [
    world.idOf('otto'),
  ])
  expect(rows).toEqual([{ ip_address: '203.0.113.9', user_agent: 'x'.repeat(300) }])
})

test('end one at once, with its live updates, and the others stay [V7.4.1] [V7.5.2]', async () => {
  const [here, other, third] = [
    await signIn('203.0.113.9'),
    await signIn('198.51.100.7'),
    await signIn('::1'),
  ]
  const stream = await openStream(site.origin, { cookie: cookieHeader(other.jar) })
  const listed = await here.client.sessions.list.query()
  const id = listed.find(({ place }) => place === '198.51.100.7')?.id ?? ''
  await expect(here.client.sessions.end.mutate({ id, current_password: 'a guess' })).rejects.toMatchObject({
    data: { field: 'current_password' },
  })
  expect(await other.isIn()).toBe(true)
  await here.client.sessions.end.mutate({ id, ...proof })
  expect([await here.isIn(), await other.isIn(), await third.isIn()]).toEqual([true, false, true])
  let message = await stream.next()
  while (message !== 'end') message = await stream.next()
  const { rows } = await db.query(
    `select data from events where kind = 'session_ended' and subject = $1 order by id desc limit 1`,
    [world.idOf('otto')],
  )
  expect(rows).toEqual([{ data: { sessions: 1 } }])
})

test('end all others, and guesses of the password are limited [V7.4.3] [V6.3.1]', async () => {
  const [here, other, third] = [
    await signIn('203.0.113.9'),
    await signIn('198.51.100.7'),
    await signIn('::1'),
  ]
  expect(await here.client.sessions.endOthers.mutate(proof)).toEqual({ sessions: 2 })
  expect([await here.isIn(), await other.isIn(), await third.isIn()]).toEqual([true, false, false])
  await here.client.sessions.endOthers.mutate({ current_password: 'a guess' }).catch(() => undefined)
  await db.query(`update sign_in_limits set points = 10 where key = 'password:' || $1`, [world.idOf('otto')])
  await expect(here.client.sessions.endOthers.mutate(proof)).rejects.toMatchObject({
    data: { refusal: 'too_many_attempts' },
  })
})
