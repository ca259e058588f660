import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breachesOf, missingFiles } from '../../src/server/commands/check.ts'
import { createFiles } from '../../src/server/files/files.ts'
import { openStream, type Stream } from '../event-stream.ts'
import { createClient, signUpResident, signUpVendor } from '../http-client.ts'
import { until } from '../mail-server.ts'
import { killStarted, root } from '../portal-process.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'
import { type Cluster, partOf, type Setting, startCluster } from './cluster.ts'
import { FULL, report, size } from './drill.ts'
import { failOver } from './failover.ts'
import { REQUEST, type Work, workAtOnce } from './load.ts'
import { programOf } from './programs.ts'

/** `walked`: people walk through it in a browser, too. */
const short: Setting & { walked: boolean } = { servers: 2, balancer: 'haproxy', pooled: true, walked: false }
const full = [
  { ...short, pooled: false, walked: true },
  { ...short, pooled: false, balancer: 'nginx' as const },
  short,
  { ...short, pooled: false, servers: 3 },
  { ...short, servers: 3, walked: true },
]
const PASSWORD = 'a good password'

afterAll(() => killStarted([]))

if (FULL) {
  test(
    'PostgreSQL fails over to its standby under people who work: they try again, and nothing is lost',
    {
      timeout: 120_000,
    },
    failOver,
  )
}

/** People go through these journeys, or all, in a browser at the balancer's address. */
async function walk({ journeys }: Cluster, ...specs: string[]): Promise<void> {
  const browser = spawn(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', ...specs, '--project', 'desk', '--workers', '1'],
    { cwd: root, env: { ...process.env, ...journeys } },
  )
  const [words, [code]] = await Promise.all([text(browser.stdout), once(browser, 'close')])
  expect(code, words).toBe(0)
}

// A quarter of an hour: JOURNEYS=all npm run test:faults -- test/faults/machines.test.ts -t 'every journey'
if (process.env.JOURNEYS === 'all') {
  test('every journey, behind a balancer and a pooler', { timeout: 1_800_000 }, async () => {
    const cluster = await startCluster({ ...short, servers: 3, mailFiles: true })
    await walk(cluster)
    await cluster.close()
  })
}

const installed = (FULL ? full : [short]).map((setting) => ({
  ...setting,
  balancer: programOf(setting.balancer) ? setting.balancer : ('turns' as const),
  pooled: setting.pooled && programOf('pgbouncer') !== undefined,
}))

describe.each(installed)('$servers servers, $balancer, PgBouncer: $pooled', ({ walked, ...setting }) => {
  const { servers, balancer, pooled } = setting
  const name = `${servers} servers (${balancer}${pooled ? ', PgBouncer' : ''})`
  let cluster: Cluster
  let captain: Awaited<ReturnType<typeof openUploader>>
  let email = ''
  let types: string[] = []

  beforeAll(async () => {
    cluster = await startCluster(setting)
    types = (await createClient(cluster.origin).services.catalogue.query()).map(({ id }) => id)
    captain = await openUploader(cluster.origin)
    await signUpResident(captain.client, { address: '1 Balance Street' })
    email = (await captain.client.accounts.session.query())?.email ?? ''
  })
  afterAll(() => cluster.close())

  /** How much of what was said yes to is there, and how much of it twice. */
  async function compare(work: Work) {
    const { rows } = await cluster.pool.query<{ key: string }>(
      `select building_id || ' ' || service_type_id as key from building_services
       union all select id::text from building_documents`,
    )
    const kept = new Set(rows.map(({ key }) => key))
    const keys = [...work.services.map(({ building, type }) => `${building} ${type}`), ...work.documents]
    const lost = keys.filter((key) => !kept.has(key)).length
    return { acknowledged: keys.length, lost, doubled: rows.length - kept.size }
  }

  const captainAt = (origin: string) => openUploader(origin, email, PASSWORD)

  test('each request goes to another server than the one before', async () => {
    const before = await cluster.answered()
    for (let index = 0; index < servers * 5; index += 1) await captain.client.accounts.session.query()
    const after = await cluster.answered()
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual(Array(servers).fill(5))
  })

  if (walked) {
    test('people walk the main job and the live journey through it', { timeout: 240_000 }, () =>
      walk(cluster, 'main-job.spec.ts', 'live.spec.ts'),
    )
  }

  test('what happens at one server is told to browsers at every other', async () => {
    const streams: Stream[] = []
    for (const origin of cluster.origins)
      streams.push(await openStream(`${origin}/live`, { cookie: captain.cookie() }))
    for (const [index, origin] of cluster.origins.entries()) {
      const { client } = await captainAt(origin)
      await client.services.request.mutate({ ...REQUEST, service_type_id: types[index] ?? '' })
      for (const stream of streams)
        expect(await stream.next()).toMatchObject({ event: 'change', data: 'service_requested' })
    }
    for (const stream of streams) stream.close()
  })

  test('a file that one server took is given by every other, byte for byte', async () => {
    const content = pdf('House Rules', 200_000)
    const places = await Promise.all(cluster.origins.map(captainAt))
    for (const [index, place] of places.entries()) {
      const { status, id = '' } = await place.send(`Rules ${index}.pdf`, content)
      expect(status).toBe(201)
      for (const [other, { client }] of places.entries()) {
        const { url } = await client.documents.link.mutate({ id })
        const answer = await fetch(new URL(url, cluster.origins[other]))
        expect(content.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true)
      }
    }
  })

  test('while the servers are of two versions, each part of either one’s screens is found', async () => {
    for (let index = 0; index < servers * servers; index += 1) {
      const answer = await fetch(`${cluster.origin}/${partOf(Math.floor(index / servers))}`)
      expect(answer.status).toBe(200)
    }
  })

  test('each mail goes out once', async () => {
    const vendor = await openUploader(cluster.origin)
    await signUpVendor(vendor.client, types)
    const asked = types.slice(servers, servers + size(5, 12))
    for (const service_type_id of asked)
      await captain.client.services.request.mutate({ ...REQUEST, service_type_id })
    const mails = async (which: string) =>
      (await cluster.pool.query(`select id from mails where ${which}`)).rowCount ?? 0
    await until(async () => (await mails('sent_at is null')) === 0)
    const keys = cluster.received.map(({ raw }) => raw.match(/^Message-ID: (\S+)/im)?.[1])
    expect(keys.length).toBeGreaterThanOrEqual(asked.length)
    expect(keys).toHaveLength(await mails('true'))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('one is killed under load: nobody tries more than once again, and nothing is lost', async () => {
    const [captains, acts] = [size(3, 12), size(3, 16)]
    const work = await workAtOnce(cluster.origin, { captains, acts, fault: () => cluster.kill(0) })
    expect(work.failures.filter(({ tries }) => tries > 1)).toEqual([])
    expect(work.failures.filter(({ act }) => act === 'look')).toEqual([])

    const counts = await compare(work)
    expect(counts).toEqual({ acknowledged: expect.any(Number), lost: 0, doubled: 0 })
    expect(counts.acknowledged).toBeGreaterThanOrEqual(captains * acts * 2)

    await cluster.startAgain(0)
    expect(await breachesOf(cluster.db)).toEqual([])
    expect(await missingFiles(cluster.db, createFiles(cluster.filesUrl))).toEqual([])
    report({
      drill: `one of ${name} killed`,
      runs: 1,
      ...counts,
      slowest_ms: Math.max(0, ...work.failures.map(({ ms }) => ms)),
    })
  })

  if (walked) {
    test('all are started anew in turn under load, and nobody notices', { timeout: 120_000 }, async () => {
      const fault = () => cluster.startAllAgain()
      const work = await workAtOnce(cluster.origin, { captains: 8, acts: 4, fault })
      expect(work.failures).toEqual([])
      const counts = await compare(work)
      expect(counts).toEqual({ acknowledged: expect.any(Number), lost: 0, doubled: 0 })
      report({ drill: `${name} started anew in turn`, runs: servers, ...counts, slowest_ms: null })
    })
  }

  // Each start asks for the month's fees, and so each server did.
  test('each building is billed once', async () => {
    await until(async () => {
      const { rows } =
        await cluster.pool.query(`select b.id from buildings b left join fees f on f.building_id = b.id
        where b.captain_id is not null group by b.id having count(f.id) <> 1`)
      return rows.length === 0
    })
  })

  if (walked) {
    test('a job of the clock runs once a minute, not once a server', { timeout: 100_000 }, async () => {
      const scheduled = async () =>
        (
          await cluster.pool.query<{ count: number; state: string }>(
            `select count(*)::int, min(state::text) as state from jobs.job
             where name = 'mail' and singleton_key is null group by date_trunc('minute', created_on)`,
          )
        ).rows
      await until(async () => (await scheduled()).length > 0, 90)
      for (const { count } of await scheduled()) expect(count).toBe(1)
    })
  }
})
