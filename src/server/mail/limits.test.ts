import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { tokenIn } from '../../../test/mail-files.ts'
import { openPostOffice } from '../../../test/mailbox.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { mails as templates } from '../app.ts'
import { createPool } from '../db/pool.ts'
import { openBrowser } from '../demo/person.ts'
import { MAILS_AN_HOUR } from './db.ts'
import { sendDueMails } from './send-mails.ts'
import type { MailMessage } from './transport.ts'

let world: World
let db: pg.Pool
let post: ReturnType<typeof openPostOffice>

beforeEach(async () => {
  const connection = await createWorldDatabase('mail_limits')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  post = openPostOffice(world.portal)
  for (const email of ['maya', 'ned', 'evergreen', 'curb', 'hilltop'])
    await post.mailsTo(`${email}@example.com`)
  await later('2 hours')
})
afterEach(async () => {
  post.close()
  await Promise.all([db.end(), world.close()])
})

const held = async () =>
  (await db.query<{ held: string }>('select held from mails where held is not null')).rows
/** As if this much time had passed for all mails. */
const later = (time: string) =>
  db.query(`update mails set sent_at = sent_at - $1::interval, due_at = due_at - $1::interval`, [time])

/** A captain of a new building who has not confirmed their address, and the token that was mailed to them. */
async function newCaptain(name: string) {
  const browser = openBrowser(world.portal)
  const email = `${name}@example.com`
  await browser.accounts.signUpResident({
    first_name: 'New',
    last_name: 'Captain',
    email,
    password: PASSWORD,
    address: `${name} Street`,
    city: 'Seattle',
    state: 'WA',
    zip_code: '98101',
    number_of_units: 3,
  })
  const token = async () => tokenIn((await post.mailsTo(email)).at(-1), 'confirm-email')
  return { browser, email, token }
}

const tenant = (name: string) => ({
  full_name: 'Some Stranger',
  email: `${name}@example.com`,
  unit_number: '1',
  role: 'member' as const,
})

test('mail that an unconfirmed account causes waits until its address is confirmed; requests do not', async () => {
  const { browser, email, token } = await newCaptain('unproven')
  expect(await browser.accounts.session()).toMatchObject({ email, email_confirmed: false })
  await browser.services.request({
    service_type_id: world.typeId('Landscaping'),
    description: 'Please',
    service_type: 'on-demand',
    preferred_start_date: '2026-12-01',
  })
  await browser.members.add(tenant('stranger'))
  expect((await world.as('curb').quotes.counts()).needs_quote).toBe(1)
  const before = (await post.mailsTo('curb@example.com')).length
  expect(await post.mailsTo('stranger@example.com')).toEqual([])
  expect(await held()).toEqual(Array(4).fill({ held: 'unconfirmed' }))

  expect(await browser.accounts.confirmEmail({ token: await token() })).toEqual({ email, changed: false })
  expect(await browser.accounts.session()).toMatchObject({ email_confirmed: true })
  expect(await post.mailsTo('curb@example.com')).toHaveLength(before + 1)
  const [invitation] = await post.mailsTo('stranger@example.com')
  expect(tokenIn(invitation, 'reset-password')).toBeTruthy()
  expect(await held()).toEqual([])
})

test("'Send again' mails a new link and voids the earlier one; nobody can send it more than 5 times an hour", async () => {
  const { browser, email, token } = await newCaptain('again')
  const first = await token()
  await browser.accounts.resendConfirmation()
  const second = await token()
  expect(second).not.toBe(first)
  await expect(browser.accounts.confirmEmail({ token: first })).rejects.toThrow('expired')
  for (let times = 0; times < 4; times += 1) await browser.accounts.resendConfirmation()
  await expect(browser.accounts.resendConfirmation()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await browser.accounts.confirmEmail({ token: await token() })
  const count = (await post.mailsTo(email)).length
  await browser.accounts.resendConfirmation()
  expect(await post.mailsTo(email)).toHaveLength(count)
})

test('a mailbox gets at most 10 links an hour from strangers who sign up with its address and close the account again', async () => {
  const email = 'flooded@example.com'
  const refused = { code: 'TOO_MANY_REQUESTS' }
  let { browser } = await newCaptain('flooded')
  const close = async () => {
    await post.mailsTo(email) // what is not sent by now ends with the account
    await browser.accounts.close({ current_password: PASSWORD })
  }
  for (let times = 0; times < 5; times += 1) {
    await post.mailsTo(email)
    await browser.accounts.resendConfirmation()
  }
  for (let times = 0; times < 4; times += 1) {
    await close()
    browser = (await newCaptain('flooded')).browser
    await expect(browser.accounts.resendConfirmation()).rejects.toMatchObject(refused)
  }
  await close()
  await expect(newCaptain('flooded')).rejects.toMatchObject(refused)
  expect(await post.mailsTo(email)).toHaveLength(10)
})

test('a password that was reset by a mailed link confirms the address, too', async () => {
  const { browser, email } = await newCaptain('resetting')
  await browser.accounts.requestPasswordReset({ email })
  const reset = (await post.mailsTo(email)).find((mail) => mail.includes('/reset-password#'))
  await browser.accounts.resetPassword({ token: tokenIn(reset, 'reset-password'), new_password: PASSWORD })
  await browser.accounts.signIn({ email, password: PASSWORD })
  expect(await browser.accounts.session()).toMatchObject({ email_confirmed: true })
})

test('one person causes at most 10 mails an hour to another; the rest comes as one mail', async () => {
  const ned = { id: world.idOf('ned') }
  const before = (await post.mailsTo('ned@example.com')).length
  for (let times = 0; times < 30; times += 1) {
    await world.as('maya').members.remove(ned)
    await world.as('maya').members.accept(ned)
  }
  expect(await post.mailsTo('ned@example.com')).toHaveLength(before + MAILS_AN_HOUR)
  expect((await held()).length).toBe(60 - MAILS_AN_HOUR)
  await later('59 minutes')
  expect(await post.mailsTo('ned@example.com')).toHaveLength(before + MAILS_AN_HOUR)
  await later('2 minutes')
  const mails = (await post.mailsTo('ned@example.com')).slice(before + MAILS_AN_HOUR)
  expect(mails).toHaveLength(2) // one for each kind
  for (const mail of mails) expect(mail).toContain('and 5 more.')
  expect(await held()).toEqual([])
  const { rows } = await db.query('select from mails where sent_at is null and isfinite(due_at)')
  expect(rows).toEqual([])
})

test('mails of several kinds from one person stay at 10 an hour later, too, and all of them are sent', async () => {
  const kinds = ['member_accepted', 'member_removed', 'second_factor_disabled']
  const cause = (each: string[], times: number) =>
    db.query(
      `insert into events (kind, actor, building_id, subject, data)
       select kind, maya.id, maya.building_id, $2, '{"was": "active"}'
       from unnest($1::text[]) kind, generate_series(1, $3), profiles maya where maya.id = $4`,
      [each, world.idOf('ned'), times, world.idOf('maya')],
    )
  const count = async () => (await post.mailsTo('ned@example.com')).length
  const before = await count()
  await cause(['member_accepted'], MAILS_AN_HOUR)
  expect(await count()).toBe(before + MAILS_AN_HOUR)
  await db.query(
    `update mails m set sent_at = sent_at - place * interval '6 minutes' from (
    select id, row_number() over (order by id desc) - 1 as place from mails where sender = $1 and person = $2
      and sent_at > now() - interval '1 hour') placed where placed.id = m.id`,
    [world.idOf('maya'), world.idOf('ned')],
  )
  await cause(kinds, 5)
  expect(await count()).toBe(before + MAILS_AN_HOUR)

  const inHour = Array<number>(MAILS_AN_HOUR).fill(1)
  for (let step = 0; step < 16; step += 1) {
    await later('6 minutes')
    // The flood goes on for an hour.
    if (step < 10) await cause(kinds, 2)
    const total = before + inHour.reduce((sum, each) => sum + each, 0)
    inHour.push((await count()) - total)
    const last = inHour.slice(-MAILS_AN_HOUR).reduce((sum, each) => sum + each, 0)
    expect([step, last]).toEqual([step, Math.min(last, MAILS_AN_HOUR)])
  }
  const { rows } = await db.query('select from mails where sent_at is null and isfinite(due_at)')
  expect(rows).toEqual([])
})

test('mail from others does not wait behind mail that was held back', async () => {
  const ned = { id: world.idOf('ned') }
  for (let times = 0; times < 10; times += 1) {
    await world.as('maya').members.remove(ned)
    await world.as('maya').members.accept(ned)
  }
  const before = (await post.mailsTo('ned@example.com')).length
  expect((await held()).length).toBeGreaterThan(0)
  const service = await world.request('Snow Removal', {}, 'ned')
  await world.quote('curb', service, 90_00)
  expect((await post.mailsTo('ned@example.com')).slice(before).join()).toContain('Curb & Corner')
})

test('12 people who ask to join after ten others are told in one mail', async () => {
  const before = (await post.mailsTo('maya@example.com')).length
  for (let count = 0; count < 22; count += 1) await world.resident(`joiner${count}`)
  expect(await post.mailsTo('maya@example.com')).toHaveLength(before + MAILS_AN_HOUR)
  await later('61 minutes')
  const sent: (MailMessage & { to: string })[] = []
  const transport = {
    deliver: async (each: (typeof sent)[number]) => void sent.push(each),
    close: () => undefined,
  }
  await sendDueMails({ portal: world.portal, transport, templates }, new AbortController().signal)
  const [mail, ...more] = sent.filter(({ to }) => to === 'maya@example.com')
  expect(more).toEqual([])
  expect(mail?.subject).toBe('12 people ask to join 1431 Minor Ave')
  expect(mail?.text).toContain('Joiner21 Test asks to join 1431 Minor Ave')
  const { rows } = await db.query(`select count(*)::int as unsent from mails where sent_at is null`)
  expect(rows).toEqual([{ unsent: 0 }])
})

test('nobody is mailed at an address that they have not confirmed, but for the links to it', async () => {
  const { browser, email, token } = await newCaptain('quiet')
  const service = await browser.services.request({
    service_type_id: world.typeId('Landscaping'),
    description: 'Please',
    service_type: 'on-demand',
    preferred_start_date: '2026-12-01',
  })
  const first = await token()
  await world.quote('curb', service.id, 90_00)
  expect(await post.mailsTo(email)).toHaveLength(1)
  await browser.accounts.confirmEmail({ token: first })
  expect((await post.mailsTo(email)).at(-1)).toContain('Curb & Corner')
})

test('a mailbox gets at most 5 links an hour to become somebody’s new address, whoever asks', async () => {
  const askAs = async (name: string) => {
    const { browser } = await newCaptain(name)
    return browser.profiles.update({
      first_name: 'New',
      last_name: 'Captain',
      email: 'victim@example.com',
      current_password: PASSWORD,
    })
  }
  for (let count = 0; count < 5; count += 1) await askAs(`asker${count}`)
  await expect(askAs('asker5')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('a mailbox gets at most 5 invitations an hour, although each time the person is declined', async () => {
  const { members } = world.as('maya')
  for (let times = 0; times < 5; times += 1) {
    await members.add(tenant('often'))
    const waiting = (await members.list()).members.find(({ email }) => email === 'often@example.com')
    await members.decline({ id: waiting?.id ?? '' })
  }
  await expect(members.add(tenant('often'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await members.add(tenant('seldom'))
})

test('a vendor’s new address counts for its mailbox, too', async () => {
  const { vendors } = world.as('curb')
  const { dog_photo_url, created_at, pending_email, ...company } = await vendors.get()
  for (let times = 0; times < 5; times += 1)
    await world.anonymous.accounts.requestPasswordReset({ email: 'victim@example.com' })
  await expect(
    vendors.update({ ...company, email: 'victim@example.com', current_password: PASSWORD }),
  ).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  expect(
    await vendors.update({ ...company, email: 'curb.new@example.com', current_password: PASSWORD }),
  ).toEqual({
    email_requested: true,
  })
})

test('what a declined person has caused is not mailed', async () => {
  const before = (await post.mailsTo('maya@example.com')).length
  const browser = openBrowser(world.portal)
  const person = { first_name: 'Gone', last_name: 'Soon', email: 'gone@example.com', password: PASSWORD }
  const home = { address: '1431 Minor Ave', city: 'Seattle', state: 'WA', zip_code: '98101' }
  await browser.accounts.signUpResident({ ...person, ...home })
  const { members } = await world.as('maya').members.list()
  await world
    .as('maya')
    .members.decline({ id: members.find(({ email }) => email === person.email)?.id ?? '' })
  expect(await post.mailsTo('maya@example.com')).toHaveLength(before)
  const { rows } = await db.query(`select from mails where held is not null`)
  expect(rows).toEqual([])
})
