import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, createWorldDatabase } from '../../../test/database.ts'
import { refusedStream } from '../../../test/event-stream.ts'
import { createClient } from '../../../test/http-client.ts'
import { pdf } from '../../../test/sample-files.ts'
import { serve } from '../../../test/serve.ts'
import { openUploader } from '../../../test/upload.ts'
import { openWorld, PASSWORD, testConfig, type World } from '../../../test/world.ts'
import { clocksAround } from '../../domain/clocks.ts'
import { SETTINGS_META } from '../../domain/portal-settings.ts'
import { createPool } from '../db/pool.ts'
import { createLog } from '../ops/log.ts'
import { createPortal } from '../portal.ts'

type Site = Awaited<ReturnType<typeof serve>>

const assets = readdirSync('dist/web/assets')

let connection: pg.PoolConfig
let world: World
let site: Site
let db: pg.Pool

beforeAll(async () => {
  connection = await createWorldDatabase('http')
  world = await openWorld(connection)
  site = await serve(world.portal, connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})

const message = { name: 'Vera', email: 'vera@example.com', message: 'Hello' }

function post(path: string, body: string | ReadableStream, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return fetch(`${site.origin}${path}`, { ...init, duplex: 'half' } as RequestInit)
}
const send = (headers?: Record<string, string>) =>
  post('/api/trpc/contact.send', JSON.stringify(message), headers)
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}${path}`, { headers })
const messages = async () => (await db.query('select from contact_messages')).rowCount

/** The same portal with other settings of the operator. */
async function withSettings(env: Record<string, string>, work: (site: Site) => Promise<void>): Promise<void> {
  const { portal, close } = createPortal(connection, testConfig(env))
  const own = await serve(portal, connection)
  try {
    await work(own)
  } finally {
    await own.close()
    await close()
  }
}

describe('a call', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://127.0.0.1:3000',
  ])('from a page of another site (%s) is rejected and changes nothing [V3.5.1]', async (origin) => {
    const before = await messages()
    const answer = await send({ origin })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ error: { message: 'This request came from another site.' } })
    expect(await messages()).toBe(before)
  })

  test('from the portal’s own origin, the public one, or without an origin is accepted', async () => {
    for (const headers of [{ origin: site.origin }, { origin: world.portal.config.publicUrl }, undefined])
      expect((await send(headers)).status).toBe(200)
  })

  test('that changes something is rejected as a GET request [V3.5.3]', async () => {
    const input = encodeURIComponent(JSON.stringify(message))
    const before = await messages()
    expect((await get(`/api/trpc/contact.send?input=${input}`)).status).toBe(405)
    expect(await messages()).toBe(before)
  })

  test.each([
    '/api/trpc/quotes.nothing',
    '/api/nothing',
    '/api/auth/sign-up/email',
    '/api/',
  ])('to the unknown path %s returns 404 as JSON [V6.3.4]', async (path) => {
    for (const answer of [await get(path), await post(path, '{}')]) {
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(JSON.stringify(await answer.json())).not.toMatch(/\bat \S+:\d+|node_modules|stack/)
    }
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '\0',
  ])('with the body %j is rejected as a bad request', async (body) => {
    const answer = await post('/api/trpc/contact.send', body)
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toMatch(/node_modules|src\/server/)
  })

  test('of more than 1 MB is rejected, with and without a content length', async () => {
    const large = JSON.stringify({ ...message, message: 'x'.repeat(1024 * 1024) })
    for (const body of [large, new Blob([large]).stream()]) {
      const answer = await post('/api/trpc/contact.send', body)
      expect(answer.status).toBe(413)
      const message = 'That is more than the portal takes at once (1 MB).'
      expect(await answer.json()).toEqual({ error: { message } })
    }
    const allowed = JSON.stringify({ ...message, message: 'x'.repeat(1_000_000) })
    expect((await post('/api/trpc/contact.send', allowed)).status).toBe(400)
  })

  test('is in a batch of at most 20', async () => {
    const batch = (count: number) =>
      get(`/api/trpc/${Array(count).fill('services.catalog').join()}?batch=1&input={}`)
    expect(await (await batch(20)).json()).toHaveLength(20)
    const rejected = await batch(21)
    expect([rejected.status, await rejected.json()]).toEqual([
      400,
      expect.objectContaining({ error: expect.anything() }),
    ])
  })

  test('that a rule rejects returns status, code, message and field', async () => {
    const answer = await post('/api/trpc/contact.send', JSON.stringify({ ...message, email: 'nobody' }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      error: {
        code: expect.any(Number),
        message: 'Email must look like ana@example.com',
        data: { code: 'BAD_REQUEST', httpStatus: 400, refusal: 'invalid_input', field: 'email' },
      },
    })
    expect((await get('/api/trpc/services.list')).status).toBe(401)
  })
})

describe('an internal error', () => {
  const plain = 'Something went wrong on our side. Please try again.'
  const internals =
    /contact_messages|profiles|relation|select|insert|42P01|node_modules|src\/server|\bat \S+:\d+/i

  async function without(table: string, work: () => Promise<void>): Promise<void> {
    await db.query(`alter table ${table} rename to gone`)
    try {
      await work()
    } finally {
      await db.query(`alter table gone rename to ${table}`)
    }
  }

  test('in a call returns a plain message without internals [V16.5.1]', async () => {
    await without('contact_messages', async () => {
      const answer = await send()
      const text = await answer.text()
      expect(answer.status).toBe(500)
      const reference = answer.headers.get('x-request-id')
      expect(JSON.parse(text).error.message).toBe(`${plain} (Reference: ${reference})`)
      expect(text).not.toMatch(internals)
    })
    expect((await send()).status).toBe(200)
  })

  test('in an upload returns the same message', async () => {
    const { send } = await openUploader(site.origin, 'maya@example.com')
    await without('building_documents', async () => {
      const { status, error } = await send('House Rules.pdf', pdf())
      expect([status, error?.message]).toEqual([500, expect.stringContaining(`${plain} (Reference: `)])
    })
    expect((await send('House Rules.pdf', pdf())).status).toBe(201)
  })

  test('is logged with its cause [7.contact.2] [V16.2.4] [V16.3.4]', async () => {
    const lines: string[] = []
    const log = createLog('error', { write: (line: string) => lines.push(line) })
    const own = await serve({ ...world.portal, log }, connection)
    await without('contact_messages', async () => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(`${own.origin}/api/trpc/contact.send`, {
        ...init,
        body: JSON.stringify(message),
      })
      expect(answer.status).toBe(500)
    })
    await own.close()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        request: expect.stringMatching(/^[0-9a-f]{12}$/),
        msg: 'a call failed',
        path: 'contact.send',
        err: expect.objectContaining({ message: 'relation "contact_messages" does not exist' }),
      }),
    ])
  })

  test('in the session lookup signs nobody out, in a call and in the live stream [V16.5.3]', async () => {
    const jar = new Map<string, string>()
    await createClient(site.origin, jar).accounts.signIn.mutate({
      email: 'maya@example.com',
      password: PASSWORD,
    })
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    await without('profiles', async () => {
      const answer = await get('/api/trpc/accounts.session', { cookie })
      const text = await answer.text()
      expect(answer.status).toBe(500)
      expect(answer.headers.getSetCookie()).toEqual([])
      const stream = await refusedStream(site.origin, { cookie })
      expect([stream.status, stream.headers.getSetCookie()]).toEqual([500, []])
      for (const each of [text, stream.error.message]) {
        expect(each).toContain(plain)
        expect(each).not.toMatch(internals)
      }
      const page = await get('/photos/a.png', { cookie, accept: 'text/html' })
      expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(await page.text()).toContain(`<p>${plain} (Reference: ${page.headers.get('x-request-id')})</p>`)
    })
    const session = await get('/api/trpc/accounts.session', { cookie })
    expect(await session.json()).toMatchObject({ result: { data: { email: 'maya@example.com' } } })
  })
})

describe('headers', () => {
  test('prevent framing, sniffing and foreign scripts on every response [V1.3.2]', async () => {
    for (const path of ['/', '/healthz', '/api/trpc/services.catalog', '/favicon.svg']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy')
      expect([path, policy]).toEqual([
        path,
        expect.stringContaining(`default-src 'self'; script-src 'self';`),
      ])
      expect(policy).toContain(`frame-ancestors 'none'`)
      expect(policy).toContain(`object-src 'none'`)
      expect(policy).toContain(`form-action 'none'`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('let no other site read a response [V3.4.2]', async () => {
    const origin = 'https://evil.example'
    const preflight = { origin, 'access-control-request-method': 'POST' }
    for (const path of [
      '/',
      '/api/trpc/services.catalog',
      '/api/trpc/realtime.changes',
      '/files/x',
      '/photos/x',
    ])
      for (const answer of [
        await get(path, { origin }),
        await fetch(`${site.origin}${path}`, { method: 'OPTIONS', headers: preflight }),
      ])
        expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null])
  })

  test('name the content type and charset of every body [V4.1.1]', async () => {
    const [style, script] = ['.css', '.js'].map(
      (end) => `/assets/${assets.find((name) => name.endsWith(end))}`,
    )
    const types = [
      ['/', 'text/html; charset=utf-8'],
      ['/healthz', 'text/plain; charset=UTF-8'],
      ['/api/trpc/services.catalog', 'application/json'],
      [style, 'text/css; charset=utf-8'],
      [script, 'text/javascript; charset=utf-8'],
      ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ] as const
    for (const [path = '', type] of types)
      expect([path, (await get(path)).headers.get('content-type')]).toEqual([path, type])
  })

  test('allow the maps service only if its key is set', async () => {
    const policyOf = async (origin: string) =>
      (await fetch(`${origin}/`)).headers.get('content-security-policy') ?? ''
    await withSettings({}, async ({ origin }) => {
      expect(await policyOf(origin)).not.toContain('google')
      expect(await policyOf(origin)).not.toContain('gstatic')
    })
    await withSettings({ MAPS_KEY: 'a-public-key' }, async ({ origin }) => {
      const policy = await policyOf(origin)
      const maps = 'https://maps.googleapis.com https://maps.gstatic.com'
      expect(policy).toContain(`script-src 'self' ${maps};`)
      expect(policy).toContain(`connect-src 'self' ${maps} https://places.googleapis.com;`)
      expect(policy).toMatch(/img-src 'self' data: blob:[^;]* https:\/\/maps\.gstatic\.com;/)
    })
  })

  test('require https if the public address has it, and allow images from their host [V3.4.1]', async () => {
    const env = { PUBLIC_URL: 'https://stoop.example.com', IMAGES_URL: 'https://cdn.example.com/pictures' }
    await withSettings(env, async ({ origin }) => {
      const { headers } = await fetch(`${origin}/`)
      expect(headers.get('content-security-policy')).toMatch(/img-src [^;]*https:\/\/cdn\.example\.com;/)
      for (const path of [
        '/',
        '/api/trpc/services.catalog',
        '/api/trpc/realtime.changes',
        '/files/x',
        '/photos/x',
        '/assets/x',
      ]) {
        const { headers: own } = await fetch(`${origin}${path}`)
        const policy = 'max-age=31536000; includeSubDomains'
        expect([path, own.get('strict-transport-security')]).toEqual([path, policy])
      }
    })
  })
})

describe('health', () => {
  test('is healthy while the process serves, and ready only while the database responds [V16.5.2]', async () => {
    const other = await createTestDatabase('health')
    const { portal, close } = createPortal(other, testConfig())
    const own = await serve(portal, other)
    const admin = new pg.Client({ ...other, database: 'postgres' })
    await admin.connect()
    const health = async () => {
      const [healthz, readyz] = await Promise.all([
        fetch(`${own.origin}/healthz`),
        fetch(`${own.origin}/readyz`),
      ])
      return [healthz.status, readyz.status, readyz.headers.get('retry-after'), await readyz.text()]
    }
    expect(await health()).toEqual([200, 200, null, 'ok'])
    await admin.query(`alter database ${other.database} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      other.database,
    ])
    expect(await health()).toEqual([200, 503, '5', 'The database does not answer.'])
    await admin.query(`alter database ${other.database} allow_connections true`)
    expect(await health()).toEqual([200, 200, null, 'ok'])
    await admin.end()
    await own.close()
    await close()
  })
})

describe('the web application', () => {
  test('has its page at every path, revalidated each time, with the settings of this city [V1.2.1] [V1.2.3]', async () => {
    const answers = await Promise.all(
      ['/', '/login', '/home/services', '/vendor/quotes'].map((path) => get(path)),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('Seattle')
    }
    const CITY_NAME = `"><script>alert('Oslo & more')</script>`
    await withSettings({ CITY_NAME }, async ({ origin }) => {
      const page = await (await fetch(origin)).text()
      const content = page.match(new RegExp(`<meta name="${SETTINGS_META}" content="([^"<]*)"`))?.[1] ?? ''
      const settings = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
      const { clocks, ...others } = JSON.parse(settings)
      expect(others).toMatchObject({ city_name: CITY_NAME, time_zone: 'America/Los_Angeles' })
      expect(clocks).toEqual(clocksAround(new Date(), others.time_zone))
    })
  })

  test.each([
    ['link rel="icon" href', 'image/svg+xml'],
    ['link rel="apple-touch-icon" href', 'image/png'],
    ['link rel="manifest" href', 'application/manifest+json'],
    ['meta property="og:image" content', 'image/jpeg'],
  ])('serves the file that the head names by %s, as %s [2.head.1-3]', async (element, type) => {
    const page = await (await get('/')).text()
    const address = page.match(new RegExp(`<${element}="([^"]+)"`))?.[1]
    if (!address) throw new Error('The head does not name it')
    const answer = await get(new URL(address, site.origin).pathname)
    // A path without a file would also succeed, with the page.
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)])
  })

  test('serves hashed files as immutable, compressed if the browser accepts it', async () => {
    const script = assets.find((name) => assets.includes(`${name}.br`) && name.endsWith('.js'))
    const plain = await get(`/assets/${script}`, { 'accept-encoding': 'identity' })
    const brotli = await get(`/assets/${script}`, { 'accept-encoding': 'gzip, br' })
    const gzip = await get(`/assets/${script}`, { 'accept-encoding': 'gzip' })
    const encodings = [plain, brotli, gzip].map(({ headers }) => headers.get('content-encoding'))
    expect(encodings).toEqual([null, 'br', 'gzip'])
    const text = await plain.text()
    for (const answer of [plain, brotli, gzip]) {
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toContain('javascript')
      if (answer !== plain) {
        expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
        expect(await answer.text()).toBe(text)
      }
    }
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  test('serves no file of an older build, and none outside its folder [V13.4.1]', async () => {
    const old = await get('/assets/index-00000000.js')
    expect([old.status, old.headers.get('cache-control')]).toEqual([404, null])
    // A raw request: fetch would normalize the path.
    const raw = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = request(`${site.origin}`, { path }, (response) => {
          let text = ''
          response.on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () => resolve(text))
        })
        sent.on('error', reject).end()
      })
    for (const path of [
      '/../../package.json',
      '/..%2f..%2fpackage.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/../../.git/HEAD',
      '/.git/HEAD',
    ])
      expect(await raw(path)).not.toMatch(/"dependencies"|^ref: /)
  })
})

test('a malformed body is no fault of the portal', async () => {
  const counted = async (status: number) => {
    const metrics = await world.portal.metrics.registry.metrics()
    const lines = metrics.matchAll(
      new RegExp(`seconds_count{method="POST",.*status="${status}"} (\\d+)`, 'g'),
    )
    return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const before = [await counted(400), await counted(500)]
  const { host, hostname, port } = new URL(site.origin)
  const socket = connect(Number(port), hostname)
  const headers = [`Host: ${host}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
  socket.write(`POST /api/trpc/accounts.signOut HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\nzz\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  await expect.poll(() => counted(400)).toBe(Number(before[0]) + 1)
  expect(await counted(500)).toBe(before[1])
})
