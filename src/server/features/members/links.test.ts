import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { MINOR, openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { readInvariants } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { openBrowser } from '../../demo/person.ts'

// Invitation links: Product 4.1.

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeAll(async () => {
  const connection = await createWorldDatabase('links')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
})
beforeEach(() => db.query('truncate sign_in_limits'))
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  post.close()
  await Promise.all([db.end(), world.close()])
})

const maya = () => world.as('maya').members
const FOR_ALL = { unit_number: null, tie: 'owner', max_uses: 3, days: 7 } as const
async function newLink(
  link: Partial<Parameters<ReturnType<typeof maya>['createLink']>[0]> = {},
): Promise<string> {
  const { address } = await maya().createLink({ ...FOR_ALL, ...link })
  expect(address).toMatch(/^http.*\/invitation#[\w-]{43}$/)
  return address.split('#')[1] ?? ''
}
const person = (name: string) => ({
  first_name: name,
  last_name: 'Link',
  email: `${name.toLowerCase()}@example.com`,
  phone: null,
  unit_number: '21',
  password: PASSWORD,
  note: null,
})
async function join(token: string, name: string, more: object = {}) {
  const browser = openBrowser(world.portal)
  const { status } = await browser.accounts.signUpByLink({ ...person(name), token, ...more })
  return { browser, status }
}
const DEAD = 'This link has expired'

test('says its building before somebody signs up, and its unit if it names one', async () => {
  const { name: _, ...shown } = (await world.anonymous.accounts.openInvitation({ token: await newLink() }))
    .building
  expect(shown).toEqual(MINOR)
  const token = await newLink({ unit_number: '20', tie: 'renter' })
  expect(await world.anonymous.accounts.openInvitation({ token })).toMatchObject({
    unit_number: '20',
    tie: 'renter',
  })
  await expect(world.anonymous.accounts.openInvitation({ token: 'x'.repeat(43) })).rejects.toThrow(DEAD)
})

test('with a unit, who comes is in at once as its owner or renter, and the captain is mailed', async () => {
  const { browser, status } = await join(await newLink({ unit_number: '20', tie: 'renter' }), 'Rae', {
    unit_number: '99',
  })
  expect(status).toBe('active')
  expect(await browser.accounts.session()).toMatchObject({ viewer: { kind: 'resident' }, role: 'member' })
  const { units } = await maya().units({ page: 1, search: 'rae link' })
  expect(units).toMatchObject([{ number: '20', people: [{ name: 'Rae Link', tie: 'renter' }] }])
  // Mail that they cause waits until they have confirmed their address.
  await db.query(`update auth_users set email_verified = true where email = 'rae@example.com'`)
  expect((await post.mailsTo('maya@example.com')).at(-1)).toContain(
    'Rae Link has signed up for 1431 Minor Ave, unit 20',
  )
})

test('without one, who comes waits like everybody, with what they wrote', async () => {
  const { browser, status } = await join(await newLink(), 'Wil', { note: 'From the third floor' })
  expect(status).toBe('pending')
  expect(await browser.accounts.session()).toBeNull()
  expect((await maya().queue()).people.find(({ email }) => email === 'wil@example.com')).toMatchObject({
    unit_number: '21',
    note: 'From the third floor',
    by_link: true,
  })
})

test('works for so many people, until it is revoked or expires', async () => {
  const token = await newLink({ max_uses: 1 })
  await join(token, 'Uma')
  await expect(join(token, 'Udo')).rejects.toThrow(DEAD)
  const revoked = await newLink()
  const { id = '' } = (await maya().links())[0] ?? {}
  await maya().revokeLink({ id })
  await expect(maya().revokeLink({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(join(revoked, 'Udo')).rejects.toThrow(DEAD)
  const late = await newLink()
  await db.query(`update invitation_links set expires_at = now() where id = $1`, [
    (await maya().links())[0]?.id,
  ])
  await expect(join(late, 'Udo')).rejects.toThrow(DEAD)
  const states = (await maya().links()).slice(0, 3).map(({ state, uses }) => [state, uses])
  expect(states).toEqual([
    ['expired', 0],
    ['revoked', 0],
    ['used up', 1],
  ])
  expect((await db.query(`select from auth_users where email = 'udo@example.com'`)).rowCount).toBe(0)
})

test('of two last uses at once, one comes', async () => {
  const token = await newLink({ max_uses: 1 })
  const results = await Promise.allSettled([join(token, 'One'), join(token, 'Two')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a use that is refused is not counted: an address with an account, a blocked one', async () => {
  const token = await newLink()
  await expect(join(token, 'Ned')).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
  await db.query(`insert into blocked_emails (building_id, email)
    select id, 'bad@example.com' from buildings where address = '1431 Minor Ave'`)
  await expect(join(token, 'Bad')).rejects.toThrow('does not take requests from this e-mail address')
  expect((await maya().links())[0]?.uses).toBe(0)
})

test('its token is nowhere in the database, and guesses are limited', async () => {
  const token = await newLink()
  const { rows: tables } = await db.query(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { relname } of tables) {
    const { rowCount } = await db.query(`select from "${relname}" t where strpos(t::text, $1) > 0`, [token])
    expect([relname, rowCount]).toEqual([relname, 0])
  }
  for (let guess = 0; guess < 300; guess += 1)
    await world.anonymous.accounts.openInvitation({ token: 'y'.repeat(43) }).catch(() => undefined)
  await expect(world.anonymous.accounts.openInvitation({ token: 'y'.repeat(43) })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await expect(world.anonymous.accounts.openInvitation({ token })).resolves.toMatchObject({
    unit_number: null,
  })
})

test('a building has at most 50 that work', async () => {
  await db.query(`update invitation_links set revoked_at = now() where revoked_at is null`)
  for (let made = 0; made < 49; made += 1) await newLink()
  const results = await Promise.allSettled([newLink(), newLink()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
