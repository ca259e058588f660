import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../test/database.ts'
import { tokenIn } from '../../../test/mail-files.ts'
import { contentOf, exampleWith, MAILED } from '../../../test/mails.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { mails as templates } from '../app.ts'
import { createPool } from '../db/pool.ts'
import { openBrowser, type Procedures } from '../demo/person.ts'
import { sendDueMails } from './send-mails.ts'
import type { MailMessage } from './transport.ts'

/** Stands in every text that the attacker types, and in no text of ours. */
const TYPED = 'Zyxword'

let world: World
let db: pg.Pool
let sent: (MailMessage & { to: string })[]
/** The mailboxes whose owner has opened a link, or that the attacker holds. */
let confirmed: Set<string>

beforeEach(async () => {
  const connection = await createWorldDatabase('unconfirmed')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  sent = []
  const { rows } = await db.query<{ email: string }>('select email from auth_users')
  confirmed = new Set(rows.map(({ email }) => email))
})
afterEach(() => Promise.all([db.end(), world.close()]))

/** Sends what is due; returns what reached this mailbox so far. */
async function mailsTo(email: string): Promise<MailMessage[]> {
  const deliver = async (mail: (typeof sent)[number]) => void sent.push(mail)
  const transport = { deliver, close: () => undefined }
  await sendDueMails({ portal: world.portal, transport, templates }, new AbortController().signal)
  return sent.filter(({ to }) => to === email)
}

const name = { first_name: TYPED, last_name: TYPED }
const account = (email: string) => ({ ...name, email, password: PASSWORD })
const address = (number: number) => ({
  address: `${number} ${TYPED} Street`,
  city: TYPED,
  state: 'WA',
  zip_code: '98101',
})
const home = (number: number) => ({ ...address(number), unit_number: TYPED })
const building = (number: number) => ({ ...home(number), number_of_units: 3 })
const tenant = (email: string) =>
  ({ full_name: `${TYPED} ${TYPED}`, email, unit_number: TYPED, role: 'member' }) as const

/** A captain of a building that they have made up. */
async function captain(email: string, confirms: boolean): Promise<Procedures> {
  const browser = openBrowser(world.portal)
  await browser.accounts.signUpResident({ ...account(email), ...building(7) })
  if (confirms) {
    const [mail] = await mailsTo(email)
    await browser.accounts.confirmEmail({ token: tokenIn(mail?.text, 'confirm-email') })
    confirmed.add(email)
  }
  return browser
}

async function memberOf(by: Procedures, email: string): Promise<{ id: string }> {
  const { members } = await by.members.list()
  const member = members.find((each) => each.email === email)
  if (!member) throw new Error(`${email} is no member`)
  return { id: member.id }
}

/** What somebody does with a mailbox that is not theirs, alone or as the captain. */
const acts: Record<string, (victim: string, by: Procedures) => Promise<unknown>> = {
  'signs up with it, and asks for every link': async (email) => {
    const browser = openBrowser(world.portal)
    await browser.accounts.signUpResident({ ...account(email), ...building(8) })
    await browser.accounts.resendConfirmation()
    await browser.accounts.requestPasswordReset({ email })
  },
  'signs up with it, and changes the e-mail': async (email) => {
    const browser = openBrowser(world.portal)
    await browser.accounts.signUpResident({ ...account(email), ...building(8) })
    await browser.profiles.update({ ...name, email: `other.${email}`, current_password: PASSWORD })
  },
  'changes their own e-mail to it, and signs up with it before that mail leaves': async (email, by) => {
    await by.profiles.update({ ...name, email, current_password: PASSWORD })
    await openBrowser(world.portal).accounts.signUpResident({ ...account(email), ...building(8) })
  },
  'has it join their building, accepts it, removes it and declines it': async (email, by) => {
    await openBrowser(world.portal).accounts.signUpResident({ ...account(email), ...home(7) })
    await mailsTo(email)
    const member = await memberOf(by, email)
    await by.members.accept(member)
    await by.members.remove(member)
    await by.members.decline({ ...member, reason: TYPED })
  },
  'adds it as a tenant, and asks for a password': async (email, by) => {
    await by.members.add(tenant(email))
    await openBrowser(world.portal).accounts.requestPasswordReset({ email })
  },
  'adds it as a tenant, and declines it': async (email, by) => {
    await by.members.add(tenant(email))
    await mailsTo(email)
    await by.members.decline({ ...(await memberOf(by, email)), reason: TYPED })
  },
  'signs up with it as a vendor, accepts its quote and cancels its visits': async (email, by) => {
    const service_type_id = world.typeId('Landscaping')
    const vendor = openBrowser(world.portal)
    await vendor.accounts.signUpVendor({
      ...account(email),
      ...address(9),
      company_name: TYPED,
      phone: '(206) 555-0142',
      service_type_ids: [service_type_id],
    })
    const request = {
      description: TYPED,
      service_type: 'on-demand',
      preferred_start_date: '2026-12-01',
    } as const
    const service = await by.services.request({ service_type_id, ...request })
    const asked = await vendor.quotes.list({ tab: 'needs_quote', page: 1 })
    for (const { id } of asked) await vendor.quotes.submit({ id, per_visit_price: 90_00 })
    const { quotes } = await by.quotes.received({ building_service_id: service.id })
    for (const { id, per_visit_price } of quotes.filter((quote) => quote.per_visit_price !== null))
      await by.quotes.accept({ id, per_visit_price })
    const { visits } = await by.visits.upcoming({ page: 1, all: true })
    for (const visit of visits) {
      const { id, scheduled_date: shown_date, scheduled_time: shown_time } = visit
      await by.visits.cancel({ id, shown_date, shown_time, reason: TYPED })
    }
  },
}

const typedIn = ({ subject, text, html }: MailMessage) => [subject, text, html].join('\n').includes(TYPED)

/** Mails to mailboxes that nobody has confirmed. */
const astray = () => sent.filter(({ to }) => !confirmed.has(to))

describe.each([
  { who: 'a captain with a confirmed address', confirms: true },
  { who: 'a captain without one', confirms: false },
])('$who, or a stranger,', ({ confirms }) => {
  test.each(Object.keys(acts))('who %s puts no text of theirs into a mail to that mailbox', async (act) => {
    const victim = 'victim@example.com'
    const by = await captain('attacker@example.com', confirms)
    await mailsTo(victim)
    await acts[act]?.(victim, by)
    await mailsTo(victim)
    if (confirms) expect(astray()).not.toEqual([])
    expect(astray().filter(typedIn)).toEqual([])
  })
})

test('a mail with typed text to a mailbox that is confirmed is found by the same check', async () => {
  const by = await captain('attacker@example.com', true)
  await by.services.request({
    service_type_id: world.typeId('Landscaping'),
    description: TYPED,
    service_type: 'on-demand',
    preferred_start_date: '2026-12-01',
  })
  const mails = await mailsTo('curb@example.com')
  confirmed.delete('curb@example.com')
  expect(astray().filter(typedIn)).toEqual(mails.filter(typedIn))
  expect(astray().filter(typedIn)).not.toEqual([])
})

test('only mails whose templates show nothing typed are sent to an address that is not confirmed', async () => {
  const by = await captain('attacker@example.com', true)
  await acts['signs up with it as a vendor, accepts its quote and cancels its visits']?.('v@example.com', by)
  await db.query(
    `insert into account_links (user_id, purpose, email) select u.id, purpose, 'new.' || u.email
     from auth_users u, unnest(array['reset_password', 'change_email']) purpose where u.email = 'v@example.com'`,
  )
  await db.query('delete from mails')
  // About this person, their quote and their company, in the building of a captain who caused it.
  await db.query(
    `insert into events (kind, actor, building_id, vendor_id, subject, data)
     select kind, c.id, c.building_id, v.vendor_id, subject, '{"was": "active", "replaced": true}'
     from unnest($1::text[]) kind, profiles c, profiles v
       cross join lateral (select v.id as subject union all
         select q.id from service_quotes q where q.vendor_id = v.vendor_id) about
     where c.email = 'attacker@example.com' and v.email = 'v@example.com'`,
    [MAILED],
  )
  const { rows } = await db.query<{ kind: (typeof MAILED)[number] }>(
    `select distinct e.kind from mails m join events e on e.id = m.event_id
     where m.held is null and m.recipient in ('v@example.com', 'new.v@example.com') order by 1`,
  )
  const kinds = rows.map(({ kind }) => kind)
  expect(kinds).toEqual([
    'colleague_invited',
    'email_change_requested',
    'email_confirmation_requested',
    'member_invited',
    'password_reset_requested',
  ])
  for (const kind of kinds)
    for (const token of ['a-token', null]) {
      const { subject, paragraphs, action } = contentOf(kind, { ...exampleWith(kind, TYPED), token })
      expect([subject, ...paragraphs, action.label, action.path].join('\n')).not.toContain(TYPED)
    }
})

test('every mail that a person without a confirmed address causes to somebody else waits', async () => {
  await captain('attacker@example.com', false)
  await openBrowser(world.portal).accounts.signUpVendor({
    ...account('v@example.com'),
    ...address(9),
    company_name: TYPED,
    phone: '(206) 555-0142',
    service_type_ids: [world.typeId('Landscaping')],
  })
  const service = await world.request('Landscaping')
  const quote = await world.quote('curb', service, 90_00)
  await world.accept(service, quote)
  const open = await world.quoteOf('curb', await world.request('Snow Removal'))
  await db.query(
    `insert into account_links (user_id, purpose, email)
     select u.id, purpose, case purpose when 'change_email' then 'new.' || u.email else u.email end
     from auth_users u, unnest(array['reset_password', 'change_email', 'confirm_email']) purpose
     where u.email = 'ned@example.com'`,
  )
  await db.query('delete from mails')
  // In a building and about people who have confirmed their addresses; a vendor's own events reach its building.
  await db.query(
    `insert into events (kind, actor, building_id, vendor_id, subject, data)
     select kind, actor.id, maya.building_id, coalesce(actor.vendor_id, $2), subject,
       '{"was": "active", "replaced": true}'
     from unnest($1::text[]) kind, profiles actor, profiles maya, unnest(array[$3, $4, $5, actor.id]::uuid[]) subject
     where actor.email in ('attacker@example.com', 'v@example.com') and maya.email = 'maya@example.com'`,
    [MAILED, world.companyOf('curb'), world.idOf('ned'), quote, open],
  )
  const { rows } = await db.query<{ kind: string; held: string | null }>(
    `select distinct e.kind, m.held from mails m join events e on e.id = m.event_id
     where m.recipient not in ('attacker@example.com', 'v@example.com') order by 1`,
  )
  expect(rows).toEqual([...MAILED].sort().map((kind) => ({ kind, held: 'unconfirmed' })))
})
