import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeFor } from '../../../../test/authenticator.ts'
import { createWorldDatabase } from '../../../../test/database.ts'
import { createClient } from '../../../../test/http-client.ts'
import { serve } from '../../../../test/serve.ts'
import { MINOR, openWorld, PASSWORD, testConfig, type World } from '../../../../test/world.ts'
import { RESIDENT_POWERS } from '../../../domain/members/office.ts'
import { POWERS } from '../../../domain/viewer.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'
import { createPortal } from '../../portal.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  connection = await createWorldDatabase('accounts')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  site = await serve(world.portal, connection)
})
afterAll(async () => {
  await site.close()
  await Promise.all([db.end(), world.close()])
})

const resident = {
  first_name: 'Rosa',
  last_name: 'Reyes',
  email: 'rosa@example.com',
  password: PASSWORD,
  address: '77 Pine St',
  city: 'Seattle',
  state: 'WA',
  zip_code: '98101',
}
const vendor = () => ({
  ...resident,
  phone: '206 555 0177',
  company_name: 'Reyes Repairs',
  service_type_ids: [world.typeId('Landscaping')],
})
let count = 0
/** An e-mail that nobody has. */
const fresh = () => ({ email: `somebody${++count}@example.com` })

/** Every table that a sign-up writes to, as one number each. */
async function everything(): Promise<unknown> {
  const tables = ['auth_users', 'auth_accounts', 'auth_sessions', 'profiles', 'vendor_profiles', 'buildings']
  const more = ['vendor_services', 'service_quotes', 'events', 'mails']
  const counts = [...tables, ...more].map((table) => `(select count(*)::int from ${table}) as ${table}`)
  return (await db.query(`select ${counts.join(', ')}`)).rows[0]
}

/** While `work` runs, the database fails at every new row of a table that fits the condition. */
async function failingAt(table: string, condition: string, work: () => Promise<void>): Promise<void> {
  await db.query(`create function fail() returns trigger language plpgsql as $$ begin
    raise exception 'the disk is on fire'; end $$;
    create trigger fail before insert on ${table} for each row when (${condition}) execute function fail()`)
  try {
    await work()
  } finally {
    await db.query('drop function fail cascade')
  }
}

async function profile(email: string) {
  const { rows } = await db.query(
    `select p.role, p.status, p.unit_number, b.address, b.captain_id = p.id as is_captain, b.id as building_id
     from profiles p left join buildings b on b.id = p.building_id where p.email = $1`,
    [email],
  )
  return rows[0]
}

/** What the newest sign-up told: its events, by kind, and to whom mails go. */
async function told(email: string) {
  const { rows } = await db.query(
    `select e.kind, m.recipient from events e left join mails m on m.event_id = e.id
     where e.actor = (select id from profiles where email = $1) and e.kind <> 'email_confirmation_requested'
     order by e.id`,
    [email],
  )
  return rows
}

describe('a sign-up is all or nothing [2.guard.7] [4.profile.7] [V2.3.3]', () => {
  test('for a vendor with a service that is unknown or no longer offered', async () => {
    await db.query(`update service_types set is_active = false where name = 'Holiday Lights'`)
    const before = await everything()
    for (const id of [crypto.randomUUID(), world.typeId('Holiday Lights')]) {
      const wrong = { ...vendor(), service_type_ids: [world.typeId('Painting'), id] }
      await expect(openBrowser(world.portal).accounts.signUpVendor(wrong)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'One of these services is no longer offered here.',
        cause: { field: 'service_type_ids' },
      })
    }
    expect(await everything()).toEqual(before)
    await openBrowser(world.portal).accounts.signUpVendor(vendor())
    expect(await profile(resident.email)).toMatchObject({ role: 'contractor', status: 'active' })
  })

  test('for a vendor whose last step, the quotes for its open requests, fails', async () => {
    await world.request('Landscaping')
    const before = await everything()
    const signUp = { ...vendor(), ...fresh() }
    await failingAt('service_quotes', 'true', async () => {
      await expect(openBrowser(world.portal).accounts.signUpVendor(signUp)).rejects.toThrow()
    })
    expect(await everything()).toEqual(before)
    const browser = openBrowser(world.portal)
    await browser.accounts.signUpVendor(signUp)
    expect(await browser.accounts.session()).toMatchObject({ viewer: { kind: 'vendor' }, role: 'contractor' })
    expect((await browser.quotes.counts()).needs_quote).toBe(1)
  })

  test('for a resident without a number of units, or whose last step fails', async () => {
    const before = await everything()
    const signUp = { ...resident, ...fresh() }
    await expect(openBrowser(world.portal).accounts.signUpResident(signUp)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Number of Units is required',
      cause: { field: 'number_of_units' },
    })
    await failingAt('events', `new.kind = 'captain_appointed'`, async () => {
      const complete = { ...signUp, number_of_units: 8 }
      await expect(openBrowser(world.portal).accounts.signUpResident(complete)).rejects.toThrow()
    })
    expect(await everything()).toEqual(before)
    const { status } = await world.anonymous.accounts.signUpResident({ ...signUp, number_of_units: 8 })
    expect(status).toBe('active')
  })
})

describe('a resident', () => {
  test('of a new building becomes its captain, active and signed in [4.profile.2] [5.resident.9] [7.auth.1]', async () => {
    const browser = openBrowser(world.portal)
    const home = { address: '500 Union St', number_of_units: 30, number_of_floors: 6, square_feet: 0 }
    const { email } = fresh()
    const signUp = { ...resident, ...home, email, state: 'wa', phone: '206-555-0123' }
    expect(await browser.accounts.signUpResident(signUp)).toEqual({ status: 'active' })
    expect(await browser.accounts.session()).toMatchObject({
      email,
      role: 'captain',
      viewer: { kind: 'resident', powers: POWERS },
      building: { address: '500 Union St', city: 'Seattle', state: 'WA', zip_code: '98101' },
    })
    expect((await profile(email)).is_captain).toBe(true)
    expect(await told(email)).toEqual([
      { kind: 'building_added', recipient: null },
      { kind: 'captain_appointed', recipient: null },
    ])
    const { rows } = await db.query(
      `select number_of_units, number_of_floors, square_feet, name from buildings where address = '500 Union St'`,
    )
    expect(rows).toEqual([{ number_of_units: 30, number_of_floors: 6, square_feet: 0, name: null }])
  })

  test.each([
    ['as it was written', {}],
    ['in any case and spacing', { address: ' 1431  mINOR\tave ', city: '  SEATTLE ', state: 'wa' }],
    ['with the street’s whole name and a unit', { address: '1431 Minor Avenue, Apt. #3B' }],
    ['from another keyboard', { address: '１４３１ Ｍinor Ave.', state: 'ｗａ', zip_code: '９８１０１' }],
  ])('of a building with a captain (%s) is pending and not signed in, and the captain is mailed [4.profile.1] [5.resident.4]', async (_, spelling) => {
    const client = createClient(site.origin)
    const { email } = fresh()
    const signUp = { ...resident, ...MINOR, ...spelling, email, unit_number: ' 12A ' }
    expect(await client.accounts.findBuilding.query({ ...MINOR, ...spelling })).toMatchObject({
      building: { has_captain: true },
      similar: [],
    })
    const answer = await fetch(`${site.origin}/api/trpc/accounts.signUpResident`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signUp),
    })
    expect(await answer.json()).toEqual({ result: { data: { status: 'pending' } } })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await profile(email)).toMatchObject({
      role: 'homeowner',
      status: 'pending',
      unit_number: '12A',
      address: MINOR.address,
      is_captain: false,
    })
    expect(await told(email)).toEqual([{ kind: 'member_joined', recipient: 'maya@example.com' }])
    const sessions = 'select from auth_sessions s join auth_users u on u.id = s.user_id where u.email = $1'
    expect((await db.query(sessions, [email])).rowCount).toBe(0)
  })

  test('at the same street address in another ZIP code belongs to another building [5.resident.5] [7.buildings.1]', async () => {
    const other = { ...resident, ...MINOR, ...fresh(), zip_code: '98102', number_of_units: 2 }
    expect(await openBrowser(world.portal).accounts.findBuilding({ ...MINOR, zip_code: '98102' })).toEqual({
      building: null,
      similar: [MINOR],
    })
    expect(await openBrowser(world.portal).accounts.signUpResident(other)).toEqual({ status: 'active' })
  })

  test('of an imported building becomes its captain; fields left blank in step 3 keep their imported values [4.profile.3]', async () => {
    const imported = { address: '9 Imported Way', city: 'Seattle', state: 'WA', zip_code: '98101' }
    await db.query(`insert into buildings (name, address, city, state, zip_code, number_of_floors, square_feet)
      values ('The Import', '9 Imported Way', 'SEATTLE', 'WA', '98101', 5, 41000)`)
    const browser = openBrowser(world.portal)
    expect(await browser.accounts.findBuilding(imported)).toEqual({
      building: { has_captain: false, number_of_floors: 5, number_of_units: null, square_feet: 41_000 },
      similar: [],
    })
    const signUp = { ...resident, ...imported, ...fresh() }
    await expect(browser.accounts.signUpResident(signUp)).rejects.toThrow('Number of Units is required')
    expect(
      await browser.accounts.signUpResident({ ...signUp, number_of_units: 60, square_feet: 42_500 }),
    ).toEqual({
      status: 'active',
    })
    expect(await browser.accounts.session()).toMatchObject({
      viewer: { powers: POWERS },
      building: { name: 'The Import' },
    })
    const { rows } = await db.query(
      `select number_of_units, number_of_floors, square_feet from buildings where name = 'The Import'`,
    )
    expect(rows).toEqual([{ number_of_units: 60, number_of_floors: 5, square_feet: 42_500 }])
    expect(await told(signUp.email)).toEqual([{ kind: 'captain_appointed', recipient: null }])
  })
})

test('an e-mail address that is taken, in any letter case, is rejected with 422 and the exact message [8.sign-up.3]', async () => {
  const before = await everything()
  const signUps = {
    signUpResident: { ...resident, email: ' MAYA@Example.COM', number_of_units: 3 },
    signUpVendor: { ...vendor(), email: 'Maya@example.com' },
  }
  for (const [procedure, body] of Object.entries(signUps)) {
    const answer = await fetch(`${site.origin}/api/trpc/accounts.${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      error: {
        message: 'User already exists with this email. Please sign in instead.',
        data: { refusal: 'email_taken', field: 'email' },
      },
    })
  }
  expect(await everything()).toEqual(before)
})

describe('a password', () => {
  const spaced = '  two ends  '

  test.each([
    ['6 characters', '123456'],
    ['128 characters', 'é'.repeat(128)],
    ['spaces at both ends', spaced],
  ])('of %s is kept exactly [V6.2.5] [V6.2.8] [V6.2.9]', async (_, password) => {
    const signUp = { ...resident, ...fresh(), address: `${count} Password Pl`, number_of_units: 1, password }
    await openBrowser(world.portal).accounts.signUpResident(signUp)
    const browser = openBrowser(world.portal)
    await browser.accounts.signIn({ email: signUp.email, password })
    expect(await browser.accounts.session()).toMatchObject({ email: signUp.email })
    const { email } = signUp
    for (const other of [
      password.trim(),
      password.toUpperCase(),
      `${password} `,
      password.slice(0, -1),
    ].filter((each) => each !== password))
      if (other.length <= 128)
        await expect(openBrowser(world.portal).accounts.signIn({ email, password: other })).rejects.toThrow()
  })

  test.each([
    ['composed and decomposed letters', 'Café Zürich', 'Café Zürich'.normalize('NFD')],
    ['decomposed and composed letters', 'Café Zürich'.normalize('NFD'), 'Café Zürich'],
    ['full-width digits and letters', 'door 1431', 'ｄoor １４３１'],
    ['128 characters of two units each', '🐕'.repeat(128), '🐕'.repeat(128)],
  ])('gets in from another keyboard: %s [V6.2.8]', async (_, password, typed) => {
    const signUp = { ...resident, ...fresh(), address: `${count} Keyboard Pl`, number_of_units: 1, password }
    await openBrowser(world.portal).accounts.signUpResident(signUp)
    const browser = openBrowser(world.portal)
    await browser.accounts.signIn({ email: signUp.email, password: typed })
    expect(await browser.accounts.session()).toMatchObject({ email: signUp.email })
    const other = { current_password: typed, new_password: `${password.slice(2)}-` }
    await browser.accounts.changePassword(other)
    await openBrowser(world.portal).accounts.signIn({ email: signUp.email, password: other.new_password })
  })

  test.each([
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Password can have at most 128 characters'],
  ])('%s is rejected', async (password, message) => {
    const signUp = { ...resident, ...fresh(), number_of_units: 1, password }
    await expect(openBrowser(world.portal).accounts.signUpResident(signUp)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
    })
  })
})

describe('a session', () => {
  test('has a cookie that scripts cannot read, marked Secure only with https; so have a known device, a second step and a passkey [V3.3.1]', async () => {
    const { call, email } = await world.resident('cody', { address: '1 Cookie St', number_of_units: 2 })
    const { uri } = await call.factors.startApp({ current_password: PASSWORD })
    await call.factors.enableApp({ code: await codeFor(new URL(uri).searchParams.get('secret') ?? '') })
    const secure = createPortal(connection, testConfig({ PUBLIC_URL: 'https://stoop.example.com' }))
    const secureSite = await serve(secure.portal, connection)
    const cookiesOf = async (url: string, body?: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
      return answer.headers.getSetCookie().filter((line) => !line.includes('Max-Age=0'))
    }
    const cookies = async (origin: string) => {
      const api = `${origin}/api/trpc/accounts`
      const lines = [
        ...(await cookiesOf(`${api}.signIn`, { email: 'maya@example.com', password: PASSWORD })),
        ...(await cookiesOf(`${api}.signIn`, { email, password: PASSWORD })),
        ...(await cookiesOf(`${api}.startPasskey`)),
      ]
      const names = lines.map((line) => line.match(/^(?:__Secure-)?stoop\.(\w+)=/)?.[1])
      expect(names.sort()).toEqual(['device', 'passkey', 'session_token', 'two_factor'])
      return lines
    }
    const plain = await cookies(site.origin)
    const https = await cookies(secureSite.origin)
    await secureSite.close()
    await secure.close()
    for (const line of [...plain, ...https]) {
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; SameSite=Lax/i)
    }
    for (const line of plain) expect(line).not.toMatch(/Secure/i)
    for (const line of https) expect(line).toMatch(/^__Secure-stoop.*; Secure/)
  })

  test('ends in the database at sign-out, so copies of its cookie no longer work [7.auth.3] [V7.2.1] [V7.4.1]', async () => {
    const jar = new Map<string, string>()
    const client = createClient(site.origin, jar)
    await client.accounts.signIn.mutate({ email: 'otto@example.com', password: PASSWORD })
    const copy = createClient(site.origin, new Map(jar))
    const sessions = async () =>
      (await db.query('select from auth_sessions where user_id = $1', [world.idOf('otto')])).rowCount
    const before = (await sessions()) ?? 0
    expect(await copy.accounts.session.query()).toMatchObject({ email: 'otto@example.com' })
    await client.accounts.signOut.mutate()
    expect([...jar.keys()]).toEqual(['stoop.device'])
    expect(await copy.accounts.session.query()).toBeNull()
    await expect(copy.services.list.query()).rejects.toMatchObject({ data: { httpStatus: 401 } })
    expect(await sessions()).toBe(before - 1)
    expect(await world.as('otto').accounts.session()).toMatchObject({ email: 'otto@example.com' })
  })

  test('reflects the current role and status at each call [3.session] [7.auth.5]', async () => {
    const kind = async () => {
      const session = await world.as('ned').accounts.session()
      return [session?.viewer.kind, session?.role, session?.building?.address]
    }
    const set = (values: string) =>
      db.query(`update profiles set ${values} where id = $1`, [world.idOf('ned')])
    expect(await kind()).toEqual(['resident', 'homeowner', MINOR.address])
    await set(`status = 'pending'`)
    expect(await kind()).toEqual(['pending', 'homeowner', undefined])
    await set(`status = 'active', role = 'member'`)
    expect(await kind()).toEqual(['resident', 'member', MINOR.address])
    // A role alone makes nobody a captain: the building has to say so too, should the tables ever disagree.
    await set(`role = 'homeowner'`)
    await db.query('set session_replication_role = replica')
    await db.query('update buildings set captain_id = null where captain_id = $1', [world.idOf('maya')])
    expect((await world.as('maya').accounts.session())?.viewer).toMatchObject({ powers: RESIDENT_POWERS })
    await expect(world.as('maya').members.accept({ id: world.idOf('pia') })).rejects.toThrow()
    await db.query(
      `update buildings set captain_id = $1 where address = '${MINOR.address}' and zip_code = '98101'`,
      [world.idOf('maya')],
    )
    await db.query('reset session_replication_role')
    expect((await world.as('maya').accounts.session())?.viewer).toMatchObject({ powers: POWERS })
  })
})

describe('sign-in', () => {
  const at = (address: string) => openBrowser(world.portal, address).accounts
  const wrong = (email: string, address = '10.0.0.1') =>
    at(address).signIn({ email, password: 'not the password' })
  const points = async () =>
    (await db.query('select key, points, expire from sign_in_limits order by key')).rows

  /** As if so many had failed already, since each one costs the time of a hash. */
  const counted = (failures: number, key: string) =>
    db.query('update sign_in_limits set points = $1 where key = $2', [failures, key])

  beforeEach(() => db.query('delete from sign_in_limits'))

  test('gives the same answer for a wrong password and an unknown account [8.sign-up.4]', async () => {
    const answer = { code: 'UNAUTHORIZED', message: 'Invalid email or password' }
    await expect(wrong('maya@example.com')).rejects.toMatchObject(answer)
    await expect(wrong('nobody@example.com')).rejects.toMatchObject(answer)
  })

  test('ignores the letter case of the address, and the right password does not count as an attempt [7.auth.2]', async () => {
    await at('10.0.0.2').signIn({ email: ' MAYA@example.com ', password: PASSWORD })
    expect((await points()).filter((row) => row.points > 0)).toEqual([])
  })

  test('is rejected after 10 wrong passwords for one account from one client address, until the window has passed [5.login.2] [V6.3.1]', async () => {
    const unauthorized = { code: 'UNAUTHORIZED' }
    await expect(wrong('ned@example.com')).rejects.toMatchObject(unauthorized)
    await counted(9, 'account-address:ned@example.com 10.0.0.1')
    await expect(wrong('ned@example.com')).rejects.toMatchObject(unauthorized)
    const limited = {
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many attempts. Please wait a few minutes and try again.',
    }
    const right = { email: 'Ned@example.com', password: PASSWORD }
    // The right one, too, or a guesser would learn that the guess was right.
    await expect(at('10.0.0.1').signIn(right)).rejects.toMatchObject(limited)
    await at('10.0.0.1').signIn({ email: 'otto@example.com', password: PASSWORD })

    const account = (await points()).find(({ key }) => key === 'account-address:ned@example.com 10.0.0.1')
    const minutes = (account?.expire - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(12)
    expect(minutes).toBeLessThanOrEqual(15)
    await db.query('update sign_in_limits set expire = $1', [Date.now() - 1])
    await at('10.0.0.1').signIn(right)
  })

  test('a stranger’s wrong passwords do not lock the owner out elsewhere, but 100 from anywhere lock the account [V6.3.1]', async () => {
    await expect(wrong('ned@example.com')).rejects.toThrow()
    await counted(10, 'account-address:ned@example.com 10.0.0.1')
    await counted(98, 'account:ned@example.com')
    await expect(wrong('ned@example.com')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(wrong('ned@example.com', '10.0.0.5')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await at('10.0.0.9').signIn({ email: 'ned@example.com', password: PASSWORD })
    await expect(wrong('ned@example.com', '10.0.0.5')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await counted(100, 'account:ned@example.com')
    await expect(wrong('ned@example.com', '10.0.0.6')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('works for the longest e-mail address', async () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
    expect(email.length).toBeGreaterThan(240)
    await expect(wrong(email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('counts from zero again after the right password', async () => {
    await expect(wrong('ned@example.com')).rejects.toThrow()
    await counted(9, 'account-address:ned@example.com 10.0.0.1')
    await at('10.0.0.1').signIn({ email: 'ned@example.com', password: PASSWORD })
    for (let attempt = 1; attempt <= 2; attempt += 1)
      await expect(wrong('ned@example.com')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('is rejected from a client address after 100 wrong passwords, whatever the accounts [V6.3.1]', async () => {
    await expect(wrong('one@example.com', '10.0.0.3')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await counted(99, 'address:10.0.0.3')
    await expect(wrong('two@example.com', '10.0.0.3')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(wrong('three@example.com', '10.0.0.3')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(wrong('three@example.com', '10.0.0.4')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
  test('one client address may sign up 1,000 people an hour; other addresses are not affected [V6.3.1]', async () => {
    const signUp = (email: string, address: string) =>
      at(address).signUpResident({ ...resident, email, address: '1431 Minor Ave' })
    await signUp('first@example.com', '10.0.0.5')
    await counted(999, 'sign-up:10.0.0.5')
    await signUp('thousandth@example.com', '10.0.0.5')
    await expect(signUp('next@example.com', '10.0.0.5')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await signUp('next@example.com', '10.0.0.6')
  })
  test('one e-mail address is mailed at most 5 links an hour by sign-ups, from anywhere [V6.3.1]', async () => {
    const signUp = (address: string) =>
      at(address).signUpResident({ ...resident, email: 'often@example.com', address: '1431 Minor Ave' })
    await signUp('10.0.0.7')
    await counted(4, 'sign-up-account:often@example.com')
    await expect(signUp('10.0.0.8')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    await expect(signUp('10.0.0.9')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })
})
