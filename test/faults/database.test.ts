import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf, missingFiles } from '../../src/server/cli/check.ts'
import { createPool, Db } from '../../src/server/db/pool.ts'
import { forRequests } from '../../src/server/db/timeouts.ts'
import { createFiles } from '../../src/server/storage/storage.ts'
import { createWorldDatabase } from '../database.ts'
import { openStream } from '../event-stream.ts'
import { createClient } from '../http-client.ts'
import { startMailServer, until } from '../mail-server.ts'
import { freePort, killStarted, startPortal, untilServing } from '../portal-process.ts'
import { pdf, png } from '../sample-files.ts'
import { openWorld, PASSWORD, type World } from '../world.ts'
import { type BusyPeople, openBusyPeople } from './busy-people.ts'
import { FULL, report, size } from './drill.ts'
import { type Fault, type Network, openNetwork } from './network.ts'

const AWAY = size(200, 30_000)
const AT_MOST = 10_000
const RECOVERED = 5000
/** The mail job runs once more when live updates are back; otherwise every minute. */
const MAILED = 10_000

let folder = ''
let connection: pg.PoolConfig
let world: World
let pool: pg.Pool
let network: Network
let origin = ''
let people: BusyPeople
/** What the earlier drills acknowledged. */
let acknowledgedBefore = 0
let mail: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-away-'))
  connection = await createWorldDatabase('away')
  world = await openWorld(connection)
  pool = createPool({ ...connection, max: 2, application_name: 'onlooker' })
  network = await openNetwork(connection)
  const [port, mailPort] = [await freePort(), await freePort()]
  mail = await startMailServer(mailPort)
  origin = `http://127.0.0.1:${port}`
  const { secret } = world.portal.config
  const env = { DATABASE_URL: network.url, SECRET: secret, SMTP_URL: `smtp://127.0.0.1:${mailPort}` }
  await untilServing(startPortal({ dataDir: join(folder, 'data'), port, env }), port)
  people = await openBusyPeople(origin, world)
})

afterAll(async () => {
  killStarted([])
  network.close()
  await Promise.all([pool.end(), world.close(), mail.close()])
  rmSync(folder, { recursive: true })
})

type Answer = { place: string; status: number; retry: string | null; words: string; ms: number }

/** Makes one request of every kind that needs the database, all concurrently. */
function askEverywhere(): Promise<Answer[]> {
  const cookie = people.maya.cookie()
  const call = (procedure: string) => `/api/trpc/${procedure}`
  const signIn = JSON.stringify({ email: 'ned@example.com', password: PASSWORD })
  const as = { headers: { cookie } }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const asked: [path: string, init: RequestInit][] = [
    ['/readyz', {}],
    [call('realtime.changes?input={"lastEventId":"0"}'), as],
    ['/photos/x.png', as],
    [call('accounts.session'), as],
    [call('services.catalog'), {}],
    [call('services.list,members.list?batch=1'), as],
    [call('members.accept'), { ...json, headers: { ...json.headers, cookie }, body: '{"id":"x"}' }],
    [call('accounts.signIn'), { ...json, body: signIn }],
    ['/api/documents?name=a.pdf', { method: 'POST', ...as, body: 'x' }],
    ['/api/photo', { method: 'POST', ...as, body: png }],
  ]
  return Promise.all(
    asked.map(async ([path, init]) => {
      const from = performance.now()
      const answer = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(2 * AT_MOST) })
      const { status, headers } = answer
      const words = await answer.text()
      const ms = performance.now() - from
      return { place: path, status, retry: headers.get('retry-after'), words, ms }
    }),
  )
}

function expectPlainly(answers: Answer[]): void {
  const plain = expect.stringMatching(/The portal is busy right now\. Please try|does not answer\./)
  for (const { ms, ...answer } of answers) {
    expect(answer).toEqual({ place: answer.place, status: 503, retry: '5', words: plain })
    expect(ms, answer.place).toBeLessThan(AT_MOST)
  }
}

/** Retries until it succeeds. Returns how long that took. */
async function untilDone(what: string, act: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  for (;;) {
    const done = await act().then(
      () => true,
      () => false,
    )
    if (done) return performance.now() - from
    if (performance.now() - from > 60_000) throw new Error(`${what} did not recover`)
    await sleep(100)
  }
}

async function untilAllWork(): Promise<Record<string, number>> {
  const { client } = people.maya
  const works = {
    ready: async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200),
    read: () => client.members.list.query(),
    write: () => people.change(),
    sign_in: () =>
      createClient(origin).accounts.signIn.mutate({ email: 'ned@example.com', password: PASSWORD }),
  }
  const times = Object.entries(works).map(async ([what, act]) => [what, await untilDone(what, act)])
  return Object.fromEntries(await Promise.all(times))
}

/** Mails that the portal marked as sent but never arrived, and those that arrived more than once. */
async function compareMails() {
  const waiting = "select from mails where sent_at is null and due_at < 'infinity' and held is null"
  await until(async () => (await pool.query(waiting)).rowCount === 0, 90)
  const { rows } = await pool.query<{ id: string }>('select id from mails where sent_at is not null')
  const times = new Map<string, number>()
  for (const { raw } of mail.received) {
    const id = raw.match(/^Message-ID: <mail-(\d+)@/im)?.[1] ?? ''
    times.set(id, (times.get(id) ?? 0) + 1)
  }
  const lost = rows.filter(({ id }) => !times.has(String(id))).length
  const doubled = [...times.values()].filter((count) => count > 1).length
  return { sent: rows.length, lost, doubled }
}

/** Everything acknowledged is stored once, the invariants hold, and no lock remains. */
async function expectAllIsWell(drill: string, runs: number, slowest_ms: number | null): Promise<void> {
  const { acknowledged: calls, lost, doubled } = await people.compare(pool)
  const mails = await compareMails()
  const db = new Db(createPool(connection))
  const files = createFiles(new URL(`file://${join(folder, 'data', 'files')}/`).href)
  const breaches = [...(await breachesOf(db)), ...(await missingFiles(db, files))]
  await db.destroy()
  const acknowledged = calls + mails.sent - acknowledgedBefore
  acknowledgedBefore += acknowledged
  report({
    ...{ drill, runs, acknowledged, slowest_ms },
    lost: lost + mails.lost,
    doubled: doubled + mails.doubled,
  })
  // A mail whose connection broke after its delivery is marked once the database is back, and not sent again.
  expect({ breaches, lost, doubled, mails, surprises: people.surprises }).toEqual({
    ...{ breaches: [], lost: 0, doubled: 0, surprises: [] },
    mails: { sent: mails.sent, lost: 0, doubled: 0 },
  })
  expect(acknowledged).toBeGreaterThan(0)
  // An interrupted delivery may take up to a minute; a transaction before its first statement holds no lock.
  const stuck = `select from pg_stat_activity a where datname = current_database()
    and xact_start < clock_timestamp() - interval '10 seconds'
    and exists (select from pg_locks l where l.pid = a.pid and granted and locktype <> 'virtualxid')`
  await until(async () => (await pool.query(stuck)).rowCount === 0, 60)
}

/** Takes the database away while people work: checks the answers meanwhile, and how soon everything recovers. */
async function away(fault: Fault, drill: string): Promise<void> {
  // Or mail would be held back by the limit of an hour.
  await pool.query(`update mails set sent_at = sent_at - interval '2 hours' where sent_at is not null`)
  const stream = await openStream(origin, { cookie: people.maya.cookie() })
  const stop = people.work()
  await sleep(500)
  await network.faults[fault]()
  const from = performance.now()
  do expectPlainly(await askEverywhere())
  while (performance.now() - from < AWAY)

  await network.heal()
  const back = performance.now()
  const mailed = mail.received.length
  const told = async () => {
    for (;;) {
      const message = await stream.next()
      if (message === 'end' || message.data === 'resync') return performance.now() - back
    }
  }
  const sent = until(() => mail.received.length > mailed, 60).then(() => performance.now() - back)
  const [times, live, mails] = await Promise.all([untilAllWork(), told(), sent]).finally(stop)
  stream.close()
  const all = { ...times, live, mails }
  process.stdout.write(`${drill}: ${JSON.stringify(all)}\n`)
  await expectAllIsWell(drill, 1, Math.max(...Object.values({ ...times, live })))
  for (const [what, ms] of Object.entries(all))
    expect(ms, what).toBeLessThan(what === 'mails' ? MAILED : RECOVERED)
}

test(
  'the database refuses: every place says so in time and plainly, and all is back within 5 seconds [V16.5.2]',
  {
    timeout: size(60_000, 120_000),
  },
  () => away('refuses', 'database away'),
)

if (FULL) {
  test('a network that drops all packets: the same', { timeout: 150_000 }, () =>
    away('swallows', 'network to the database silent'),
  )
}

/** Cuts all connections while there are uncommitted transactions that have written. Returns their number. */
async function cutAmid(): Promise<number> {
  let amid = 0
  await until(async () => {
    const { rows } = await pool.query<{ amid: boolean }>(`with ours as (
        select pid, application_name = 'stoop' and backend_xid is not null as amid from pg_stat_activity
        where datname = current_database() and application_name like 'stoop%')
      select amid, pg_terminate_backend(pid) from ours where exists (select from ours where amid)`)
    amid = rows.filter((row) => row.amid).length
    return amid > 0
  })
  return amid
}

test('transactions whose connections are cut are retried, and nothing is lost', {
  timeout: 120_000,
}, async () => {
  const runs = size(3, 60)
  const stop = people.work()
  let amid = 0
  for (let run = 0; run < runs; run += 1) {
    await sleep(100 + 20 * (run % 7))
    amid += await cutAmid()
  }
  const back = performance.now()
  await untilAllWork()
  const slowest_ms = performance.now() - back
  await stop()
  await expectAllIsWell('database connections cut', runs, slowest_ms)
  expect(amid).toBeGreaterThanOrEqual(runs)
  expect(slowest_ms).toBeLessThan(RECOVERED)
})

test('200 ms more for each round trip slows the portal and breaks nothing', {
  timeout: 120_000,
}, async () => {
  await network.faults.delays()
  const before = await people.compare(pool)
  const busy = people.refused()
  const stop = people.work()
  await sleep(size(1500, 30_000))
  await stop()
  await network.heal()
  expect(people.refused()).toBe(busy)
  expect((await people.compare(pool)).acknowledged).toBeGreaterThan(before.acknowledged)
  await expectAllIsWell('database slow by 200 ms', 1, null)
})

test('when all connections are taken, waiting requests get an answer in time', {
  timeout: 120_000,
}, async () => {
  const stop = people.work()
  await sleep(size(300, 3000))
  const holder = await pool.connect()
  await holder.query('begin; lock table profiles in access exclusive mode')
  const waiting = async () => {
    const statement = `select from pg_stat_activity where datname = current_database()
      and application_name = 'stoop' and wait_event_type = 'Lock'`
    return (await pool.query(statement)).rowCount
  }
  const asked = Promise.all(Array.from({ length: size(3, 6) }, askEverywhere))
  let answers: Answer[]
  try {
    ;[answers] = await Promise.all([asked.then((each) => each.flat()), stop()])
    // The server has given up as well, except for jobs that retry: an abandoned request takes no connection.
    expect(await waiting()).toBeLessThan(5)
  } finally {
    holder.release(true)
  }
  // Some don't need the locked table, and may have finished first.
  const isServed = ({ place, status }: Answer) => status === 200 && /readyz|catalog|signIn/.test(place)
  expectPlainly(answers.filter((answer) => !isServed(answer)))
  const times = Object.values(await untilAllWork())
  await expectAllIsWell('all connections taken', 1, Math.max(...times))
  expect(Math.max(...times)).toBeLessThan(RECOVERED)
})

if (FULL) {
  test('a document whose row can’t be written is refused in time, and its file is left to the sweep', async () => {
    const holder = await pool.connect()
    await holder.query('begin; lock table building_documents in access exclusive mode')
    const from = performance.now()
    const { status, error } = await people.maya.send('Late.pdf', pdf()).finally(() => holder.release(true))
    expect([status, error?.data.refusal]).toEqual([503, 'busy'])
    // It waits for the row once, and not again to check whether the file may be deleted.
    expect(performance.now() - from).toBeLessThan(7000)
  })
}

test('a connection that lost its other end is dropped at the first statement that fails', async () => {
  const patience = { ...forRequests({ connectionString: network.url }), query_timeout: 300, max: 1 }
  const db = new Db(createPool(patience))
  const ask = () => db.transaction().execute((tx) => tx.selectFrom('profiles').select('id').execute())
  await ask()
  await network.faults.swallows()
  await expect(ask()).rejects.toThrow('Query read timeout')
  await network.heal()
  await ask()
  await db.destroy()
})
