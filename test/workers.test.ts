import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../src/server/session/password-hash.ts'
import { createTestDatabase, databaseUrl } from './database.ts'
import { openStream, untilEnd } from './event-stream.ts'
import { cookieHeader, createClient, signUpResident } from './http-client.ts'
import { freePort, killStarted, startPortal, untilServing, workersOf } from './portal-process.ts'

const METRICS_TOKEN = 'a-token-that-only-these-tests-know'

/** For a machine that is busy. */
const SOON = { timeout: 20_000, interval: 300 }

let folder = ''
let env = {}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-workers-'))
  const DATABASE_URL = databaseUrl(await createTestDatabase('workers'))
  env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), METRICS_TOKEN, LOG_LEVEL: 'debug' }
})
afterEach(() => killStarted([]))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function portalOf(processes: number, more = {}) {
  const port = await freePort()
  const portal = startPortal({ dataDir: folder, port, env: { ...env, THREADS: String(processes), ...more } })
  await untilServing(portal, port)
  return { portal, port, origin: `http://127.0.0.1:${port}` }
}

/** On a connection of its own, so that any worker may get it. */
function get(origin: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const sent = request(`${origin}${path}`, { agent: false, headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(text)
    })
    sent.on('error', reject).end()
  })
}

test('workers on one port act as one portal: shared events, summed metrics, whole log lines, an orderly stop', async () => {
  const { portal, origin } = await portalOf(2)
  const lines = () =>
    portal
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
  const answered = () =>
    lines()
      .map((line) => JSON.parse(line))
      .filter(({ path }) => path === '/healthz')
  let count = 0
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 8 }, () => get(origin, '/healthz')))
      count += 8
      return new Set(answered().map(({ pid }) => pid)).size
    }, SOON)
    .toBe(2)
  await expect.poll(() => answered().length, SOON).toBe(count)
  const health = 'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}'
  for (const _ of [1, 2, 3, 4]) expect(await get(origin, '/metrics')).toContain(`${health} ${count}\n`)

  const jar = new Map<string, string>()
  await signUpResident(createClient(origin, jar), { address: '3 Worker St' })
  const headers = { cookie: cookieHeader(jar) }
  const streams = await Promise.all(Array.from({ length: 8 }, () => openStream(origin, headers)))
  expect(await get(origin, '/metrics')).toContain(`stoop_live_connections ${streams.length}\n`)
  await signUpResident(createClient(origin), { address: '3 Worker St' })
  for (const stream of streams) {
    const told = [await stream.next()]
    // The sign-up before may reach a worker after its streams are open.
    if (told[0] !== 'end' && told[0]?.data === 'building_added') told.push(await stream.next())
    expect(told.at(-1)).toMatchObject({ data: 'member_joined' })
  }

  portal.child.kill('SIGINT')
  for (const stream of streams) await untilEnd(stream)
  expect(await portal.ended).toBe(0)
  await expect(get(origin, '/healthz')).rejects.toThrow('ECONNREFUSED')
})

test('workers count the live streams of an account together', async () => {
  const { origin } = await portalOf(2)
  const jar = new Map<string, string>()
  await signUpResident(createClient(origin, jar), { address: '5 Worker St' })
  const headers = { cookie: cookieHeader(jar) }
  const streams = await Promise.allSettled(Array.from({ length: 16 }, () => openStream(origin, headers)))
  expect(streams.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const stream of streams) if (stream.status === 'fulfilled') stream.value.close()
  await expect
    .poll(
      () =>
        openStream(origin, headers).then(
          () => true,
          () => false,
        ),
      SOON,
    )
    .toBe(true)
})

test('workers reject a wrong password, which the primary checks [V6.3.1]', async () => {
  const { origin } = await portalOf(2)
  const person = createClient(origin, new Map())
  await signUpResident(person, { address: '4 Worker St' })
  const email = (await person.accounts.session.query())?.email ?? ''
  const signIn = (password: string) =>
    createClient(origin, new Map())
      .accounts.signIn.mutate({ email, password })
      .then(
        () => 'in',
        () => 'refused',
      )
  expect(await signIn('not her password')).toBe('refused')
  expect(await signIn('a good password')).toBe('in')
})

test('a single process runs without workers', async () => {
  const { portal, origin } = await portalOf(1)
  expect(workersOf(portal.child.pid)).toEqual([])
  expect(await get(origin, '/metrics')).toMatch(/^process_start_time_seconds \d+/m)
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})

test.each([
  'SIGKILL',
  'SIGTERM',
] as const)('%s of the first process leaves no worker behind', async (signal) => {
  const { portal } = await portalOf(2)
  await expect.poll(() => workersOf(portal.child.pid), SOON).toHaveLength(2)
  const workers = workersOf(portal.child.pid)
  portal.child.kill(signal)
  await portal.ended
  await expect.poll(() => workersOf(1).filter((pid) => workers.includes(pid)), SOON).toEqual([])
})

test('a worker that fails ends the portal, with the reason', async () => {
  const failing = `if (process.argv[1].endsWith('worker.ts')) setTimeout(() => { throw new Error('a worker fails') }, 1000)`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(failing)}`
  const port = await freePort()
  const portal = startPortal({ dataDir: folder, port, env: { ...env, THREADS: '2', NODE_OPTIONS } })
  expect(await portal.ended).toBe(1)
  expect(portal.errors()).toContain('a worker fails')
  expect(portal.errors()).toContain('A worker ended unexpectedly')
})

test('a port in use ends the start with one sentence', async () => {
  const { port } = await portalOf(2)
  const other = startPortal({ dataDir: join(folder, 'other'), port, env: { ...env, THREADS: '2' } })
  expect(await other.ended).toBe(1)
  expect(other.errors()).toBe(
    `Port ${port} of 127.0.0.1 is in use: stop the other program, or set another PORT.\n`,
  )
})

test('at most two passwords are hashed at once', async () => {
  let most = 0
  let over = false
  const all = Promise.all(Array.from({ length: 6 }, () => hashPassword('a good password'))).then(() => {
    over = true
  })
  while (!over) {
    const { held } = await navigator.locks.query()
    most = Math.max(most, held.length)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await all
  expect(most).toBe(Math.max(1, Math.min(2, availableParallelism() - 1)))
})
