import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { serve } from '../../../test/serve.ts'
import { openWorld, testConfig, type World } from '../../../test/world.ts'
import { createPortal } from '../portal.ts'
import { ownHosts } from './own-host.ts'

let connection: pg.PoolConfig
let world: World
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  connection = await createWorldDatabase('hosts')
  world = await openWorld(connection)
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await world.close()
})

describe.each([
  [
    'a local portal',
    {},
    ['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST:3000', '[::1]:3000'],
    ['127.0.0.1', 'localhost:3001', '127.0.0.1.evil.example:3000', 'evil.example', '', '::1', '0.0.0.0:3000'],
  ],
  [
    'one on another address of this machine',
    { HOST: '192.0.2.1', PORT: '80' },
    ['192.0.2.1', '192.0.2.1:80'],
    ['localhost', '127.0.0.1', '192.0.2.1:8080'],
  ],
  [
    'one on all addresses',
    { HOST: '0.0.0.0' },
    ['localhost:3000', '127.0.0.1:3000'],
    ['0.0.0.0:3000', '192.0.2.1:3000'],
  ],
  [
    'one behind a proxy',
    { HOST: '10.0.0.11', PUBLIC_URL: 'https://Stoop.example.com' },
    ['stoop.example.com', 'STOOP.example.com', 'stoop.example.com:443', '10.0.0.11:3000'],
    ['stoop.example.com:80', 'stoop.example.com.', 'localhost:3000', 'x.stoop.example.com', '10.0.0.11'],
  ],
  [
    'one behind a local proxy',
    { PUBLIC_URL: 'http://127.0.0.1:8000' },
    ['127.0.0.1:8000', '127.0.0.1:3000', 'localhost:8000', '[::1]:3000'],
    ['127.0.0.1:8001'],
  ],
])('%s', (_, env, own, foreign) => {
  const { isOwn } = ownHosts(testConfig(env))

  test('has these hosts and no others', () => {
    expect([...own, ...foreign].filter(isOwn)).toEqual(own)
    expect(isOwn(undefined)).toBe(false)
  })
})

test('an origin is own by its scheme, too [V3.5.1]', () => {
  const https = ownHosts(testConfig({ PUBLIC_URL: 'https://stoop.example.com', HOST: '10.0.0.11' }))
  expect(https.isOwnOrigin('https://stoop.example.com')).toBe(true)
  for (const origin of [
    'http://stoop.example.com',
    'http://10.0.0.11:3000',
    'https://10.0.0.11:3000',
    'null',
  ])
    expect([origin, https.isOwnOrigin(origin)]).toEqual([origin, false])
  const http = ownHosts(testConfig({}))
  for (const origin of ['http://127.0.0.1:3000', 'http://localhost:3000'])
    expect([origin, http.isOwnOrigin(origin)]).toEqual([origin, true])
  for (const origin of ['https://127.0.0.1:3000', 'http://127.0.0.1', 'http://evil.example', 'http://', ''])
    expect([origin, http.isOwnOrigin(origin)]).toEqual([origin, false])
})

type Asked = { host?: string; path: string; method?: string; origin?: string; authorization?: string }

/** Sends a request with any Host header and request line. */
async function ask({ path, method = 'GET', ...headers }: Asked, origin = site.origin) {
  const sending = request(origin, { path, method, headers, agent: false }).end()
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const CATALOG = '/api/trpc/services.catalog'

test.each([
  ['/'],
  ['/login'],
  ['/assets/x.js'],
  ['/files/x'],
  ['/photos/x.png'],
  ['/metrics'],
  [CATALOG], // the batch reader
  [`${CATALOG}?batch=1&input={}`],
  ['/api/trpc/realtime.changes?input={"lastEventId":"0"}'],
  ['/api/nothing'],
])('%s of a foreign host is refused, with the portal’s address and its headers [V3.5.1]', async (path) => {
  for (const each of [
    { host: 'evil.example' },
    { host: 'evil.example', path: `http://evil.example${path}` },
  ]) {
    const { status, headers, body } = await ask({ path, ...each })
    expect(status).toBe(421)
    expect(body).toContain('The address of this portal is http://127.0.0.1:3000.')
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('a call that changes something is refused for a foreign host', async () => {
  expect(await ask({ host: 'evil.example', method: 'POST', path: '/api/trpc/contact.send' })).toMatchObject({
    status: 421,
    body: '{"error":{"message":"The address of this portal is http://127.0.0.1:3000."}}',
  })
})

test('a request line can name no other host than the Host header may', async () => {
  const own = new URL(site.origin).host
  expect((await ask({ host: own, path: `http://evil.example${CATALOG}` })).status).toBe(421)
  expect((await ask({ host: 'evil.example', path: `${site.origin}/` })).status).toBe(421)
  expect((await ask({ host: own, path: `${site.origin}${CATALOG}` })).status).toBe(200)
})

test('balancers ask for health by any host', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await ask({ host: '10.9.8.7:1', path })).toMatchObject({ status: 200, body: 'ok' })
})

test('with a token, metrics are read by any host', async () => {
  const METRICS_TOKEN = 'm'.repeat(32)
  const { portal, close } = createPortal(connection, testConfig({ METRICS_TOKEN, HOST: '0.0.0.0' }))
  const { origin, close: end } = await serve(portal, connection)
  const scrape = (authorization: string) =>
    ask({ host: 'portal:3000', path: '/metrics', authorization }, origin)
  expect(await scrape(`Bearer ${METRICS_TOKEN}`)).toMatchObject({ status: 200 })
  expect(await scrape('Bearer another')).toMatchObject({ status: 401 })
  await end()
  await close()
})

test('behind https, a page of the same host over plain HTTP is foreign [V3.5.1]', async () => {
  const { portal, close } = createPortal(connection, testConfig({ PUBLIC_URL: 'https://stoop.example.com' }))
  const secure = await serve(portal, connection)
  const host = 'stoop.example.com'
  const statusFor = async (origin: string) =>
    (await ask({ host, path: CATALOG, origin }, secure.origin)).status
  expect(await statusFor('https://stoop.example.com')).toBe(200)
  for (const origin of ['http://stoop.example.com', secure.origin, 'https://evil.example', 'null'])
    expect([origin, await statusFor(origin)]).toEqual([origin, 403])
  await secure.close()
  await close()
})
