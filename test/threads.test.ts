import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hashPassword } from '../src/server/auth/password-hash.ts'
import { createTestDatabase, databaseUrl } from './database.ts'
import { openStream } from './event-stream.ts'
import { cookieHeader, createClient, signUpResident } from './http-client.ts'
import { freePort, killStarted, listening, startPortal, untilServing } from './portal-process.ts'

const METRICS_TOKEN = 'whoever-has-this-may-read-the-figures'

let folder = ''
let env = {}
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-threads-'))
  const DATABASE_URL = databaseUrl(await createTestDatabase('threads'))
  env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), METRICS_TOKEN }
})
afterEach(() => killStarted([]))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function portalOf(threads: number) {
  const port = await freePort()
  const portal = startPortal({ dataDir: folder, port, env: { ...env, THREADS: String(threads) } })
  await untilServing(portal, port)
  await vi.waitFor(() => expect(listening(port)).toBe(threads), { timeout: 10_000 })
  return { portal, port, origin: `http://127.0.0.1:${port}` }
}

/** By a connection of its own: which thread gets it is the kernel's choice. */
function ask(origin: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const asked = request(`${origin}${path}`, { agent: false, headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(text)
    })
    asked.on('error', reject).end()
  })
}

test('threads that answer on one port are one portal: what is told, counted and ended is of all', async () => {
  const { portal, port, origin } = await portalOf(3)
  const times = Array.from({ length: 24 })

  const health = 'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}'
  for (const _ of times) expect(await ask(origin, '/healthz')).toBe('ok')
  for (const _ of times) expect(await ask(origin, '/metrics')).toContain(`${health} ${times.length}\n`)

  const jar = new Map<string, string>()
  const client = createClient(origin, jar)
  await signUpResident(client, { address: '3 Thread St' })
  const cookie = cookieHeader(jar)
  const streams = await Promise.all(times.map(() => openStream(`${origin}/live`, { cookie })))
  expect(await ask(origin, '/metrics')).toContain(`stoop_live_connections ${times.length}\n`)
  await signUpResident(createClient(origin), { address: '3 Thread St' })
  for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'change' })

  portal.child.kill('SIGTERM')
  const last = streams.map(async (stream) => {
    for (;;) if ((await stream.next()) === 'end') return
  })
  await Promise.all(last)
  expect(await portal.ended).toBe(0)
  expect(listening(port)).toBe(0)
})

test('a portal of one thread goes on by itself', async () => {
  const { portal, origin } = await portalOf(1)
  for (const _ of [1, 2, 3]) expect(await ask(origin, '/readyz')).toBe('ok')
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
})

const failures = {
  'an error': 'throw new Error("a thread fails")',
  'no memory': 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))',
}
test.each(Object.entries(failures))('a thread that ends by %s ends the portal', async (_, code) => {
  const failing = `import { isMainThread } from 'node:worker_threads'
    if (!isMainThread) setTimeout(() => { ${code} }, 1000)`
  const NODE_OPTIONS = `--max-old-space-size=150 --import=data:text/javascript,${encodeURIComponent(failing)}`
  const port = await freePort()
  const portal = startPortal({ dataDir: folder, port, env: { ...env, THREADS: '2', NODE_OPTIONS } })
  expect(await portal.ended).toBe(1)
  expect(portal.errors()).toMatch(/a thread fails|ERR_WORKER_OUT_OF_MEMORY/)
})

test('files that two threads keep at the same moment have places of their own', async () => {
  const upload = new URL('../src/server/documents/upload.ts', import.meta.url)
  const code = `import(${JSON.stringify(upload.href)}).then(({ nextMillisecond }) => {
    const now = new Date(0)
    require('node:worker_threads').parentPort.postMessage(Array.from({ length: 20000 }, () => nextMillisecond(now)))
  })`
  const places = [1, 2].map(async () => {
    const [found] = await once(new Worker(code, { eval: true }), 'message')
    return found as number[]
  })
  const all = (await Promise.all(places)).flat()
  expect(new Set(all).size).toBe(40_000)
  expect(Math.max(...all)).toBe(40_000)
})

test('a port that another portal shares among its threads is in use', async () => {
  const { port } = await portalOf(2)
  const other = startPortal({ dataDir: join(folder, 'other'), port, env: { ...env, THREADS: '2' } })
  expect(await other.ended).toBe(1)
  expect(other.errors()).toBe(
    `Port ${port} of 127.0.0.1 is in use: stop the other program, or set another PORT.\n`,
  )
})

test('passwords are hashed one after the other, or two at once, in all threads together', async () => {
  const hashing = new URL('../src/server/auth/password-hash.ts', import.meta.url)
  const code = `import(${JSON.stringify(hashing.href)}).then(({ hashPassword }) =>
    Promise.all([1, 2, 3, 4].map(() => hashPassword('a good password'))))`
  const ends = [1, 2].map(() => {
    const worker = new Worker(code, { eval: true })
    return new Promise((resolve, reject) => worker.on('error', reject).on('exit', resolve))
  })
  let most = 0
  const all = Promise.all([...ends, hashPassword('a good password')])
  const over = all.then(() => true)
  while (!(await Promise.race([over, new Promise((resolve) => setTimeout(resolve, 5, false))]))) {
    const { held } = await navigator.locks.query()
    most = Math.max(most, held.length)
  }
  expect(most).toBe(Math.max(1, Math.min(2, availableParallelism() - 1)))
})
