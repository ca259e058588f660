import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeFor } from '../../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser, type Person, type Procedures, signIn } from '../../demo/person.ts'
import { requireReadable } from '../../session/factor-secrets.ts'

let world: World
let db: ReturnType<typeof createPool>
let post: ReturnType<typeof openPostOffice>
let count = 0
let stays: Procedures

beforeAll(async () => {
  const connection = await createWorldDatabase('factors')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  post.close()
  await Promise.all([db.end(), world.close()])
})
beforeEach(() => db.query('truncate sign_in_limits'))

const proof = { current_password: PASSWORD }
const stranger = () => openBrowser(world.portal, undefined, new Headers())
const password = ({ email }: Person) => ({ email, password: PASSWORD })

const codeOf = (uri: string, step?: -1 | 0 | 1) =>
  codeFor(new URL(uri).searchParams.get('secret') ?? '', step)

async function withApp() {
  const person = await world.resident(`fay${++count}`, { address: `${count} Factor St`, number_of_units: 3 })
  const { uri } = await person.call.factors.startApp(proof)
  const { recovery_codes } = await person.call.factors.enableApp({ code: await codeOf(uri, -1) })
  return { person, uri, recovery_codes: recovery_codes ?? [] }
}

/** A browser that sent the right password. */
async function halfSignedIn(person: Person): Promise<Procedures> {
  const browser = stranger()
  expect(await browser.accounts.signIn(password(person))).toEqual({ second_step: 'app' })
  return browser
}

const wrong = (field: string) => ({ code: 'BAD_REQUEST', cause: { field } })

describe('an authenticator app', () => {
  test('is on once a code of it was entered; then the password alone is no session [V6.3.3]', async () => {
    const person = await world.resident('fred', { address: '1 First St', number_of_units: 3 })
    const { uri } = await person.call.factors.startApp(proof)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Stoop:fred%40example\.com\?secret=[A-Z2-7]{32}&issuer=Stoop/)
    await expect(person.call.factors.enableApp({ code: '000000' })).rejects.toMatchObject(wrong('code'))
    expect(await stranger().accounts.signIn(password(person))).toEqual({ second_step: null })

    const { recovery_codes } = await person.call.factors.enableApp({ code: await codeOf(uri) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await person.call.factors.get()).toMatchObject({
      app: true,
      recovery_codes_left: 10,
      required: false,
    })

    const browser = await halfSignedIn(person)
    expect(await browser.accounts.session()).toBeNull()
    await expect(browser.services.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await browser.accounts.signInByCode({ code: await codeOf(uri, 1) })
    expect(await browser.accounts.session()).toMatchObject({ email: person.email })
  })

  test('needs the password or a code to be set up, and a code or the password to be turned off [V7.5.1]', async () => {
    const { person, uri } = await withApp()
    const { factors } = person.call
    await expect(factors.startApp({ current_password: 'a guess' })).rejects.toMatchObject(
      wrong('current_password'),
    )
    await expect(factors.startApp(proof)).rejects.toMatchObject({
      message: 'The authenticator app is on already.',
    })
    await expect(factors.disableApp({ code: '000000' })).rejects.toMatchObject(wrong('code'))
    await factors.disableApp({ code: await codeOf(uri) })
    expect(await factors.get()).toMatchObject({ app: false, recovery_codes_left: 0 })
    expect(await stranger().accounts.signIn(password(person))).toEqual({ second_step: null })
    const { rows } = await db.query('select * from auth_two_factors where user_id = $1', [person.id])
    expect(rows).toEqual([])
  })

  test('has its key and the recovery codes stored encrypted, and readable only as they were stored [V11.3.1] [V11.3.2]', async () => {
    const { person, uri, recovery_codes } = await withApp()
    const { rows } = await db.query('select secret, backup_codes from auth_two_factors where user_id = $1', [
      person.id,
    ])
    const stored = JSON.stringify(rows)
    for (const code of recovery_codes) expect(stored).not.toContain(code)
    expect(stored).not.toContain(new URL(uri).searchParams.get('secret'))
    const { auth } = world.portal
    const { secret } = rows[0]
    await requireReadable(auth, [secret])
    const altered = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    await expect(requireReadable(auth, [altered])).rejects.toMatchObject({ code: 'factors_unreadable' })
  })

  test('ends the sessions that the password alone began elsewhere [V7.4.3]', async () => {
    const person = await world.resident('felix', { address: '2 First St', number_of_units: 3 })
    const elsewhere = await signIn(world.portal, password(person))
    const { uri } = await person.call.factors.startApp(proof)
    await person.call.factors.enableApp({ code: await codeOf(uri) })
    expect(await elsewhere.call.accounts.session()).toBeNull()
    expect(await person.call.accounts.session()).not.toBeNull()
  })
})

describe('the second step', () => {
  test('takes each code once, in this browser and any other [V6.5.1]', async () => {
    const { person, uri } = await withApp()
    const code = await codeOf(uri)
    await (await halfSignedIn(person)).accounts.signInByCode({ code })
    const replay = await halfSignedIn(person)
    await expect(replay.accounts.signInByCode({ code })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await replay.accounts.session()).toBeNull()
    await expect(person.call.factors.disableApp({ code })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })

  test('gives one of two concurrent uses of a code a session', async () => {
    const { person, uri } = await withApp()
    const browsers = [await halfSignedIn(person), await halfSignedIn(person)]
    const code = await codeOf(uri)
    const tried = await Promise.allSettled(browsers.map(({ accounts }) => accounts.signInByCode({ code })))
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is limited to 10 codes in 15 minutes, from wherever they come [V6.3.1]', async () => {
    const { person, uri } = await withApp()
    for (let guess = 0; guess < 10; guess++) {
      const browser = guess % 5 === 0 ? await halfSignedIn(person) : undefined
      if (browser) stays = browser
      await expect(stays.accounts.signInByCode({ code: `00000${guess}` })).rejects.toMatchObject(
        wrong('code'),
      )
    }
    const fresh = await halfSignedIn(person)
    await expect(fresh.accounts.signInByCode({ code: await codeOf(uri) })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    await db.query(`update sign_in_limits set expire = 0 where key = 'code:' || $1`, [person.id])
    await fresh.accounts.signInByCode({ code: await codeOf(uri, 1) })
  })

  test('is limited to 50 codes in a day', async () => {
    const { person, uri } = await withApp()
    const browser = await halfSignedIn(person)
    await expect(browser.accounts.signInByCode({ code: '000000' })).rejects.toMatchObject(wrong('code'))
    await db.query(`update sign_in_limits set points = 50 where key = 'code-day:' || $1`, [person.id])
    await expect(browser.accounts.signInByCode({ code: await codeOf(uri) })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
  })

  test('begins again after five wrong codes, after ten minutes, or in another browser', async () => {
    const { person, uri } = await withApp()
    const expired = { message: 'That took too long or was tried too often. Please sign in again.' }
    const code = await codeOf(uri)
    await expect(stranger().accounts.signInByCode({ code })).rejects.toMatchObject(expired)
    const guessing = await halfSignedIn(person)
    for (let guess = 1; guess <= 5; guess++)
      await expect(guessing.accounts.signInByCode({ code: `11111${guess}` })).rejects.toMatchObject(
        wrong('code'),
      )
    await expect(guessing.accounts.signInByCode({ code: '111119' })).rejects.toMatchObject(expired)
    const late = await halfSignedIn(person)
    await db.query(`update auth_verifications set created_at = clock_timestamp() - interval '10 minutes'`)
    await expect(late.accounts.signInByCode({ code })).rejects.toMatchObject(expired)
  })

  test('checks the person of the password, whoever else is signed in there', async () => {
    const [one, other] = [await withApp(), await withApp()]
    const browser = await halfSignedIn(one.person)
    const code = await codeOf(other.uri)
    await expect(browser.accounts.signInByCode({ code })).rejects.toMatchObject(wrong('code'))
    // A browser with both cookies.
    const jar = new Headers(other.person.jar.getSetCookie().map((cookie) => ['set-cookie', cookie]))
    const both = openBrowser(world.portal, undefined, jar)
    const half = new Headers()
    await openBrowser(world.portal, undefined, half).accounts.signIn(password(one.person))
    for (const cookie of half.getSetCookie())
      if (cookie.startsWith('stoop.two_factor')) jar.append('set-cookie', cookie)
    expect(await both.accounts.session()).toMatchObject({ email: other.person.email })
    await expect(both.accounts.signInByCode({ code: await codeOf(other.uri, 1) })).rejects.toMatchObject(
      wrong('code'),
    )
    await both.accounts.signInByCode({ code: await codeOf(one.uri) })
    expect(await both.accounts.session()).toMatchObject({ email: one.person.email })
  })

  test('ends the session that the browser had', async () => {
    const { person } = await withApp()
    const jar = new Headers()
    const browser = openBrowser(world.portal, undefined, jar)
    await browser.accounts.signIn({ email: 'otto@example.com', password: PASSWORD })
    const before = new Headers(jar.getSetCookie().map((cookie) => ['set-cookie', cookie]))
    await browser.accounts.signIn(password(person))
    expect(await browser.accounts.session()).toBeNull()
    expect(await openBrowser(world.portal, undefined, before).accounts.session()).toBeNull()
  })
})

describe('recovery codes', () => {
  test('sign in once each, and the owner is told [V6.5.1] [V6.5.3] [V6.5.4] [V6.4.4]', async () => {
    const { person, recovery_codes } = await withApp()
    const [first = '', second = ''] = recovery_codes
    for (const code of recovery_codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/)
    const browser = await halfSignedIn(person)
    await expect(
      browser.accounts.signInByRecoveryCode({ recovery_code: 'aaaaa-aaaaa' }),
    ).rejects.toMatchObject(wrong('recovery_code'))
    await browser.accounts.signInByRecoveryCode({ recovery_code: first.toUpperCase().replace('-', ' ') })
    expect(await browser.factors.get()).toMatchObject({ recovery_codes_left: 9 })
    const again = await halfSignedIn(person)
    await expect(again.accounts.signInByRecoveryCode({ recovery_code: first })).rejects.toMatchObject(
      wrong('recovery_code'),
    )
    await again.accounts.signInByRecoveryCode({ recovery_code: second })
    const mails = await post.mailsTo(person.email)
    expect(mails.filter((mail) => mail.includes('9 codes are left'))).toHaveLength(1)
  })

  test('have a limit of their own, so wrong authenticator codes don’t keep their owner out [V6.3.1]', async () => {
    const { person, uri, recovery_codes } = await withApp()
    await db.query(
      `insert into sign_in_limits select kind || ':' || $1, 50, extract(epoch from now()) * 1000 + 60000
       from unnest(array['code', 'code-day']) kind on conflict (key) do update set points = 50`,
      [person.id],
    )
    const browser = await halfSignedIn(person)
    const limited = { code: 'TOO_MANY_REQUESTS' }
    await expect(browser.accounts.signInByCode({ code: await codeOf(uri) })).rejects.toMatchObject(limited)
    await browser.accounts.signInByRecoveryCode({ recovery_code: recovery_codes[0] ?? '' })
    await db.query(
      `insert into sign_in_limits values ('recovery-code:' || $1, 10, extract(epoch from now()) * 1000 + 60000)`,
      [person.id],
    )
    const again = await halfSignedIn(person)
    await expect(
      again.accounts.signInByRecoveryCode({ recovery_code: recovery_codes[1] ?? '' }),
    ).rejects.toMatchObject(limited)
  })

  test('sign one of two concurrent users of a code in', async () => {
    const { person, recovery_codes } = await withApp()
    const browsers = [await halfSignedIn(person), await halfSignedIn(person)]
    const recovery_code = recovery_codes[0] ?? ''
    const tried = await Promise.allSettled(
      browsers.map(({ accounts }) => accounts.signInByRecoveryCode({ recovery_code })),
    )
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('are replaced by new ones, which need a factor', async () => {
    const { person, recovery_codes } = await withApp()
    const made = await person.call.factors.makeRecoveryCodes(proof)
    const browser = await halfSignedIn(person)
    await expect(
      browser.accounts.signInByRecoveryCode({ recovery_code: recovery_codes[0] ?? '' }),
    ).rejects.toMatchObject(wrong('recovery_code'))
    await browser.accounts.signInByRecoveryCode({ recovery_code: made.recovery_codes[0] ?? '' })
    await expect(world.as('ned').factors.makeRecoveryCodes(proof)).rejects.toMatchObject({
      message: 'Recovery codes need a passkey or an authenticator app.',
    })
  })
})

test('after the loss of SECRET, codes are refused with a sentence, and new factors can replace the old ones', async () => {
  const { person, uri, recovery_codes } = await withApp()
  const browser = await halfSignedIn(person)
  const other = await symmetricEncrypt({ key: 'another secret '.repeat(3), data: '[]' })
  await db.query('update auth_two_factors set secret = $2, backup_codes = $2 where user_id = $1', [
    person.id,
    other,
  ])
  const unreadable = { code: 'CONFLICT', message: expect.stringContaining('write to support') }
  const { accounts, factors } = person.call
  await expect(browser.accounts.signInByCode({ code: await codeOf(uri) })).rejects.toMatchObject(unreadable)
  await expect(
    browser.accounts.signInByRecoveryCode({ recovery_code: recovery_codes[0] ?? '' }),
  ).rejects.toMatchObject(unreadable)
  expect(await factors.get()).toMatchObject({ app: true, recovery_codes_left: 0 })
  await expect(factors.makeRecoveryCodes({ code: '000000' })).rejects.toMatchObject(unreadable)
  await factors.disableApp(proof)
  expect(await factors.get()).toMatchObject({ app: false })
  expect(await accounts.session()).not.toBeNull()
})

test('each change of a factor is an event, and its owner is mailed [V16.3.1]', async () => {
  const { person } = await withApp()
  const replaced = async () =>
    (await post.mailsTo(person.email)).filter((mail) => mail.includes('New recovery codes were made'))
  expect(await replaced()).toEqual([])
  await person.call.factors.makeRecoveryCodes(proof)
  expect(await replaced()).toHaveLength(1)
  await person.call.factors.disableApp(proof)
  const { rows } = await db.query(
    `select kind from events where subject = $1 and kind ~ 'factor|recovery' order by id`,
    [person.id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual([
    'recovery_codes_made',
    'second_factor_enabled',
    'recovery_codes_made',
    'second_factor_disabled',
  ])
  const mails = await post.mailsTo(person.email)
  expect(mails.filter((mail) => mail.includes('also takes a code'))).toHaveLength(1)
  expect(mails.filter((mail) => mail.includes('no longer takes a code'))).toHaveLength(1)
})

test('an account whose address is not confirmed gets no factor', async () => {
  const browser = stranger()
  await browser.accounts.signUpResident({
    first_name: 'Not',
    last_name: 'Mine',
    email: 'somebody.else@example.com',
    password: PASSWORD,
    address: '9 Planted St',
    city: 'Seattle',
    state: 'WA',
    zip_code: '98101',
    number_of_units: 3,
  })
  for (const start of [() => browser.factors.startApp(proof), () => browser.factors.startPasskey(proof)])
    await expect(start()).rejects.toThrow('Please confirm your e-mail first')
})

test('an account that is closed during a change of its factors is signed out, and nothing fails', async () => {
  for (const change of ['makeRecoveryCodes', 'disableApp'] as const) {
    const { person } = await withApp()
    const closing = await db.connect()
    try {
      await closing.query('begin')
      await closing.query('select from auth_users where id = $1 for update', [person.id])
      const changed = person.call.factors[change](proof)
      const refused = expect(changed, change).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      const waits = `select from pg_locks where locktype = 'transactionid' and not granted
        and transactionid = pg_current_xact_id()::xid`
      await expect.poll(async () => (await closing.query(waits)).rowCount).toBeGreaterThan(0)
      await closing.query('update buildings set captain_id = null where captain_id = $1', [person.id])
      await closing.query('delete from auth_users where id = $1', [person.id])
      await closing.query('commit')
      await refused
    } finally {
      closing.release()
    }
  }
})
