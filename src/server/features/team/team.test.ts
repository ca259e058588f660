import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/mail-files.ts'
import { openPostOffice } from '../../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../../test/world.ts'
import { VENDOR_POWERS } from '../../../domain/viewer.ts'
import { readInvariants } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { joinTeam, openBrowser, type Person } from '../../demo/person.ts'
import { signLinkToken } from '../../session/tokens.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>
let olive: Person

beforeAll(async () => {
  const connection = await createWorldDatabase('team')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  post = openPostOffice(world.portal)
})
afterAll(async () => {
  expect((await db.query(await readInvariants())).rows).toEqual([])
  post.close()
  await Promise.all([db.end(), world.close()])
})

const team = () => world.as('curb').team
const named = async (name: string) => {
  const person = (await team().list()).find(({ first_name }) => first_name === name)
  if (!person) throw new Error(`${name} is not in the team`)
  return person
}
const NOT_ALLOWED = { code: 'FORBIDDEN', message: 'You are not allowed to do that.' }

test('the first person of a company owns it, and those who sign up together each their own', async () => {
  const { rows } = await db.query(
    `select first_name, vendor_role from profiles where vendor_id is not null order by first_name`,
  )
  expect(rows).toEqual([
    { first_name: 'Cole', vendor_role: 'crew' },
    { first_name: 'Curb', vendor_role: 'owner' },
    { first_name: 'Evergreen', vendor_role: 'owner' },
    { first_name: 'Hilltop', vendor_role: 'owner' },
  ])
  expect((await world.as('curb').accounts.session())?.viewer).toMatchObject({ powers: VENDOR_POWERS })
})

test('an invited person gets a link for seven days, chooses a password, and works there at once', async () => {
  const email = 'olive@example.com'
  await team().invite({ full_name: 'Olive van der Berg', email: ' Olive@Example.com', vendor_role: 'office' })
  expect(await named('Olive')).toMatchObject({ last_name: 'van der Berg', email, status: 'pending' })
  const until = (await named('Olive')).invited_until?.getTime() ?? 0
  expect(Math.round((until - Date.now()) / 3_600_000)).toBe(7 * 24)
  const browser = openBrowser(world.portal)
  const [mail, ...more] = await post.mailsTo(email)
  expect([more, mail?.replace(/\s+/g, ' ')]).toEqual([
    [],
    expect.stringContaining('has added you to its team (Office)'),
  ])
  const token = tokenIn(mail, 'reset-password')
  expect(await browser.accounts.openResetLink({ token })).toEqual({
    email,
    invited: true,
    company: 'Curb & Corner',
    at_once: false,
  })
  expect(await browser.accounts.resetPassword({ token, new_password: PASSWORD })).toEqual({ signed_in: true })
  const session = await browser.accounts.session()
  expect(session).toMatchObject({
    viewer: { kind: 'vendor', vendor_id: world.companyOf('curb'), powers: [] },
    email_confirmed: true,
  })
  olive = { id: session?.id ?? '', email, call: browser, jar: new Headers() }
  expect(await named('Olive')).toMatchObject({ status: 'active', invited_until: null })
})

test('a new link replaces the one before, and a withdrawn invitation leaves nothing', async () => {
  const email = 'ivy@example.com'
  await team().invite({ full_name: 'Ivy Test', email, vendor_role: 'crew' })
  const { id } = await named('Ivy')
  const [first] = await post.mailsTo(email)
  await team().inviteAgain({ id })
  const mails = await post.mailsTo(email)
  const browser = openBrowser(world.portal)
  await expect(
    browser.accounts.openResetLink({ token: tokenIn(first, 'reset-password') }),
  ).rejects.toMatchObject({ message: expect.stringContaining('expired') })
  const token = tokenIn(mails.at(-1), 'reset-password')
  expect(await browser.accounts.openResetLink({ token })).toMatchObject({ invited: true })
  await team().remove({ id })
  // Nobody had confirmed the mailbox.
  expect(await post.mailsTo(email)).toHaveLength(mails.length)
  await expect(browser.accounts.resetPassword({ token, new_password: PASSWORD })).rejects.toThrow('expired')
  const left = await db.query(`select from auth_users where email = $1`, [email])
  expect(left.rowCount).toBe(0)
  await expect(team().inviteAgain({ id: olive.id })).rejects.toThrow('has joined your company already')
})

test('an address with an account is refused in plain words, and an owner invites 50 people an hour', async () => {
  // Her building accepts a quote, so the company sees the captain.
  const service = await world.request('Snow Removal')
  await world.accept(service, await world.quote('curb', service, 50_00))
  for (const [email, message] of [
    ['maya@example.com', 'at a building or another company'],
    ['cole@example.com', 'somebody of your company has this e-mail address already'],
    ['ned@example.com', 'at a building or another company'],
    ['EVERGREEN@example.com', 'at a building or another company'],
  ] as const)
    await expect(team().invite({ full_name: 'Some Body', email, vendor_role: 'crew' })).rejects.toMatchObject(
      {
        code: 'UNPROCESSABLE_CONTENT',
        message: expect.stringContaining(message),
        cause: { field: 'email' },
      },
    )
  await db.query(`update sign_in_limits set points = 50 where key = 'invitation:' || $1`, [
    world.idOf('curb'),
  ])
  await expect(
    team().invite({ full_name: 'One More', email: 'more@example.com', vendor_role: 'crew' }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await db.query('truncate sign_in_limits')
})

test('the office reads the company and its people, and changes neither', async () => {
  const { call } = olive
  expect((await call.team.list()).map(({ first_name }) => first_name)).toEqual(['Curb', 'Olive', 'Cole'])
  const vendor = await call.vendors.get()
  expect(vendor.company_name).toBe('Curb & Corner')
  const { dog_photo_url, created_at, pending_email, ...form } = vendor
  const own = { ...form, phone: '' }
  await expect(call.vendors.update({ ...own, company_name: 'Olive’s' })).rejects.toMatchObject(NOT_ALLOWED)
  await expect(
    call.team.invite({ full_name: 'A B', email: 'a@example.com', vendor_role: 'owner' }),
  ).rejects.toMatchObject(NOT_ALLOWED)
  await expect(call.team.changeRole({ id: olive.id, vendor_role: 'owner' })).rejects.toMatchObject(
    NOT_ALLOWED,
  )
  await expect(call.team.remove({ id: world.idOf('cole') })).rejects.toMatchObject(NOT_ALLOWED)
  await call.profiles.update({
    first_name: 'Olive',
    last_name: 'Berg',
    email: olive.email,
    phone: '',
    unit_number: '',
  })
  const service = await world.request('Landscaping')
  const id = await world.quoteOf('curb', service)
  await call.quotes.submit({ id, per_visit_price: 70_00 })
})

test('another role holds from the next call on', async () => {
  await team().changeRole({ id: olive.id, vendor_role: 'crew' })
  expect((await olive.call.accounts.session())?.viewer.kind).toBe('crew')
  await expect(olive.call.vendors.dashboard()).rejects.toMatchObject(NOT_ALLOWED)
  await team().changeRole({ id: olive.id, vendor_role: 'owner' })
  expect((await olive.call.accounts.session())?.viewer).toMatchObject({ powers: VENDOR_POWERS })
})

test('of two owners who demote each other at once, one stays', async () => {
  const results = await Promise.allSettled([
    team().changeRole({ id: olive.id, vendor_role: 'office' }),
    olive.call.team.changeRole({ id: world.idOf('curb'), vendor_role: 'office' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await db.query(
    `select count(*)::int as owners from profiles where vendor_id = $1 and vendor_role = 'owner'`,
    [world.companyOf('curb')],
  )
  expect(rows).toEqual([{ owners: 1 }])
  const call = (await olive.call.team.list()).find(({ vendor_role }) => vendor_role === 'owner')
  const owner = call?.id === olive.id ? olive.call : world.as('curb')
  await owner.team.changeRole({ id: world.idOf('curb'), vendor_role: 'owner' }).catch(() => undefined)
  await team()
    .changeRole({ id: olive.id, vendor_role: 'office' })
    .catch(() => undefined)
  expect((await team().list()).map(({ vendor_role }) => vendor_role)).toEqual(['owner', 'office', 'crew'])
})

test.each([
  ['no owner', `update profiles set vendor_role = 'crew' where first_name = 'Curb'`],
  ['a removed owner', `update profiles set status = 'removed' where first_name = 'Curb'`],
  ['a deleted owner', `delete from auth_users where name like 'Curb%'`],
])('the database keeps no company with people and %s', async (_, statement) => {
  await expect(db.query(statement)).rejects.toThrow('a company with people keeps an owner')
})

test('the only owner of a company with people leaves once somebody else owns it, or nobody is left', async () => {
  const close = { current_password: PASSWORD }
  await expect(world.as('curb').accounts.close(close)).rejects.toThrow(
    'You are the only owner of your company, and others work for it. First make one of them an owner',
  )
  await expect(team().remove({ id: world.idOf('curb') })).rejects.toThrow('a company keeps an owner')
  await expect(team().changeRole({ id: world.idOf('curb'), vendor_role: 'office' })).rejects.toThrow(
    'a company keeps an owner',
  )
})

test('a removed person is signed out, can’t sign in, and their address is free; their name stays', async () => {
  const gil = await joinTeam(world.portal, world.people.curb, {
    first_name: 'Gil',
    last_name: 'Test',
    email: 'gil@example.com',
    password: PASSWORD,
    vendor_role: 'crew',
  })
  await gil.call.visits.today()
  await team().remove({ id: gil.id })
  const mail = (await post.mailsTo(gil.email)).at(-1)?.replace(/\s+/g, ' ')
  expect(mail).toContain('Curb & Corner has removed you from its team on Stoop.')
  await expect(gil.call.visits.today()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(
    openBrowser(world.portal).accounts.signIn({ email: gil.email, password: PASSWORD }),
  ).rejects.toThrow('Invalid email or password')
  expect((await team().list()).map(({ first_name }) => first_name)).not.toContain('Gil')
  const { rows } = await db.query(
    `select full_name, status, phone, email = id || '@removed.invalid' as is_free from profiles where id = $1`,
    [gil.id],
  )
  expect(rows).toEqual([{ full_name: 'Gil Test', status: 'removed', phone: null, is_free: true }])
  await expect(team().changeRole({ id: gil.id, vendor_role: 'owner' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await world.as('evergreen').team.invite({ full_name: 'Gil Test', email: gil.email, vendor_role: 'crew' })
  // No link of theirs works, nor a new one for the address that stands for theirs.
  const gone = `${gil.id}@removed.invalid`
  const mailed = await db.query('select from mails')
  await openBrowser(world.portal).accounts.requestPasswordReset({ email: gone })
  expect((await db.query('select from mails')).rowCount).toBe(mailed.rowCount)
  await db.query(
    `insert into account_links (user_id, purpose, email) values ($1, 'change_email', 'gil.new@example.com')`,
    [gil.id],
  )
  const { rows: links } = await db.query(`select id from account_links where email = 'gil.new@example.com'`)
  const token = await signLinkToken(world.portal.config.secret, links[0].id)
  await expect(openBrowser(world.portal).accounts.confirmEmail({ token })).rejects.toThrow('expired')
  // A session that began at the moment of the removal is worthless.
  await db.query(`update profiles set status = 'removed' where first_name = 'Olive'`)
  expect(await olive.call.accounts.session()).toBeNull()
  await db.query(`update profiles set status = 'active' where first_name = 'Olive'`)
})
