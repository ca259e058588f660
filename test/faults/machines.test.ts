import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breachesOf, missingFiles } from '../../src/server/cli/check.ts'
import { createFiles } from '../../src/server/storage/storage.ts'
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

/** `walked`: browser journeys run against it, too. */
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

/** Runs these journeys, or all of them, in a browser at the balancer's address. */
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

/** The full drills fail without the programs they need; the short form uses plainer ones. */
const plainer = {
  ...short,
  balancer: programOf(short.balancer) ? short.balancer : ('turns' as const),
  pooled: programOf('pgbouncer') !== undefined,
}

describe.each(FULL ? full : [plainer])('$servers servers, $balancer, PgBouncer: $pooled', ({
  walked,
  ...setting
}) => {
  const { servers, balancer, pooled } = setting
  const name = `${servers} servers (${balancer}${pooled ? ', PgBouncer' : ''})`
  let cluster: Cluster
  let captain: Awaited<ReturnType<typeof openUploader>>
  let email = ''
  let types: string[] = []

  beforeAll(async () => {
    cluster = await startCluster(setting)
    types = (await createClient(cluster.origin).services.catalog.query()).map(({ id }) => id)
    captain = await openUploader(cluster.origin)
    await signUpResident(captain.client, { address: '1 Balance Street' })
    email = (await captain.client.accounts.session.query())?.email ?? ''
    await cluster.pool.query('update auth_users set email_verified = true')
  })
  afterAll(() => cluster.close())

  /** How much of what was acknowledged is stored, and how much of it twice. */
  async function compare(work: Work) {
    const { rows } = await cluster.pool.query<{ key: string }>(
      `select building_id || ' ' || service_type_id as key from building_services
       union all select id::text from building_documents`,
    )
    const kept = new Set(rows.map(({ key }) => key))
    const keys = [...work.services.map(({ building, type }) => `${building} ${type}`), ...work.documents]
    const lost = keys.filter((key) => !kept.has(key)).length
    // Each has a unique name; a retried upload may have lost only its answer.
    const copies = await cluster.pool.query<{ more: number }>(
      `select count(*)::int - 1 as more from building_documents where building_id = any ($1)
       group by building_id, file_name`,
      [work.services.map(({ building }) => building)],
    )
    const again = work.failures.filter(({ act }) => act === 'upload').map(({ tries }) => tries)
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
    const doubled = Math.max(0, sum(copies.rows.map(({ more }) => more)) - sum(again))
    return { acknowledged: keys.length, lost, doubled }
  }

  const captainAt = (origin: string) => openUploader(origin, email, PASSWORD)

  test('consecutive requests go to different servers', async () => {
    const before = await cluster.answered()
    for (let index = 0; index < servers * 5; index += 1) await captain.client.accounts.session.query()
    // A proxy logs a request after its response has started.
    const since = async () => (await cluster.answered()).map((count, index) => count - (before[index] ?? 0))
    await expect.poll(since).toEqual(Array(servers).fill(5))
  })

  if (walked) {
    test('the main job and the live journey pass in a browser', { timeout: 240_000 }, () =>
      walk(cluster, 'main-job.spec.ts', 'live.spec.ts'),
    )
  }

  test('an event at one server reaches browsers at every other', async () => {
    const streams: Stream[] = []
    for (const origin of cluster.origins) streams.push(await openStream(origin, { cookie: captain.cookie() }))
    for (const [index, origin] of cluster.origins.entries()) {
      const { client } = await captainAt(origin)
      await client.services.request.mutate({ ...REQUEST, service_type_id: types[index] ?? '' })
      for (const stream of streams)
        expect(await stream.next()).toMatchObject({ event: 'message', data: 'service_requested' })
    }
    for (const stream of streams) stream.close()
  })

  test('a file uploaded to one server is downloaded unchanged from every other', async () => {
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

  test('while two versions run, all sections of both versions’ screens load', async () => {
    for (let index = 0; index < servers * servers; index += 1) {
      const answer = await fetch(`${cluster.origin}/${partOf(Math.floor(index / servers))}`)
      expect(answer.status).toBe(200)
    }
  })

  /** A wrong password for the captain, from this address, with a forged X-Forwarded-For. */
  async function tryPassword(localAddress: string, forged: string) {
    const sending = request(`${cluster.origin}/api/trpc/accounts.signIn`, {
      ...{ method: 'POST', agent: false, localAddress },
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forged },
    }).end(JSON.stringify({ email, password: `not ${PASSWORD}` }))
    const [answer] = await once(sending, 'response')
    const { error } = (await json(answer)) as { error: { data: { refusal: string } } }
    return [answer.statusCode, error.data.refusal]
  }

  test('password attempts are limited by all servers together, whatever address is forged', async () => {
    const before = await cluster.answered()
    for (let index = 0; index < 10; index += 1) {
      const answer = await tryPassword('127.0.0.2', `192.0.2.${index}`)
      expect(answer).toEqual([401, 'wrong_credentials'])
    }
    const after = await cluster.answered()
    for (const [index, count] of after.entries()) expect(count - (before[index] ?? 0)).toBeGreaterThan(2)
    for (let index = 0; index < servers; index += 1)
      expect(await tryPassword('127.0.0.2', `198.51.100.${index}`)).toEqual([429, 'too_many_attempts'])
    // The account's owner can still sign in at another address.
    await captainAt(cluster.origin)
  })

  test('each mail is sent once', async () => {
    const vendor = await openUploader(cluster.origin)
    await signUpVendor(vendor.client, types)
    await cluster.pool.query('update auth_users set email_verified = true')
    const asked = types.slice(servers, servers + size(5, 9))
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

  test('one server is killed under load: no action needs a second retry, and nothing is lost', async () => {
    const [captains, acts] = [size(3, 12), size(3, 16)]
    const work = await workAtOnce(cluster.origin, { captains, acts, fault: () => cluster.kill(0) })
    const counts = await compare(work)
    report({
      drill: `one of ${name} killed`,
      runs: 1,
      ...counts,
      slowest_ms: Math.max(0, ...work.failures.map(({ ms }) => ms)),
    })
    expect(work.failures.filter(({ tries }) => tries > 1)).toEqual([])
    expect(work.failures.filter(({ act }) => act === 'look')).toEqual([])
    expect(counts).toEqual({ acknowledged: expect.any(Number), lost: 0, doubled: 0 })
    expect(counts.acknowledged).toBeGreaterThanOrEqual(captains * acts * 2)

    await cluster.startAgain(0)
    expect(await breachesOf(cluster.db)).toEqual([])
    expect(await missingFiles(cluster.db, createFiles(cluster.filesUrl))).toEqual([])
  })

  if (walked) {
    test('a rolling restart under load goes unnoticed', { timeout: 120_000 }, async () => {
      const fault = () => cluster.startAllAgain()
      const work = await workAtOnce(cluster.origin, { captains: 8, acts: 4, fault })
      const counts = await compare(work)
      report({ drill: `${name} restarted in turn`, runs: servers, ...counts, slowest_ms: null })
      expect(work.failures).toEqual([])
      expect(counts).toEqual({ acknowledged: expect.any(Number), lost: 0, doubled: 0 })
    })
  }

  /** How often all servers together ran a job, as the queue recorded it. */
  async function runs(which: string, since: Date) {
    const { rows } = await cluster.pool.query(
      `select state::text, count(*)::int as runs from jobs.job where ${which} and created_on >= $1 group by 1`,
      [since],
    )
    return rows
  }
  const databaseTime = async () =>
    (await cluster.pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date()

  test('one server charges the month’s fees after a start, one for each building', async () => {
    await cluster.kill(0)
    await cluster.pool.query(`alter table transfers disable trigger transfers_stay;
      with gone as (delete from fees where id not in (select payable_id from payments) returning id),
        unbooked as (delete from transfers where payable_id in (select id from gone))
      delete from payables where id in (select id from gone);
      alter table transfers enable trigger transfers_stay`)
    const since = await databaseTime()
    await cluster.startAgain(0)
    // Scheduled jobs run at a time of their own.
    const ran = () => runs("name = 'fees' and singleton_on is null", since)
    await until(async () => (await ran()).some(({ state }) => /completed|failed/.test(state)))
    expect(await ran()).toEqual([{ state: 'completed', runs: 1 }])
    const { rows } = await cluster.pool.query(`select b.address, count(f.id)::int from buildings b
      left join fees f on f.building_id = b.id where b.captain_id is not null group by b.id having count(f.id) <> 1`)
    expect(rows).toEqual([])
  })

  if (walked) {
    test('a mail without a trigger is sent at the next scheduled run, by one server', {
      timeout: 100_000,
    }, async () => {
      const { rows } = await cluster.pool.query<{ id: string; since: Date }>(
        // A mail that was sent before, and still concerns its recipient.
        `update mails set sent_at = null where id = (select max(m.id) from mails m join events e on e.id = m.event_id
           where m.sent_at is not null and e.kind = 'quote_requested') returning id, clock_timestamp() as since`,
      )
      const [{ id, since } = { id: '', since: new Date() }] = rows
      const key = new RegExp(`^Message-ID: <mail-${id}@`, 'im')
      const times = () => cluster.received.filter(({ raw }) => key.test(raw)).length
      const before = times()
      const ofTheClock = () => runs("name = 'mail' and singleton_key is null", since)
      await until(async () => (await ofTheClock()).some(({ state }) => state === 'completed'), 90)
      expect(await ofTheClock()).toEqual([{ state: 'completed', runs: 1 }])
      expect(times()).toBe(before + 1)
    })
  }
})
