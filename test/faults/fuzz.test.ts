import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusableInName } from '../../src/domain/characters.ts'
import { breachesOf } from '../../src/server/cli/check.ts'
import { createHttp } from '../../src/server/rpc/http.ts'
import { signLinkToken } from '../../src/server/session/tokens.ts'
import { createWorldDatabase, databaseUrl } from '../database.ts'
import { createRequests, type FuzzRequest, METRICS_TOKEN } from '../fuzz-requests.ts'
import { CONNECTIONS, MINOR_ONLY, PRIVATE_WORDS } from '../hostile.ts'
import { measureMemory } from '../memory.ts'
import { freePort, killStarted, type PortalProcess, startPortal, untilServing } from '../portal-process.ts'
import { prepare, procedures } from '../procedures.ts'
import { type Known, openWorld, PASSWORD, type World } from '../world.ts'
import { type Answer, errorsIn, faultsOf, secretsIn, secretsOf } from '../wrong-answers.ts'
import { FULL, report, size } from './drill.ts'

const CALLS = size(600, 20_000)
const CHUNK = 100
const AT_ONCE = 8
/** The short form sends the same requests at each run; FUZZ_SEED repeats a full one. */
const SEED = Number(process.env.FUZZ_SEED ?? (FULL ? Date.now() % 1_000_000 : 1))
/** How many bytes more memory the portal may keep after three quarters of the calls than after one quarter. */
const FLAT = 16 * 1024 * 1024

let folder = ''
let world: World
let db: pg.Client
let portal: PortalProcess
let port = 0
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-fuzz-'))
  const connection = await createWorldDatabase('fuzz')
  world = await openWorld(connection, { DATA_DIR: folder })
  db = new pg.Client(connection)
  await db.connect()
  port = await freePort()
  const env = {
    DATABASE_URL: databaseUrl(connection),
    SECRET: world.portal.config.secret,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    METRICS_TOKEN,
    THREADS: '1', // one process, whose memory is measured
    // Set explicitly, because a random one could equal the portal's.
    NODE_OPTIONS: `--inspect=127.0.0.1:${await freePort()}`,
  }
  portal = startPortal({ dataDir: folder, port, env })
  await untilServing(portal, port)
})

afterAll(async () => {
  agent.destroy()
  killStarted([])
  await Promise.all([db.end(), world.close()])
  rmSync(folder, { recursive: true, force: true })
})

const cookies = (known: Known, who: string) =>
  known[who as keyof Known]?.cookies.map((each) => each.split(';')[0]).join('; ') ?? ''

/** Sends one request unchanged. A stream is left after its first bytes. */
function send(request: FuzzRequest): Promise<Answer> {
  const { who, method, path, headers, body } = request
  const own: Record<string, string | number> = { cookie: cookies(world.known, who), ...headers }
  if (body !== undefined) own['content-length'] = Buffer.byteLength(body)
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      { host: '127.0.0.1', port, method, path, agent, headers: own, timeout: 20_000 },
      (response: IncomingMessage) => {
        let text = ''
        const answered = () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
          if (response.headers['content-type']?.startsWith('text/event-stream')) response.destroy()
        })
        response.on('close', answered)
        if (response.statusCode === 101) response.destroy()
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer within 20 s')))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The portal closed the kept-alive connection at the same moment, so retry.
      const again = asked.reusedSocket && error.code === 'ECONNRESET'
      if (again) send(request).then(resolve, reject)
      else reject(error)
    })
    asked.end(body)
  })
}

/** Sends malformed HTTP. Returns everything that comes back until one side closes the connection. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => undefined).on('close', () => resolve(text))
    socket.setTimeout(2000, () => socket.destroy())
  })
}

/** Restores the people, their sessions and the rate limits, whatever the calls changed. */
async function keepPeople() {
  const kept = {
    auth_users: 'id',
    auth_sessions: 'user_id',
    auth_accounts: 'user_id',
    profiles: 'id',
    buildings: 'id',
  }
  for (const table of Object.keys(kept))
    await db.query(`create temporary table kept_${table} as table ${table}`)
  // A declined person's account is deleted.
  const addMissing = await Promise.all(
    ['auth_users', 'profiles', 'auth_accounts'].map(async (table) => {
      const { rows } = await db.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = rows[0]?.columns ?? ''
      return `insert into ${table} (${columns}) select ${columns} from kept_${table} on conflict do nothing;`
    }),
  )
  return () =>
    db.query(`begin;
      -- A captain may have handed over: a building never has two.
      update profiles set role = 'homeowner' where role = 'captain' and status = 'active'
        and building_id in (select id from kept_buildings);
      ${addMissing.join('\n')}
      -- The factors of a deleted account are gone.
      update auth_users u set two_factor_enabled = false where two_factor_enabled
        and not exists (select from auth_passkeys p where p.user_id = u.id)
        and not exists (select from auth_two_factors f where f.user_id = u.id and f.verified);
      insert into auth_sessions table kept_auth_sessions on conflict do nothing;
      update auth_accounts a set password = k.password from kept_auth_accounts k where k.id = a.id;
      update buildings b set captain_id = k.captain_id from kept_buildings k where k.id = b.id;
      update profiles p set (role, status, building_id) = (k.role, k.status, k.building_id)
        from kept_profiles k where k.id = p.id;
      delete from sign_in_limits;
      commit`)
}

/** The current secrets: hashes, sessions, and the links in mails. */
async function keptSecrets(): Promise<string[]> {
  const { secret } = world.portal.config
  const { rows } = await db.query<{ kept: string }>(`select password as kept from auth_accounts
    where password is not null union select token from auth_sessions`)
  const links = await db.query<{ id: string }>('select id from account_links')
  return [
    secret,
    METRICS_TOKEN,
    ...rows.map(({ kept }) => kept),
    ...(await Promise.all(links.rows.map(({ id }) => signLinkToken(secret, id)))),
  ]
}

/** Whether a key of a rate limit counts one IPv6 address alone. */
const isOfAddress = (key: string) =>
  isIP(
    key
      .slice(key.indexOf(':') + 1)
      .split(' ')
      .at(-1) ?? '',
  ) === 6

/** What people are told apart by, and addresses. */
const NAMES = {
  profiles: ['first_name', 'last_name', 'full_name', 'unit_number'],
  vendor_profiles: ['company_name', 'address', 'city'],
  buildings: ['name', 'address', 'city'],
  building_documents: ['file_name'],
}

/** The stored names with an invisible character, or one that changes the direction of writing. */
async function hiddenInNames(): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of Object.entries(NAMES))
    for (const column of columns) {
      const { rows } = await db.query<{ name: string }>(
        `select distinct ${column} as name from ${table} where ${column} is not null`,
      )
      for (const { name } of rows)
        if (unusableInName(name) !== null) found.push(`${table}.${column}: ${name}`)
    }
  return found
}

/** The calls that the portal counted, by procedure, and by plain route and method. */
async function readCounts(): Promise<Set<string>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
  const calls = text.matchAll(/^stoop_call_duration_seconds_count{procedure="([^"]+)"/gm)
  const requests = text.matchAll(/^http_request_duration_seconds_count{method="(\w+)",route="([^"]+)"/gm)
  return new Set([
    ...Array.from(calls, ([, path = '']) => path),
    // A label escapes the backslashes of a route's pattern.
    ...Array.from(requests, ([, method, route = '']) => `${method} ${route.replaceAll('\\\\', '\\')}`),
  ])
}

/** As in the portal's own table of routes, except those before and after all of them. */
function plainRoutes(): string[] {
  const { routes } = createHttp(world.portal)
  return routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : [`${method} ${path}`]))
}

test('the log of such a run holds no password, token, link or text of a message [V16.2.5]', async () => {
  const visitor = { 'x-forwarded-for': '192.0.2.1', 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    send({
      who: 'anonymous',
      method: 'POST',
      path: `/api/trpc/${path}`,
      headers: visitor,
      body: JSON.stringify(body),
    })
  const bad = 'a password that is none'
  const signedIn = await post('accounts.signIn', { email: 'ned@example.com', password: PASSWORD })
  await post('accounts.signIn', { email: 'ned@example.com', password: bad })
  await post('contact.send', { name: 'Vera', email: 'vera@example.com', message: PRIVATE_WORDS })
  await post('contact.send', {
    name: 'Vera',
    email: PRIVATE_WORDS,
    message: PRIVATE_WORDS,
    [PRIVATE_WORDS.repeat(2)]: 1,
  })
  await post('accounts.requestPasswordReset', { email: 'ned@example.com' })
  const link = await db.query('select id from account_links order by created_at desc limit 1')
  const reset = await signLinkToken(world.portal.config.secret, link.rows[0].id)
  await post('accounts.openResetLink', { token: reset })
  await post('accounts.resetPassword', { token: reset, new_password: 'short' })
  const { url } = await world.as('ned').documents.link({ id: await world.document() })
  await fetch(`http://127.0.0.1:${port}${new URL(url, 'http://a').pathname}`)
  await fetch(`http://127.0.0.1:${port}${new URL(url, 'http://a').pathname}x`)
  const given = secretsOf(signedIn)
  expect(given).toHaveLength(1)
  const linked = new URL(url, 'http://a').pathname.split('/').at(-1) ?? ''
  const secrets = [PASSWORD, bad, reset, linked, PRIVATE_WORDS, ...given, ...(await keptSecrets())]
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([])
  expect(portal.output()).toContain('"account":"ned@example.com"')
  expect(secretsIn(portal.output(), secrets)).toEqual([])
  // The same search finds each of them in a planted line.
  for (const secret of secrets)
    expect(
      secretsIn(`${portal.output()}{"msg":"a call","input":${JSON.stringify(secret)}}`, secrets),
    ).toContain(secret)
})

test(`${CALLS} random and hostile requests of every audience to every procedure and route [V2.2.2] [V16.5.1]`, {
  timeout: 900_000,
}, async () => {
  const ids = await prepare(world)
  await world.document(`${MINOR_ONLY}.pdf`)
  await db.query(`update profiles set building_id = null, status = 'active' where first_name = 'Olga'`)
  const restore = await keepPeople()
  const link = await db.query(
    `insert into account_links (user_id, purpose, email) values ($1, 'reset_password', 'ned@example.com') returning id`,
    [world.idOf('ned')],
  )
  const token = await signLinkToken(world.portal.config.secret, link.rows[0].id)
  /** The texts in inputs that nobody else may read. */
  const marks: Record<string, unknown> = { token, message: PRIVATE_WORDS }
  const marked = (input: object) => Object.entries(input).map(([name, value]) => [name, marks[name] ?? value])
  const targets = procedures.map((each) => {
    const input = each.case.input(world, ids)
    return { ...each, input: input && Object.fromEntries(marked(input)) }
  })
  const people = ['anonymous', ...Object.keys(world.known)]
  const prepared = Object.values(ids).flatMap((own) => Object.values(own))
  const known = [...prepared, ...Object.values(world.known).map(({ id }) => id)]
  // A short run might never ask for a link with success, and then its search would prove nothing.
  const linked = {
    who: 'ned',
    method: 'POST',
    path: '/api/trpc/documents.link',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: ids.documents.document }),
  }
  // Nor of something that is there already: the second one of it at the latest.
  const taken = {
    ...linked,
    who: 'maya',
    path: '/api/trpc/services.request',
    body: JSON.stringify({
      service_type_id: world.typeId('Landscaping'),
      description: 'Once',
      service_type: 'recurring',
      required_every_weeks: 4,
      preferred_start_date: '2099-01-05',
      preferred_end_date: '2099-12-28',
    }),
  }
  // Nor try to sign in from an IPv6 address.
  const entering = {
    ...linked,
    who: 'anonymous',
    path: '/api/trpc/accounts.signIn',
    headers: { ...linked.headers, 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' }),
  }
  const requests = createRequests(targets, people, [...known, world.typeId('Landscaping')])
  const memory = await measureMemory(portal)

  const wrong: unknown[] = []
  const statuses: Record<number, number> = {}
  const entered = Object.values(world.known).map(({ cookies }) => ({
    headers: { 'set-cookie': cookies },
    body: '',
  }))
  const secrets = new Set([PASSWORD, PRIVATE_WORDS, ...entered.flatMap(secretsOf), ...(await keptSecrets())])
  const given = new Set<string>()
  const kept: number[] = []
  const limited = new Set<string>()
  const collectLimits = async () => {
    const { rows } = await db.query<{ key: string }>('select key from sign_in_limits')
    for (const { key } of rows) limited.add(key)
  }
  for (let sent = 0; sent < CALLS && wrong.length === 0; sent += CHUNK) {
    await collectLimits()
    await restore()
    const waiting = [
      ...requests.random(CHUNK, SEED + sent),
      ...(sent === 0 ? [...requests.plain, linked, taken, taken, entering] : []),
    ]
    const next = async (): Promise<void> => {
      for (let each = waiting.pop(); each; each = waiting.pop()) {
        const answer = await send(each)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        for (const secret of secretsOf(answer)) given.add(secret)
        const faults = faultsOf(each, answer)
        if (faults.length > 0) wrong.push({ faults, request: each, answer })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    if (sent >= CALLS / 4 && kept.length === 0) kept.push(await memory.used())
  }
  kept.push(await memory.used())
  for (const secret of [...given, ...(await keptSecrets())]) secrets.add(secret)
  const errors = errorsIn(portal.output())
  const told = secretsIn(portal.output(), [...secrets])
  // The message names the request: FUZZ_SEED with its number repeats it.
  expect({ seed: SEED, wrong, errors, told }).toEqual({ seed: SEED, wrong: [], errors: [], told: [] })
  // The run created sessions and links, each of which would be found.
  expect([...given].some((secret) => secret.startsWith('eyJ'))).toBe(true)
  expect([...given].some((secret) => !secret.startsWith('eyJ'))).toBe(true)
  expect(secretsIn(`{"msg":${JSON.stringify([...secrets].join(' '))}}`, [...secrets])).toHaveLength(
    secrets.size,
  )
  const counted = await readCounts()
  const all = [...procedures.map(({ path }) => path), ...plainRoutes()]
  expect(all.filter((each) => !counted.has(each))).toEqual([])
  expect(await breachesOf(world.portal.db)).toEqual([])
  await collectLimits()
  // Rate limits count a network, never one of its addresses.
  expect([...limited].some((key) => key.endsWith('::/64'))).toBe(true)
  expect(
    [...limited, 'planted:2001:db8::1', 'planted:a@example.com 2001:db8::1'].filter(isOfAddress),
  ).toEqual(['planted:2001:db8::1', 'planted:a@example.com 2001:db8::1'])
  expect(await hiddenInNames()).toEqual([])
  await db.query(`update profiles set first_name = 'Ned', last_name = 'Te\u200Bst' where id = $1`, [
    world.idOf('ned'),
  ])
  expect(await hiddenInNames()).toEqual([
    'profiles.last_name: Te\u200Bst',
    'profiles.full_name: Ned Te\u200Bst',
  ])
  const [early = 0, late = 0] = kept
  expect(late - early).toBeLessThan(FLAT)
  await memory.run(`globalThis.planted = Buffer.alloc(${2 * FLAT})`)
  expect((await memory.used()) - early).toBeGreaterThan(FLAT)
  memory.close()
  // Every status occurred, so the requests reached the rules and passed them.
  for (const status of [200, 400, 401, 403, 404, 409]) expect(Object.keys(statuses)).toContain(String(status))
  report({
    ...{ drill: 'random and hostile requests', runs: CALLS, acknowledged: statuses[200] ?? 0 },
    ...{ doubled: null, lost: null, slowest_ms: null },
  })
})

test('after a request for another protocol, whose body comes late, the next one is answered', async () => {
  const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'eA==' }
  const visitor = { who: 'anonymous', headers: {}, body: undefined }
  for (const [method, path] of [
    ['POST', '/api/trpc/contact.send'],
    ['GET', '/api/trpc/services.catalog'],
    ['DELETE', '/'],
  ] as const) {
    const answers = [
      await send({ ...visitor, method, path, headers: upgrade, body: 'x'.repeat(1_200_000) }),
      ...(await Promise.all(
        Array.from({ length: AT_ONCE }, () => send({ ...visitor, method: 'GET', path: '/healthz' })),
      )),
    ]
    const [refused, ...next] = answers.map(({ status, headers }) => [status, headers.connection])
    expect([path, refused]).toEqual([path, [expect.any(Number), 'close']])
    expect(next).toEqual(Array(AT_ONCE).fill([200, 'keep-alive']))
  }
})

test('malformed requests are refused, and the portal goes on', async () => {
  const answers = await Promise.all(CONNECTIONS.map(sendRaw))
  for (const [place, answer] of answers.entries()) {
    const sent = CONNECTIONS[place]?.slice(0, 100)
    expect([sent, answer]).toEqual([sent, expect.stringMatching(/^$|^HTTP\/1\.1 [234]\d\d /)])
    expect([sent, answer.match(/root:x:|"dependencies"|node_modules|at \w+ \(/)]).toEqual([sent, null])
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})
