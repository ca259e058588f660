import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase, databaseUrl } from '../database.ts'
import { openStream, untilEnd } from '../event-stream.ts'
import { freePort, killStarted, type PortalProcess, startPortal, untilServing } from '../portal-process.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'
import { openWorld, type World } from '../world.ts'
import { FULL, report, size } from './drill.ts'
import { openNetwork } from './network.ts'

const AT_MOST = 10_000
/** How often a balancer checks a server. */
const ASKED = 1000
const CLIENTS = size(4, 40)
const STOPS = size(1, 5)
/** A slow connection takes longer for a document than the balancer takes to notice. */
const UPLOAD = size(3500, 6000)

let folder = ''
let connection: pg.PoolConfig
let world: World

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-stop-'))
  connection = await createWorldDatabase('stop')
  world = await openWorld(connection)
})

afterAll(async () => {
  killStarted([])
  await world.close()
  rmSync(folder, { recursive: true })
})

type Server = { origin: string; process: PortalProcess }

async function start(url = databaseUrl(connection)): Promise<Server> {
  const port = await freePort()
  const env = {
    DATABASE_URL: url,
    SECRET: world.portal.config.secret,
    FILES_URL: new URL(`file://${join(folder, 'files')}/`).href,
  }
  const process = startPortal({ dataDir: join(folder, `portal-${port}`), port, env })
  await untilServing(process, port)
  return { origin: `http://127.0.0.1:${port}`, process }
}

/** Sends clients as a balancer does: to the stopping server until that reports it, then to the other. */
function balance(first: Server, second: Server) {
  let to = first
  let isOver = false
  const asking = (async () => {
    for (; !isOver && to === first; await sleep(ASKED)) {
      const answer = await fetch(`${first.origin}/readyz`).catch(() => null)
      if (!answer?.ok) to = second
    }
  })()
  return {
    to: () => to,
    async end(): Promise<void> {
      isOver = true
      await asking
    },
  }
}

async function* slowly(content: Buffer, ms: number): AsyncGenerator<Buffer> {
  const pieces = 30
  const length = Math.ceil(content.length / pieces)
  for (let at = 0; at < content.length; at += length) {
    yield content.subarray(at, at + length)
    await sleep(ms / pieces)
  }
}

test('SIGTERM under load: no connected client gets a broken response, and the portal ends within 10 seconds', {
  timeout: size(60_000, 180_000),
}, async () => {
  let [here, there] = await Promise.all([start(), start()])
  let acknowledged = 0
  let slowest_ms = 0
  for (let stop = 1; stop <= STOPS; stop += 1) {
    if (stop > 1) there = await start()
    const maya = await openUploader(here.origin, 'maya@example.com')
    const cookie = maya.cookie()
    const balancer = balance(here, there)
    const stream = await openStream(here.origin, { cookie })
    const answers = new Map<string, number>()
    let isOver = false
    const people = Array.from({ length: CLIENTS }, async (_, index) => {
      const path = ['/api/trpc/members.list', '/api/trpc/accounts.session', '/'][index % 3] ?? '/'
      for (; !isOver; await sleep(10)) {
        const server = balancer.to()
        const answer = await fetch(server.origin + path, { headers: { cookie } }).then(
          async (response) => `${response.status} ${(await response.text()).length > 0}`,
          (error) => `${error.cause ?? error}`,
        )
        const key = `${server === here ? 'here' : 'there'}: ${answer}`
        answers.set(key, (answers.get(key) ?? 0) + 1)
      }
    })
    await sleep(300)
    const name = `Slow ${stop}.pdf`
    const upload = maya.send(name, Readable.from(slowly(pdf(name, 300_000), UPLOAD)))
    await sleep(200)

    here.process.child.kill('SIGTERM')
    const from = performance.now()
    await untilEnd(stream)
    // Long after the balancer has noticed: the browser's next stream is at the other server.
    expect(balancer.to()).toBe(there)
    const next = await openStream(there.origin, { cookie })
    expect(await upload).toMatchObject({ status: 201, file_name: name })
    expect(await here.process.ended).toBe(0)
    const took = performance.now() - from
    expect(took).toBeLessThan(AT_MOST)
    slowest_ms = Math.max(slowest_ms, took)

    isOver = true
    await Promise.all(people)
    await balancer.end()
    expect([...answers.keys()].sort()).toEqual(['here: 200 true', 'there: 200 true'])
    acknowledged += 1 + [...answers.values()].reduce((sum, count) => sum + count, 0)
    next.close()
    expect(here.process.errors()).toBe('')
    here = there
  }
  report({ drill: 'SIGTERM under load', runs: STOPS, acknowledged, lost: null, doubled: null, slowest_ms })
})

if (FULL) {
  test.each([
    'refuses',
    'swallows',
  ] as const)('SIGTERM while the database %s: the portal ends as quickly', async (fault) => {
    const network = await openNetwork(connection)
    const { origin, process } = await start(network.url)
    const { cookie } = await openUploader(origin, 'maya@example.com')
    await network.faults[fault]()
    const asked = fetch(`${origin}/api/trpc/members.list`, { headers: { cookie: cookie() } })
    await sleep(100)
    process.child.kill('SIGTERM')
    const from = performance.now()
    expect((await asked).status).toBe(503)
    expect(await process.ended).toBe(0)
    expect(performance.now() - from).toBeLessThan(AT_MOST)
    network.close()
  })
}
