import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { createDevice } from '../../../../test/software-passkey.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { toDomainError } from '../../db/errors.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser, type Person, type Procedures } from '../../demo/person.ts'
import { startPasskeyRegistration } from '../../session/passkeys.ts'

const SITE = { rpId: 'stoop.example', origin: 'https://stoop.example' }
const proof = { current_password: PASSWORD }

let world: World
let db: ReturnType<typeof createPool>
let count = 0

beforeAll(async () => {
  const connection = await createWorldDatabase('passkeys')
  world = await openWorld(connection, { PUBLIC_URL: SITE.origin })
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate sign_in_limits'))

const stranger = () => openBrowser(world.portal, undefined, new Headers())
const resident = () => world.resident(`kay${++count}`, { address: `${count} Passkey St`, number_of_units: 3 })
const refused = { code: 'UNAUTHORIZED' }

async function add({ factors }: Procedures, device = createDevice(SITE), defects = {}) {
  const { challenge } = await factors.startPasskey(proof)
  return {
    device,
    ...(await factors.addPasskey({ name: 'Phone', response: device.make(challenge, defects) })),
  }
}

async function withPasskey() {
  const person = await resident()
  return { person, ...(await add(person.call)) }
}

const passkeysOf = async ({ id }: Person) =>
  (await db.query('select id from auth_passkeys where user_id = $1', [id])).rows

test('a passkey signs in, once for each challenge, in the browser that asked [V6.3.3]', async () => {
  const { person, device, recovery_codes } = await withPasskey()
  expect(recovery_codes).toHaveLength(10)
  const browser = stranger()
  const { challenge, userVerification, allowCredentials } = await browser.accounts.startPasskey()
  expect([userVerification, allowCredentials]).toEqual(['required', undefined])
  const response = device.sign(challenge)
  await expect(stranger().accounts.signInByPasskey({ response })).rejects.toMatchObject(refused)
  await browser.accounts.signInByPasskey({ response })
  expect(await browser.accounts.session()).toMatchObject({ email: person.email })
  const { passkeys } = await browser.factors.get()
  expect(passkeys).toMatchObject([{ name: 'Phone', last_used_at: expect.any(String) }])
  await expect(browser.accounts.signInByPasskey({ response })).rejects.toMatchObject(refused)
})

test('with a passkey the password alone is no session, and a recovery code works, too [V6.3.3] [V6.4.4]', async () => {
  const { person, recovery_codes } = await withPasskey()
  const browser = stranger()
  const answer = await browser.accounts.signIn({ email: person.email, password: PASSWORD })
  expect(answer).toEqual({ second_step: 'passkey' })
  expect(await browser.accounts.session()).toBeNull()
  await browser.accounts.signInByRecoveryCode({ recovery_code: recovery_codes?.[0] ?? '' })
  expect(await browser.accounts.session()).toMatchObject({ email: person.email })
})

test('a passkey that nobody unlocked, of another site, unknown, foreign or copied is refused', async () => {
  const { device } = await withPasskey()
  const other = await withPasskey()
  const tries = {
    unlocked: { isVerified: false },
    elsewhere: { origin: 'https://stoop.example.evil.example' },
    unknown: { id: 'bm9ib2R5' },
    foreign: { id: other.device.id },
  }
  for (const [name, defects] of Object.entries(tries)) {
    const browser = stranger()
    const { challenge } = await browser.accounts.startPasskey()
    const response = device.sign(challenge, defects)
    await expect(browser.accounts.signInByPasskey({ response }), name).rejects.toMatchObject(refused)
    expect(await browser.accounts.session()).toBeNull()
  }
  // A copy counts its own uses.
  for (const [counter, works] of [
    [5, true],
    [5, false],
    [4, false],
    [6, true],
  ] as const) {
    const browser = stranger()
    const { challenge } = await browser.accounts.startPasskey()
    const signing = browser.accounts.signInByPasskey({ response: device.sign(challenge, { counter }) })
    await (works ? signing : expect(signing).rejects.toMatchObject(refused))
  }
})

test('a passkey is added only with the password, for the own challenge, and by an unlocked device [V7.5.1]', async () => {
  const [mine, theirs] = [await resident(), await resident()]
  await expect(mine.call.factors.startPasskey({ current_password: 'a guess' })).rejects.toMatchObject({
    cause: { field: 'current_password' },
  })
  const { challenge } = await theirs.call.factors.startPasskey(proof)
  const response = createDevice(SITE).make(challenge)
  await expect(mine.call.factors.addPasskey({ name: 'Phone', response })).rejects.toMatchObject(refused)
  await expect(add(mine.call, createDevice(SITE), { isVerified: false })).rejects.toMatchObject(refused)
  await expect(add(mine.call, createDevice(SITE), { origin: 'https://evil.example' })).rejects.toMatchObject(
    refused,
  )
  expect(await passkeysOf(mine)).toEqual([])
})

test('the passkey of somebody else can’t be taken over or removed [V8.2.2]', async () => {
  const { person, device } = await withPasskey()
  const other = await withPasskey()
  await expect(add(other.person.call, device)).rejects.toMatchObject(refused)
  const [passkey] = await passkeysOf(person)
  await expect(other.person.call.factors.removePasskey({ id: passkey?.id, ...proof })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await passkeysOf(person)).toHaveLength(1)
})

const addRows = ({ id }: Person, rows: number) =>
  db.query(
    `insert into auth_passkeys (user_id, name, credential_id, public_key, device_type, backed_up)
     select $1::uuid, 'Phone', $1 || '_' || n, 'x', 'singleDevice', false from generate_series(1, $2) n`,
    [id, rows],
  )

test('a person can have 20 passkeys', async () => {
  const { person } = await withPasskey()
  await addRows(person, 19)
  await expect(add(person.call)).rejects.toMatchObject({
    message: 'You can have at most 20 passkeys. Please remove one first.',
  })
  await expect(addRows(person, 1)).rejects.toMatchObject({ constraint: 'passkeys_of_a_person' })
})

test('of two passkeys that are added at once one can be the 20th', async () => {
  const { person } = await withPasskey()
  await addRows(person, 18)
  // Two windows of one session, each with its own challenge.
  const windows = [person.jar, person.jar].map((jar) =>
    openBrowser(
      world.portal,
      undefined,
      new Headers(jar.getSetCookie().map((cookie) => ['set-cookie', cookie])),
    ),
  )
  const tried = await Promise.allSettled(windows.map((call) => add(call)))
  expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await passkeysOf(person)).toHaveLength(20)
})

test('somebody who signs out during the call is told to sign in', async () => {
  const { auth, db } = world.portal
  const late = startPasskeyRegistration({ auth, db, headers: new Headers(), address: '127.0.0.1' })
  expect(toDomainError(await late.catch((error) => error))?.code).toBe('signed_out')
})

test('the last factor takes the recovery codes with it; its owner is mailed [V16.3.1]', async () => {
  const { person } = await withPasskey()
  const [passkey] = await passkeysOf(person)
  await person.call.factors.removePasskey({ id: passkey?.id, ...proof })
  expect(await person.call.factors.get()).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
  expect(await stranger().accounts.signIn({ email: person.email, password: PASSWORD })).toEqual({
    second_step: null,
  })
  const post = openPostOffice(world.portal)
  const mails = (await post.mailsTo(person.email)).join()
  post.close()
  expect(mails).toContain('‘Phone’ was added')
  expect(mails).toContain('‘Phone’ was removed')
})

test('attempts to sign in with a passkey are limited by address', async () => {
  await stranger().accounts.startPasskey()
  await db.query(`update sign_in_limits set points = 300 where key = 'passkey:127.0.0.1'`)
  await expect(stranger().accounts.startPasskey()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
