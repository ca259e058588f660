import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/server/db/pool.ts'
import { createWorldDatabase } from '../database.ts'
import { createClient, outcome } from '../http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from '../portal-process.ts'
import { slowness } from '../slowness.ts'
import { openWorld, PASSWORD, type World } from '../world.ts'
import { report } from './drill.ts'
import { type Network, openNetwork } from './network.ts'

const WRITES = 40
/** What db/timeouts.ts promises. */
const AT_MOST = 10_000
/** For the way of 40 calls at once through this process and the portal's. */
const WAY_MS = 300

let world: World
let pool: pg.Pool
let network: Network
let origin = ''
const jar = new Map<string, string>()

beforeAll(async () => {
  const connection = await createWorldDatabase('latency')
  world = await openWorld(connection)
  pool = createPool({ ...connection, max: 1 })
  network = await openNetwork(connection)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: network.url, SECRET: world.portal.config.secret }
  await untilServing(startPortal({ dataDir: '', port, env }), port)
  const vendor = { email: 'evergreen@example.com', password: PASSWORD }
  await createClient(origin, jar).accounts.signIn.mutate(vendor)
})

afterAll(async () => {
  killStarted([])
  network.close()
  await Promise.all([pool.end(), world.close()])
})

test('40 writes to one row at 200 ms more for each round trip: each has its answer in time, and one that succeeded is stored', {
  timeout: 120_000,
}, async () => {
  const id = await world.quote('evergreen', await world.request('Landscaping'), 50_00)
  const { update } = createClient(origin, jar).quotes
  const submitted = async () =>
    (await pool.query("select from events where kind = 'quote_updated'")).rowCount ?? 0
  const before = await submitted()
  await network.faults.delays()
  const times: number[] = []
  const writes = Array.from({ length: WRITES }, async (_, index) => {
    const from = performance.now()
    const [settled] = await Promise.allSettled([update.mutate({ id, per_visit_price: 51_00 + index })])
    times.push(performance.now() - from)
    return outcome(settled)
  })
  const outcomes = await Promise.all(writes)
  await network.heal()
  const acknowledged = outcomes.filter((each) => each === 'ok').length
  const stored = (await submitted()) - before
  const slowest_ms = Math.max(...times)
  report({
    ...{ drill: `${WRITES} writes to one row, 200 ms away`, runs: 1, acknowledged, slowest_ms },
    ...{ lost: Math.max(0, acknowledged - stored), doubled: Math.max(0, stored - acknowledged) },
  })
  expect(slowest_ms).toBeLessThan(AT_MOST + WAY_MS * slowness())
  expect(outcomes.filter((each) => each !== 'ok' && each !== 'busy')).toEqual([])
  expect(acknowledged).toBeGreaterThan(WRITES / 10)
  expect(stored).toBe(acknowledged)
})
