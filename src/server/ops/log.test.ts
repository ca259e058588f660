import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeFor } from '../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../test/database.ts'
import { refusedStream } from '../../../test/event-stream.ts'
import { createClient } from '../../../test/http-client.ts'
import { serve } from '../../../test/serve.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { asSystem } from '../db/as-viewer.ts'
import { resetFactors } from '../features/factors/db.ts'
import { createLog } from './log.ts'

let connection: pg.PoolConfig
let world: World
let site: Awaited<ReturnType<typeof serve>>
let lines: string[] = []

beforeAll(async () => {
  connection = await createWorldDatabase('log')
  world = await openWorld(connection)
  const log = createLog('info', { write: (line: string) => lines.push(line) })
  site = await serve({ ...world.portal, log }, connection)
})
afterAll(async () => {
  await site.close()
  await world.close()
})
beforeEach(() => {
  lines = []
})

const entries = () => lines.map((line) => JSON.parse(line))
/** What is told beside the line that each request has. */
const events = () => entries().filter(({ msg }) => msg !== 'request completed')
const ned = { email: 'ned@example.com', password: PASSWORD }
const from = { address: '127.0.0.1', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }

test('signing in and out is logged with outcome, person, time and client address, but without the password [V16.2.1] [V16.2.2] [V16.2.5] [V16.3.1]', async () => {
  const client = createClient(site.origin)
  await expect(client.accounts.signIn.mutate({ ...ned, password: 'not his own' })).rejects.toThrow()
  await client.accounts.signIn.mutate(ned)
  await client.accounts.signOut.mutate()
  expect(events()).toEqual([
    expect.objectContaining({
      ...from,
      msg: 'a call was rejected',
      path: 'accounts.signIn',
      refusal: 'wrong_credentials',
      account: ned.email,
      level: 40,
    }),
    expect.objectContaining({ ...from, msg: 'signed in', account: ned.email, by: 'password' }),
    expect.objectContaining({ ...from, msg: 'signed out', person: world.idOf('ned') }),
  ])
  expect(lines.join()).not.toMatch(new RegExp(`not his own|${PASSWORD}`))
})

/** Fay, whose authenticator app is on, and who has a passkey. */
async function fay() {
  const person = await world.resident('fay', { address: '1 Factor St', number_of_units: 3 })
  const { uri } = await person.call.factors.startApp({ current_password: PASSWORD })
  const code = await codeFor(new URL(uri).searchParams.get('secret') ?? '')
  await person.call.factors.enableApp({ code })
  const passkey = { user_id: person.id, name: 'Phone', credential_id: 'AA', public_key: 'x' }
  await asSystem(world.portal.db, (tx) =>
    tx
      .insertInto('auth_passkeys')
      .values({ ...passkey, device_type: 'singleDevice', backed_up: false })
      .execute(),
  )
  return { ...person, code }
}

test('a password that is typed into the field of the e-mail address is not logged [V16.2.5]', async () => {
  const client = createClient(site.origin)
  await expect(client.accounts.signIn.mutate({ email: 'TypedPw-7777', password: 'x' })).rejects.toThrow()
  expect(events()).toEqual([expect.objectContaining({ path: 'accounts.signIn', field: 'email' })])
  expect(lines.join().toLowerCase()).not.toContain('typedpw')
})

test('a wrong password, code or passkey is a warning that names the person, signed in or not [V16.2.1] [V16.3.1]', async () => {
  const { id: person, email, code } = await fay()
  const client = createClient(site.origin)
  const { accounts, factors } = client
  await accounts.signIn.mutate({ email, password: PASSWORD })
  const response = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }
  const passkey = { id: 'AA', rawId: 'AA', type: 'public-key' as const, clientExtensionResults: {} }
  const guesses = [
    () => accounts.signInByCode.mutate({ code: '000000' }),
    () => accounts.signInByRecoveryCode.mutate({ recovery_code: 'aaaaa-aaaaa' }),
    () => accounts.signInByCode.mutate({ code }),
    () => accounts.signInByPasskey.mutate({ response: { ...passkey, response } }),
  ]
  lines = []
  for (const guess of guesses) await expect(guess()).rejects.toThrow()
  const warning = { ...from, msg: 'a call was rejected', person, level: 40 }
  const wrong = (path: string, field: string) =>
    expect.objectContaining({ ...warning, path, field, refusal: 'invalid_input' })
  expect(events()).toEqual([
    wrong('accounts.signInByCode', 'code'),
    wrong('accounts.signInByRecoveryCode', 'recovery_code'),
    expect.objectContaining({ ...warning, path: 'accounts.signInByCode', refusal: 'too_many_attempts' }),
    expect.objectContaining({ ...warning, path: 'accounts.signInByPasskey', refusal: 'passkey_refused' }),
  ])
  expect(lines.join()).not.toMatch(new RegExp(`000000|aaaaa|${code}`))

  await asSystem(world.portal.db, (tx) => resetFactors(tx, email))
  await accounts.signIn.mutate({ email, password: PASSWORD })
  lines = []
  const current_password = 'not her own'
  await expect(
    accounts.changePassword.mutate({ current_password, new_password: 'x'.repeat(9) }),
  ).rejects.toThrow()
  await expect(factors.startApp.mutate({ current_password })).rejects.toThrow()
  expect(events()).toEqual([
    wrong('accounts.changePassword', 'current_password'),
    wrong('factors.startApp', 'current_password'),
  ])
  expect(lines.join()).not.toContain(current_password)
})

test('a call by somebody without a building, or without the second factor that they need, is a warning [V16.3.2]', async () => {
  const { log } = site.portal
  const config = { ...world.portal.config, adminsNeedFactor: true }
  const strict = await serve({ ...world.portal, log, config }, connection)
  await asSystem(world.portal.db, (tx) =>
    tx
      .updateTable('profiles')
      .set({ building_id: null, status: 'active' })
      .where('id', '=', world.idOf('olga'))
      .execute(),
  )
  for (const [name, refusal] of [
    ['olga', 'no_building'],
    ['ada', 'second_factor_required'],
  ] as const) {
    const client = createClient(strict.origin)
    await client.accounts.signIn.mutate({ email: `${name}@example.com`, password: PASSWORD })
    lines = []
    await expect(client.members.list.query()).rejects.toThrow()
    const person = world.idOf(name)
    expect(events()).toEqual([expect.objectContaining({ ...from, person, refusal, level: 40 })])
  }
  await strict.close()
})

test('a rejected call is logged with who called what, on one line whatever the input contains [V16.2.1] [V16.2.4] [V16.3.2] [V16.3.3] [V16.4.1]', async () => {
  const client = createClient(site.origin)
  await client.accounts.signIn.mutate(ned)
  lines = []
  const strange = { id: world.idOf('pia'), 'a\n{"msg":"signed in"}': 1 }
  await expect(client.members.accept.mutate(strange)).rejects.toThrow()
  await expect(client.services.catalog.query()).resolves.toBeDefined()
  await expect(client.quotes.received.query({ building_service_id: 'x\ny' })).rejects.toThrow()
  await createClient(site.origin)
    .contact.send.mutate({ ...strange, name: 'V' } as never)
    .catch(() => undefined)
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true)
  const person = world.idOf('ned')
  expect(events()).toEqual([
    expect.objectContaining({ ...from, person, path: 'members.accept', refusal: 'not_allowed', level: 40 }),
    expect.objectContaining({
      ...from,
      person,
      path: 'quotes.received',
      refusal: 'invalid_input',
      level: 30,
    }),
    expect.objectContaining({ ...from, path: 'contact.send', refusal: 'invalid_input' }),
  ])
})

test('each request is logged on one line, with an id that its response and all lines about it carry', async () => {
  const query = `input=${encodeURIComponent(JSON.stringify({ building_service_id: 'not-an-id' }))}`
  const refused = await fetch(`${site.origin}/api/trpc/quotes.received?${query}`)
  const found = await fetch(`${site.origin}/login`, { headers: { 'x-request-id': 'an-id-of-my-own' } })
  await fetch(`${site.origin}/readyz`) // asked every second by a load balancer: not at this level
  const [one, other] = [refused, found].map(({ headers }) => headers.get('x-request-id'))
  expect([one, other]).toEqual([
    expect.stringMatching(/^[0-9a-f]{12}$/),
    expect.stringMatching(/^[0-9a-f]{12}$/),
  ])
  expect(
    entries().map(({ request, msg, status, method, path }) => [request, msg, status, method, path]),
  ).toEqual([
    [one, 'a call was rejected', undefined, undefined, 'quotes.received'],
    [one, 'request completed', 401, 'GET', '/api/trpc/quotes.received'],
    [other, 'request completed', 200, 'GET', '/login'],
  ])
  expect(entries()[2]).toMatchObject({ ...from, level: 30, ms: expect.any(Number) })
  expect(lines.join()).not.toContain('not-an-id')
})

test('requests rejected before they become a call are logged, too, without the token of a link [V14.2.1] [V16.2.5] [V16.3.3]', async () => {
  const post = (path: string, headers = {}) =>
    fetch(`${site.origin}${path}`, { method: 'POST', headers, body: 'x'.repeat(2_000_000) })
  await post('/api/trpc/accounts.signOut', { origin: 'https://evil.example' })
  await post('/api/trpc/accounts.signOut')
  await post('/api/documents?name=a.pdf')
  await fetch(`${site.origin}/files/a-token-of-a-link`)
  expect(entries().map(({ path, status, address }) => [path, status, address])).toEqual([
    ['/api/trpc/accounts.signOut', 403, '127.0.0.1'],
    ['/api/trpc/accounts.signOut', 413, '127.0.0.1'],
    ['/api/documents', 401, '127.0.0.1'],
    ['/files/…', 403, '127.0.0.1'],
  ])
  expect(lines.join()).not.toContain('a-token-of-a-link')
})

test('a rejected subscription is logged as one rejection and one request', async () => {
  await refusedStream(site.origin, {})
  expect(entries()).toEqual([
    expect.objectContaining({ msg: 'a call was rejected', path: 'realtime.changes', refusal: 'signed_out' }),
    expect.objectContaining({ msg: 'request completed', status: 401, path: '/api/trpc/realtime.changes' }),
  ])
})

test('a database error is logged without the row values that it quotes [V16.2.5]', () => {
  const log = createLog('info', { write: (line: string) => lines.push(line) })
  const fault = Object.assign(new Error('null value in column "email"'), {
    detail: 'Failing row contains (ned@example.com, a hash).',
    where: 'unnamed portal parameter $1 = a hash',
    code: '23502',
  })
  log.error({ err: fault }, 'a call failed')
  expect(entries()).toEqual([
    expect.objectContaining({
      err: expect.objectContaining({ message: 'null value in column "email"', code: '23502' }),
    }),
  ])
  expect(lines.join()).not.toContain('hash')
})
