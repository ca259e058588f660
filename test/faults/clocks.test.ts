import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf } from '../../src/server/cli/check.ts'
import { signToken } from '../../src/server/session/tokens.ts'
import type { LinkedFile } from '../../src/server/storage/file-link.ts'
import { codeFor } from '../authenticator.ts'
import { openStream } from '../event-stream.ts'
import { cookieHeader, createClient, signUpResident } from '../http-client.ts'
import { until } from '../mail-server.ts'
import { killStarted } from '../portal-process.ts'
import { pdf } from '../sample-files.ts'
import { openUploader } from '../upload.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { FULL, report } from './drill.ts'
import { REQUEST } from './load.ts'
import { shiftedClock } from './shifted-clock.ts'

// Three servers on one database: one is 16 minutes slow, one 16 minutes fast. More than the 15 minutes of a sign-in limit.

const MINUTES = [0, -16, 16]
const PASSWORD = 'a good password'

let cluster: Cluster
let email = ''
/** The captain's session, in one jar for all servers. */
const jar = new Map<string, string>()
let acknowledged = 0

const at = (server: number, cookies = jar) => createClient(cluster.origins[server] ?? '', cookies)
const everywhere = MINUTES.map((_, server) => server)

beforeAll(async () => {
  cluster = await startCluster({ servers: 3, balancer: 'turns', pooled: false, minutes: MINUTES })
  await signUpResident(at(1), { address: '1 Clock Street' })
  email = (await at(1).accounts.session.query())?.email ?? ''
})
afterAll(async () => {
  await cluster.close()
  killStarted([])
})

/** A call that the drill counts. */
async function done<Result>(call: Promise<Result>): Promise<Result> {
  const result = await call
  acknowledged += 1
  return result
}

test('the options of the servers shift a process’s clock by 16 minutes', () => {
  for (const minutes of MINUTES) {
    const { stdout } = spawnSync(process.execPath, [shiftedClock(minutes), '-p', 'new Date().getTime()'])
    expect(Math.abs((Number(stdout) - Date.now()) / 60_000 - minutes)).toBeLessThan(1)
  }
})

test('a session of one server works on the others, and none of them ends or keeps it wrongly', async () => {
  const set = (values: string) => cluster.pool.query(`update auth_sessions set ${values}`)
  const states = () =>
    Promise.all(
      everywhere.map(async (server) => (await at(server, new Map(jar)).accounts.session.query()) !== null),
    )
  for (const server of everywhere) {
    await done(at(server).accounts.signIn.mutate({ email, password: PASSWORD }))
    const { rows } = await cluster.pool.query(`select from auth_sessions
      where abs(extract(epoch from clock_timestamp() - created_at)) > 60
        or abs(extract(epoch from expires_at - clock_timestamp() - interval '30 days')) > 60`)
    expect(rows).toEqual([])
    expect(await states()).toEqual([true, true, true])
  }
  // Each server gets it first, and renews it.
  for (const server of everywhere) {
    await set(`expires_at = clock_timestamp() + interval '5 minutes'`)
    expect(await at(server).accounts.session.query()).not.toBeNull()
    expect(await states()).toEqual([true, true, true])
  }
  await set(`created_at = clock_timestamp() - interval '90 days' + interval '5 minutes'`)
  expect(await states()).toEqual([true, true, true])
  for (const server of everywhere) {
    const own = new Map<string, string>()
    await at(server, own).accounts.signIn.mutate({ email, password: PASSWORD })
    await set(`expires_at = clock_timestamp() - interval '1 second'`)
    expect(await at(server, own).accounts.session.query()).toBeNull()
  }
})

/** A wrong password, from this address. */
async function guess(server: number, address: string): Promise<string> {
  const sending = request(`${cluster.origins[server]}/api/trpc/accounts.signIn`, {
    ...{ method: 'POST', agent: false },
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  }).end(JSON.stringify({ email, password: `not ${PASSWORD}` }))
  const [answer] = await once(sending, 'response')
  const { error } = (await json(answer)) as { error: { data: { refusal: string } } }
  return error.data.refusal
}

test('password attempts count together, of one IPv6 line too, and end in time', async () => {
  await cluster.pool.query('truncate sign_in_limits')
  for (let index = 0; index < 10; index += 1)
    expect(await guess(index % 3, `2001:db8:7:7::${index}`)).toBe('wrong_credentials')
  for (const server of everywhere)
    expect(await guess(server, '2001:DB8:7:7:1:2:3:4')).toBe('too_many_attempts')
  // The owner comes in all the same: from the same line in a browser that the account knows, or from another line.
  const own = { email, password: PASSWORD }
  let entered = 0
  for (const server of everywhere) {
    const origin = cluster.origins[server] ?? ''
    await done(createClient(origin, jar, '2001:db8:7:7::1').accounts.signIn.mutate(own))
    await done(createClient(origin, new Map(), '2001:db8:7:8::1').accounts.signIn.mutate(own))
    entered += 2
  }
  report({
    ...{ drill: 'One IPv6 line guesses a password', runs: 10 + everywhere.length },
    ...{ acknowledged: entered, lost: 0, doubled: 0, slowest_ms: null },
  })
  const moved = (seconds: number) =>
    cluster.pool.query(
      'update sign_in_limits set expire = extract(epoch from clock_timestamp()) * 1000 + $1',
      [seconds * 1000],
    )
  await moved(60)
  for (const server of everywhere) expect(await guess(server, '2001:db8:7:7::1')).toBe('too_many_attempts')
  for (const server of everywhere) {
    await moved(-1)
    expect(await guess(server, '2001:db8:7:7::1')).toBe('wrong_credentials')
  }
})

test('a second step that one server begins ends at any other, with the code of the true time', async () => {
  await cluster.pool.query('update auth_users set email_verified = true')
  const own = new Map<string, string>()
  const { signIn, session } = at(0, own).accounts
  await signIn.mutate({ email, password: PASSWORD })
  const { uri } = await at(1, own).factors.startApp.mutate({ current_password: PASSWORD })
  const key = new URL(uri).searchParams.get('secret') ?? ''
  await done(at(2, own).factors.enableApp.mutate({ code: await codeFor(key) }))
  for (const server of everywhere) {
    await cluster.pool.query('truncate sign_in_limits')
    const cookies = new Map<string, string>()
    const begun = await at(server, cookies).accounts.signIn.mutate({ email, password: PASSWORD })
    expect(begun).toEqual({ second_step: 'app' })
    const other = at((server + 1) % 3, cookies).accounts
    await done(other.signInByCode.mutate({ code: await codeFor(key) }))
    expect(await other.session.query()).not.toBeNull()
  }
  await cluster.pool.query('truncate sign_in_limits')
  await at(0, own).factors.disableApp.mutate({ code: await codeFor(key, 1) })
  expect(await session.query()).not.toBeNull()
})

test('a link in a mail works on every server, and ends in time', async () => {
  const tokens: string[] = []
  for (const server of everywhere) {
    await cluster.pool.query('truncate sign_in_limits')
    const before = cluster.received.length
    await done(at(server, new Map()).accounts.requestPasswordReset.mutate({ email }))
    const mail = () => cluster.received.slice(before).find(({ raw }) => raw.includes('reset-password'))
    await until(() => mail() !== undefined, 60)
    tokens.push(tokenIn(mail()?.raw ?? ''))
  }
  const open = (server: number, token = '') =>
    at(server, new Map())
      .accounts.openResetLink.mutate({ token })
      .then(
        () => 'open',
        () => 'over',
      )
  const opened = () => Promise.all(everywhere.map((server) => open(server, tokens[server])))
  const shifted = () => Promise.all(everywhere.map((server) => open(server, tokens[(server + 1) % 3])))
  const expire = (when: string) => cluster.pool.query(`update account_links set expires_at = ${when}`)
  await expire(`clock_timestamp() + interval '5 minutes'`)
  expect([await opened(), await shifted()]).toEqual([Array(3).fill('open'), Array(3).fill('open')])
  await expire(`clock_timestamp() - interval '1 second'`)
  expect(await opened()).toEqual(Array(3).fill('over'))
})

test('a link to a document works on every server, and ends in time', async () => {
  const uploader = await openUploader(cluster.origins[0] ?? '', email, PASSWORD)
  await at(0).accounts.signIn.mutate({ email, password: PASSWORD })
  const { id = '' } = await done(uploader.send('Clock.pdf', pdf('Clock', 2000)))
  const links = await Promise.all(
    everywhere.map(async (server) => (await at(server).documents.link.mutate({ id })).url),
  )
  const statuses = (url: string) =>
    Promise.all(cluster.origins.map(async (origin) => (await fetch(origin + url)).status))
  for (const url of links) expect(await statuses(url)).toEqual([200, 200, 200])
  const { kind, key, name } = decodeJwt<LinkedFile>((links[0] ?? '').slice('/files/'.length))
  const until = async (seconds: number) => {
    const { rows } = await cluster.pool.query<{ time: Date }>(
      'select clock_timestamp() + make_interval(secs => $1) as time',
      [seconds],
    )
    const { JOURNEY_SECRET } = cluster.journeys
    return `/files/${await signToken('file link', JOURNEY_SECRET, { kind, key, name }, rows[0]?.time)}`
  }
  expect(await statuses(await until(30))).toEqual([200, 200, 200])
  expect(await statuses(await until(-2))).toEqual([403, 403, 403])
})

/** Quoted-printable breaks lines and writes '=' as '=3D'. */
function tokenIn(raw: string): string {
  const plain = raw.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
  return plain.match(/reset-password#([\w.-]+)/)?.[1] ?? ''
}

test('an event at one server reaches browsers at every other', async () => {
  const types = (await at(0).services.catalog.query()).map(({ id }) => id)
  await at(0).accounts.signIn.mutate({ email, password: PASSWORD })
  const headers = { cookie: cookieHeader(jar) }
  const streams = await Promise.all(cluster.origins.map((origin) => openStream(origin, headers)))
  for (const server of everywhere) {
    await done(at(server).services.request.mutate({ ...REQUEST, service_type_id: types[server] ?? '' }))
    for (const stream of streams) expect(await stream.next()).toMatchObject({ data: 'service_requested' })
  }
  for (const stream of streams) stream.close()
})

test('the fee job runs once, and charges each building once', async () => {
  const ran = async (since: Date) =>
    (
      await cluster.pool.query(
        `select state::text, count(*)::int as runs from jobs.job
         where name = 'fees' and singleton_on is null and created_on >= $1 group by 1`,
        [since],
      )
    ).rows
  for (const server of FULL ? [1, 2] : [2]) {
    await cluster.kill(server)
    const { rows } = await cluster.pool.query<{ now: Date }>('select clock_timestamp() as now')
    const since = rows[0]?.now ?? new Date()
    await cluster.startAgain(server)
    await until(async () => (await ran(since)).some(({ state }) => /completed|failed/.test(state)), 60)
    expect(await ran(since)).toEqual([{ state: 'completed', runs: 1 }])
  }
  const { rows } = await cluster.pool.query(`select b.address, f.month, count(*) from buildings b
    join fees f on f.building_id = b.id group by b.id, f.month having count(*) > 1`)
  expect(rows).toEqual([])
  expect(await breachesOf(cluster.db)).toEqual([])
  report({
    ...{ drill: 'three servers 16 minutes apart', runs: 1, acknowledged },
    ...{ lost: 0, doubled: 0, slowest_ms: null },
  })
})
