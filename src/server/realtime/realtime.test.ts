import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { type Message, openStream, refusedStream, type Stream } from '../../../test/event-stream.ts'
import { cookieHeader, createClient } from '../../../test/http-client.ts'
import { serve } from '../../../test/serve.ts'
import { slowness } from '../../../test/slowness.ts'
import { type Name, openWorld, PASSWORD, type World } from '../../../test/world.ts'
import type { Identity } from '../db/identity.ts'
import { createPool, Db, type Tx } from '../db/pool.ts'
import type { Limits } from '../db/timeouts.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>
const cookies = new Map<Name, string>()
const open = new Set<Stream>()

beforeAll(async () => {
  connection = await createWorldDatabase('realtime')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterEach(() => {
  for (const stream of open) stream.close()
  open.clear()
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})

async function cookieOf(name: Name, origin = site.origin): Promise<string> {
  const known = cookies.get(name)
  if (known) return known
  const jar = new Map<string, string>()
  await createClient(origin, jar).accounts.signIn.mutate({ email: `${name}@example.com`, password: PASSWORD })
  const cookie = cookieHeader(jar)
  cookies.set(name, cookie)
  return cookie
}

type Options = { origin?: string; after?: number; lastEventId?: string }

/** `lastEventId` is the header by which a browser reconnects. */
async function subscribe(
  name: Name,
  { origin = site.origin, after, lastEventId }: Options = {},
): Promise<Stream> {
  const headers = new Headers({ cookie: await cookieOf(name, origin) })
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
  const stream = await openStream(origin, headers, after?.toString())
  open.add(stream)
  return stream
}

const change = (data: string) => ({ event: 'message', data, id: expect.any(String) })
const RESYNC = { event: 'message', data: 'resync', id: expect.any(String) }
const newest = async () =>
  Number((await db.query('select coalesce(max(id), 0) as id from events')).rows[0].id)

const SIGNED_OUT = { status: 401, error: { data: { refusal: 'signed_out' } } }

test('visitors and ended sessions are rejected', async () => {
  expect(await refusedStream(site.origin, {})).toMatchObject(SIGNED_OUT)
  const jar = new Map<string, string>()
  const client = createClient(site.origin, jar)
  await client.accounts.signIn.mutate({ email: 'maya@example.com', password: PASSWORD })
  const cookie = cookieHeader(jar)
  await client.accounts.signOut.mutate()
  expect(await refusedStream(site.origin, { cookie })).toMatchObject(SIGNED_OUT)
})

test('an event reaches its building, vendor and admins within a second, and nobody else', async () => {
  const service = await world.request('Landscaping')
  const id = await world.quoteOf('evergreen', service)
  const people = ['maya', 'ned', 'evergreen', 'ada', 'otto', 'curb', 'hilltop', 'pia'] as const
  const streams = new Map<Name, Stream>()
  for (const name of people) streams.set(name, await subscribe(name))
  const next = (name: Name) => streams.get(name)?.next()

  const from = performance.now()
  await world.as('evergreen').quotes.submit({ id, per_visit_price: 80_00 })
  const reached = await Promise.all((['maya', 'ned', 'evergreen', 'ada'] as const).map(next))
  expect(performance.now() - from).toBeLessThan(1000 * slowness())
  for (const message of reached) expect(message).toEqual(change('quote_submitted'))

  // Notices arrive in the order of their commits, so a stream that hears this first has not heard the one before.
  await world.request('Snow Removal', { excluded_vendors: [world.companyOf('evergreen')] }, 'otto')
  expect(await next('otto')).toEqual(change('service_requested'))
  expect(await next('curb')).toEqual(change('quote_requested'))
  expect(await next('hilltop')).toEqual(change('quote_requested'))
  await world.as('maya').members.accept({ id: world.idOf('pia') })
  expect(await next('pia')).toEqual(change('member_accepted'))
  expect(await next('maya')).toEqual(change('member_accepted'))
  expect(await next('ned')).toEqual(change('member_accepted'))
  await world.as('maya').members.remove({ id: world.idOf('pia') })
})

test('a browser that reconnects gets the events that it missed, under its own row rules, and then new ones', async () => {
  const after = await newest()
  const trees = await world.request('Tree Care')
  await world.request('Trash Take-Out', {}, 'otto')
  await world.quote('evergreen', trees, 10_00)
  const missed = async (name: Name, options: Options) => {
    const stream = await subscribe(name, options)
    await world.anonymous.contact.send({ name: 'X', email: 'x@example.com', message: 'seen by admins only' })
    await world.as('maya').members.accept({ id: world.idOf('pia') })
    await world.as('maya').members.remove({ id: world.idOf('pia') })
    return stream
  }
  const all = async (stream: Stream, count: number) => {
    const list: (Message | 'end')[] = []
    while (list.length < count) list.push(await stream.next())
    return list
  }
  const expected = async (where: string) => {
    const { rows } = await db.query(
      `select id, kind from events where id > ${after} and (${where}) order by id`,
    )
    return rows.map(({ id, kind }) => ({ event: 'message', data: kind, id: String(id) }))
  }
  const building = `building_id = (select building_id from profiles where id = '${world.idOf('maya')}')`
  const own = await expected(building)
  expect(own.length).toBe(3)
  const stream = await missed('ned', { after })
  expect(await all(stream, 3)).toEqual(own)
  expect(await stream.next()).toEqual(change('member_accepted'))
  // What the header says is newer than the address of the page.
  const again = await missed('ned', { after: 0, lastEventId: own[1]?.id ?? '' })
  expect(await again.next()).toEqual(own[2])

  const curb = await missed('curb', { lastEventId: String(after) })
  expect(await all(curb, 1)).toEqual(await expected(`vendor_id = '${world.companyOf('curb')}'`))
  const stranger = await missed('olga', { lastEventId: String(after) })
  await world.as('otto').members.accept({ id: world.idOf('olga') })
  expect(await stranger.next()).toEqual(change('member_accepted'))
})

test.each([
  'x',
  '1e999',
  '-',
  '9'.repeat(30),
])('an invalid event id is rejected (%j)', async (lastEventId) => {
  const headers = { cookie: await cookieOf('hilltop'), 'last-event-id': lastEventId }
  expect(await refusedStream(site.origin, headers)).toMatchObject({
    status: 400,
    error: { data: { field: 'lastEventId' } },
  })
})

test('a browser that missed more than 200 events refreshes everything instead', async () => {
  const after = await newest()
  await db.query(
    `insert into events (kind, vendor_id) select 'quote_requested', $1 from generate_series(1, 201)`,
    [world.companyOf('curb')],
  )
  const stream = await subscribe('curb', { lastEventId: String(after) })
  expect(await stream.next()).toEqual(RESYNC)
  const less = await subscribe('curb', { lastEventId: String(after + 1) })
  expect(await less.next()).toEqual({ ...change('quote_requested'), id: String(after + 2) })
})

test('an event published while missed events are still read comes after them', async () => {
  const after = await newest()
  const other = await subscribe('hilltop')
  await db.query(`insert into events (kind, vendor_id) values ('quote_requested', $1)`, [
    world.companyOf('hilltop'),
  ])
  expect(await other.next()).toEqual(change('quote_requested')) // or its notice could come to the one that follows late
  const own = site.portal.db
  const held = Promise.withResolvers<void>()
  /** Reads the session, and holds the replay. */
  class HeldDb extends Db {
    private count = 0
    override async transact<T>(identity: Identity, limits: Limits, work: (tx: Tx) => Promise<T>): Promise<T> {
      this.count += 1
      if (this.count > 1) await held.promise
      return super.transact(identity, limits, work)
    }
  }
  const slow = new HeldDb(createPool({ ...connection, max: 1 }))
  onTestFinished(() => slow.destroy())
  site.portal.db = slow
  const late = await subscribe('hilltop', { lastEventId: String(after) })
  site.portal.db = own
  const notice = { id: after + 1000, kind: 'quote_updated', vendor_id: world.companyOf('hilltop') }
  await db.query(`select pg_notify('stoop_events', $1)`, [JSON.stringify(notice)])
  expect(await other.next()).toEqual(change('quote_updated'))
  held.resolve()
  expect(await late.next()).toEqual(change('quote_requested'))
  expect(await late.next()).toEqual(change('quote_updated'))
})

test('when the server’s connection for live updates is cut, it reconnects and every browser refreshes', async () => {
  const streams = [await subscribe('maya'), await subscribe('hilltop')]
  const cut = () =>
    db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'stoop realtime' and datname = current_database()`)
  for (const _ of [1, 2]) {
    expect((await cut()).rowCount).toBe(1)
    for (const stream of streams) expect(await stream.next()).toEqual(RESYNC)
  }
  await db.query(`insert into events (kind, vendor_id) values ('quote_requested', $1)`, [
    world.companyOf('hilltop'),
  ])
  expect(await streams[1]?.next()).toEqual(change('quote_requested'))
})

test('the stream of a removed colleague ends, and none opens any more [Product 1.8]', async () => {
  const stream = await subscribe('cole')
  await world.as('curb').team.remove({ id: world.idOf('cole') })
  expect(await stream.next()).toEqual(change('colleague_removed'))
  expect(await stream.next()).toBe('end')
  expect(await refusedStream(site.origin, { cookie: await cookieOf('cole') })).toMatchObject(SIGNED_OUT)
})

test('the stream of a removed member ends, and the next one carries nothing of the building [7.auth.4]', async () => {
  const stream = await subscribe('ned')
  const neighbor = await subscribe('maya')
  await world.as('maya').members.remove({ id: world.idOf('ned') })
  expect(await stream.next()).toEqual(change('member_removed'))
  expect(await stream.next()).toBe('end')
  expect(await neighbor.next()).toEqual(change('member_removed'))

  const after = await newest()
  const waiting = await subscribe('ned', { after: 0 })
  await world.request('Painting')
  await world.as('maya').members.accept({ id: world.idOf('ned') })
  // Neither the building's past nor its present: the first that this stream tells is the person's own news.
  const told = await waiting.next()
  expect(told).toEqual(change('member_accepted'))
  expect(Number(told === 'end' ? 0 : told.id)).toBeGreaterThan(after)
  expect(await waiting.next()).toBe('end')
  expect(await (await subscribe('ned', { lastEventId: String(after) })).next()).toEqual(
    change('service_requested'),
  )
})

test('a stream ends within one heartbeat after its session [V7.4.1]', async () => {
  const own = await serve(world.portal, connection, 100)
  const { cookie } = await signedIn(own.origin)
  const stream = await openStream(own.origin, { cookie })
  open.add(stream)
  const next = stream.next()
  expect(await Promise.race([next, sleep(500, 'open')])).toBe('open')
  await db.query('update auth_sessions set expires_at = now() where user_id = $1', [world.idOf('maya')])
  expect(await next).toBe('end')
  cookies.delete('maya')
  await own.close()
})

test('a stream ends at once when its session signs out, or is replaced; the person’s others go on [V7.4.1]', async () => {
  const left = await signedIn(site.origin)
  const replaced = await signedIn(site.origin)
  const kept = await signedIn(site.origin)
  const streams = await Promise.all([left, replaced].map(({ cookie }) => openStream(site.origin, { cookie })))
  for (const stream of streams) open.add(stream)
  const from = performance.now()
  await left.client.accounts.signOut.mutate()
  for (const stream of streams) {
    expect(await stream.next()).toEqual(change('signed_out'))
    expect(await stream.next()).toBe('end')
  }
  expect(await refusedStream(site.origin, { cookie: left.cookie })).toMatchObject(SIGNED_OUT)

  const again = await openStream(site.origin, { cookie: replaced.cookie })
  open.add(again)
  await replaced.client.accounts.signIn.mutate({ email: 'curb@example.com', password: PASSWORD })
  expect(await again.next()).toEqual(change('signed_out'))
  expect(await again.next()).toBe('end')
  expect(await refusedStream(site.origin, { cookie: replaced.cookie })).toMatchObject(SIGNED_OUT)
  // Long before a heartbeat.
  expect(performance.now() - from).toBeLessThan(5000 * slowness())
  expect((await kept.client.accounts.session.query())?.id).toBe(world.idOf('maya'))
})

test('a stream ends soon after its session did by a change of the password elsewhere, and not before that browser has its next session [V7.4.3]', async () => {
  const [here, elsewhere] = [await signedIn(site.origin), await signedIn(site.origin)]
  const stream = await openStream(site.origin, { cookie: elsewhere.cookie })
  open.add(stream)
  const from = performance.now()
  await here.client.accounts.changePassword.mutate({ current_password: PASSWORD, new_password: PASSWORD })
  const answered = performance.now()
  expect(await stream.next()).toEqual(change('password_changed'))
  expect(performance.now() - answered).toBeGreaterThan(1000)
  expect(await stream.next()).toBe('end')
  expect(await refusedStream(site.origin, { cookie: elsewhere.cookie })).toMatchObject(SIGNED_OUT)
  expect(performance.now() - from).toBeLessThan(5000 * slowness())
  cookies.delete('maya')
})

/** Maya in a browser of her own. */
async function signedIn(origin: string) {
  const jar = new Map<string, string>()
  const client = createClient(origin, jar)
  await client.accounts.signIn.mutate({ email: 'maya@example.com', password: PASSWORD })
  return { client, cookie: cookieHeader(jar) }
}

test('an account has at most 10 live streams; the next one is refused until one of them ends', async () => {
  const streams: Stream[] = []
  while (streams.length < 10) streams.push(await subscribe('evergreen'))
  const cookie = await cookieOf('evergreen')
  expect(await refusedStream(site.origin, { cookie })).toMatchObject({
    status: 429,
    error: {
      message: 'This account is open in too many windows. Please close some of them.',
      data: { refusal: 'too_many_streams' },
    },
  })
  await subscribe('curb')
  streams[3]?.close()
  // Closed by the browser, and a moment later known to the server.
  await expect.poll(async () => (await subscribe('evergreen').catch(() => null)) !== null).toBe(true)
  expect(await refusedStream(site.origin, { cookie })).toMatchObject({ status: 429 })
})

test('a quiet stream is pinged often enough that its browser does not take it for dead', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await subscribe('hilltop')
  for (const _ of [1, 2]) {
    const next = stream.next()
    await vi.advanceTimersByTimeAsync(stream.options.reconnectAfterInactivityMs / 2)
    expect(await next).toMatchObject({ event: 'ping' })
  }
})
