import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { addDays, today } from '../../src/domain/calendar.ts'
import { codeFor } from '../authenticator.ts'
import { pdf, photo } from '../sample-files.ts'
import { announceOn, draftAnnouncementOn } from './announced.ts'
import {
  arriveAsAdmin,
  arriveAsCompany,
  arriveAsResident,
  arriveAsVendor,
  arriveBySigningIn,
  ask,
  call,
  invitationToken,
  letIn,
  type Person,
  requestOneVisit,
  suggestAfternoon,
} from './arrive.ts'
import { PHOTO } from './booked-today.ts'
import { book } from './booked-weeks.ts'
import { draftOnPage, holdVote, memberId, tomorrow, unitsOnPage } from './held-votes.ts'
import { openBrowser, PASSWORD, unique } from './people.ts'
import { write } from './portal-data.ts'

// Somebody of each kind, with everything that a screen or a dialog is about.

/** A visitor, a captain, her accepted and her waiting neighbor, her vendor, the vendor's crew, and an admin. */
export type Who = 'visitor' | 'maya' | 'ned' | 'pia' | 'vera' | 'luis' | 'ada'

export type Pages = Record<Who, Page>

type Options = Parameters<Browser['newContext']>[0]

const TODAY = today(new Date(), 'America/Los_Angeles')

/** Each in a browser of this kind. */
export async function peopleWithDialogs(browser: Browser, options: Options): Promise<Pages> {
  const open = async () => {
    const context = await browser.newContext(options)
    // A button that is not there fails its own dialog, not the whole walk.
    context.setDefaultTimeout(20_000)
    return context.newPage()
  }
  const pages = {
    visitor: await open(),
    maya: await open(),
    ned: await open(),
    pia: await open(),
    vera: await open(),
    luis: await open(),
    ada: await open(),
  }
  const { maya, vera } = pages
  const person = await arriveAsResident(maya, 'Maya')
  const vendor = await arriveAsVendor(vera, [
    'Snow Removal',
    'Roof Repair',
    'Window Washing',
    'Gutter Cleaning',
  ])
  const companies = [
    ['Evergreen Grounds and Gardens of Greater Seattle', 'Landscaping'],
    ['Curb & Co', 'Landscaping'],
    ['Rake', 'Landscaping'],
    ['Shingle & Slate', 'Roof Repair'],
  ] as const
  for (const [name, service] of companies) {
    const shop = await openBrowser(browser)
    await arriveAsCompany(shop, unique(name), `${unique('rake')}@example.com`, [service])
    await shop.context().close()
  }
  await arriveAsAdmin(pages.ada)
  // Another session of the captain, to be ended.
  const elsewhere = await openBrowser(browser)
  await arriveBySigningIn(elsewhere, person)
  await elsewhere.context().close()
  const neighbor = await settleNeighbors(pages, person)
  await holdVotes(maya, neighbor)
  await announceThings(maya)
  await askForServices(maya, vera, person)
  await hireCrew(pages, vendor)
  await addCertificate(vera)
  await addWork(vera)
  await visitBefore(pages, person)
  await writeInvoices(pages)
  await fillBuilding(maya, person)
  return pages
}

/** One neighbor accepted, with second factors, who is returned; two who wait, one of them to take over; one whose address is blocked. */
async function settleNeighbors({ maya, ned, pia }: Pages, { address }: Person): Promise<Person> {
  const blocked = await arriveAsResident(pia, 'Bo', address)
  const { members } = await ask<{ members: { id: string; email: string }[] }>(maya, 'members.list')
  const id = members.find(({ email }) => email === blocked.email)?.id
  await call(maya, 'members.decline', { id, reason: null, block: true })

  const neighbor = await arriveAsResident(ned, 'Ned', address)
  await letIn(maya, neighbor)
  await arriveBySigningIn(ned, neighbor)
  const { uri } = await call<{ uri: string }>(ned, 'factors.startApp', { current_password: PASSWORD })
  const key = new URL(uri).searchParams.get('secret') ?? ''
  await call(ned, 'factors.enableApp', { code: await codeFor(key) })
  // No passkey works at an address without a name.
  await write(
    `insert into auth_passkeys (user_id, name, credential_id, public_key, device_type, backed_up)
     select id, 'My laptop', $2, '', 'singleDevice', false from auth_users where email = $1`,
    neighbor.email,
    randomUUID(),
  )

  await arriveBySigningIn(pia, await arriveAsResident(pia, 'Pia', address))
  const successor = { full_name: 'Hope Lind', email: `${unique('hope')}@example.com`, unit_number: '1A' }
  await call(maya, 'members.add', { ...successor, role: 'captain' })
  await invite(maya, neighbor)
  return neighbor
}

/** Somebody who is invited, a link, a unit that nobody holds; and the neighbor is asked to take over. */
async function invite(maya: Page, { email }: Person): Promise<void> {
  const invited = `${unique('ida')}@example.com`
  const csv = `Name,Email,Unit,Owner or Renter\nIda Berg,${invited},7,owner`
  await call(maya, 'members.importInvitations', { csv, shown: [invited] })
  await call(maya, 'members.createLink', { unit_number: '12', tie: 'renter', max_uses: 2, days: 7 })
  await call(maya, 'members.saveUnits', { units: [{ number: '12', weight: 3 }] })
  const { members } = await ask<{ members: { id: string; email: string }[] }>(maya, 'members.list')
  const id = members.find((member) => member.email === email)?.id
  await call(maya, 'members.offerCaptaincy', { id, current_password: PASSWORD })
}

/** A draft, an election that is scheduled, a secret vote, and an open one, in which the neighbor may vote for the captain's unit. */
async function holdVotes(maya: Page, { email }: Person): Promise<void> {
  const holder_id = await memberId(maya, email)
  // Somebody's proxy does not own the unit beside them.
  await call(maya, 'members.setTies', { id: holder_id, holds: [{ unit: '4D', tie: 'owner' }] })
  await draftOnPage(maya, 'Shall we paint the hall?')
  const options = [{ id: randomUUID(), label: 'Ned Rivera', candidate_id: holder_id }]
  const later = { opens_on: tomorrow(), opens_time: '09:00' }
  await holdVote(maya, 'Who shall be our treasurer?', { kind: 'election', options, ...later })
  const id = await holdVote(maya, 'Shall we renew the roof?', { details: 'For $84,000, from the reserve.' })
  await holdVote(maya, 'Shall dogs be allowed?', { is_secret: true, closes_time: '21:00' })
  const [unit] = await unitsOnPage(maya, id)
  await call(maya, 'votes.giveProxy', { id, unit_id: unit?.unit_id, holder_id })
}

/** A draft, and one that was sent to all, with replies. */
async function announceThings(maya: Page): Promise<void> {
  await draftAnnouncementOn(maya, 'Please clear the bicycle room by the end of the month')
  const sent = { is_important: true, allows_replies: true }
  const announcement_id = await announceOn(maya, 'The water is off on Monday', sent)
  await call(maya, 'announcements.reply', {
    announcement_id,
    id: randomUUID(),
    words: 'The laundry room, too.',
  })
}

/** A service with a quote to accept, one with visits to come and another time suggested, and one without quotes. */
async function askForServices(maya: Page, vera: Page, person: Person): Promise<void> {
  const types = await ask<{ id: string; name: string }[]>(maya, 'services.catalog')
  await askForRoof(maya, types.find(({ name }) => name === 'Roof Repair')?.id)
  const start = addDays(TODAY, 2)
  await call(maya, 'services.request', {
    service_type_id: types.find(({ name }) => name === 'Snow Removal')?.id,
    description: unique('snow'),
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: start,
    preferred_end_date: addDays(start, 14),
  })
  type Asked = { id: string; name: string; address: string }[]
  const asked = await ask<Asked>(vera, 'quotes.list', { tab: 'needs_quote', page: 1 })
  // Buildings of other tests ask her, too.
  const own = asked.filter(({ address }) => address === person.address)
  const quoteFor = (service: string) => own.find(({ name }) => name === service)?.id
  for (const service of ['Roof Repair', 'Snow Removal'])
    await call(vera, 'quotes.submit', { id: quoteFor(service), per_visit_price: 9900 })
  await call(maya, 'quotes.accept', { id: quoteFor('Snow Removal'), per_visit_price: 9900 })
  await requestOneVisit(maya, 'Window Washing', unique('windows'))

  const last = (await visitsOf(vera, 'Snow Removal')).at(-1)
  await suggestAfternoon(vera, last, 'The plow is on the other side of the city in the morning.')
}

/** With answers, and without one of the vendors. */
async function askForRoof(maya: Page, service_type_id: string | undefined): Promise<void> {
  const offering = await ask<{ id: string; company_name: string }[]>(maya, 'vendors.offering', {
    service_type_id,
  })
  const left = offering.find(({ company_name }) => company_name.startsWith('shingle'))
  await call(maya, 'services.request', {
    service_type_id,
    description: unique('roof'),
    scope: [
      { key: 'material', answer: ['Shingles'] },
      { key: 'problem', answer: ['Leak', 'Flashing', 'Skylights'] },
      { key: 'floors', answer: ['3'] },
    ],
    service_type: 'on-demand',
    preferred_start_date: '2099-01-04',
    excluded_vendors: left ? [left.id] : [],
  })
  const services = await ask<{ id: string; name: string }[]>(maya, 'services.list')
  const service = services.find(({ name }) => name === 'Roof Repair')?.id
  const address = `/api/request-files?service=${service}&id=${randomUUID()}&name=${encodeURIComponent('Roof plan of 1998, with the drains.pdf')}`
  expect((await maya.request.post(address, { data: pdf() })).status()).toBe(201)
}

/** A photo of the company's work. */
async function addWork(vera: Page): Promise<void> {
  const sent = await vera.request.post(`/api/portfolio-photos?id=${randomUUID()}`, { data: photo })
  expect(sent.status()).toBe(201)
}

/** An insurance certificate that waits for its verification. */
async function addCertificate(vera: Page): Promise<void> {
  const facts = { kind: 'insurance', number: 'CGL-1431-2026', amount: '1000000', valid_from: TODAY }
  const file = { id: randomUUID(), expires_on: addDays(TODAY, 365), name: 'Certificate of insurance.pdf' }
  const address = `/api/compliance-files?${new URLSearchParams({ ...facts, ...file })}`
  expect((await vera.request.post(address, { data: pdf() })).status()).toBe(201)
}

type Visit = { id: string; name: string; scheduled_date: string; scheduled_time: string }

async function visitsOf(page: Page, service: string): Promise<Visit[]> {
  const { visits } = await ask<{ visits: Visit[] }>(page, 'visits.upcoming', { page: 1, all: true })
  return visits.filter(({ name }) => name === service)
}

/** A colleague of the crew, by their invitation, and one whose invitation is still open. */
async function hireCrew({ vera, luis }: Pages, vendor: Person): Promise<void> {
  const email = `${unique('luis')}@example.com`
  await call(vera, 'team.invite', { full_name: 'Luis Ortega', email, vendor_role: 'crew' })
  const ines = `${unique('ines')}@example.com`
  await call(vera, 'team.invite', { full_name: 'Ines Duarte', email: ines, vendor_role: 'office' })
  const token = await invitationToken(email)
  await call(luis, 'accounts.resetPassword', { token, new_password: PASSWORD })
  await arriveBySigningIn(luis, { ...vendor, email })
}

/**
 * Today's visit, begun by the crew, with a photo; and before it, as if the days had passed: one done, one missed, one
 * missed of which the vendor says otherwise, one disputed, and one of another month.
 */
async function visitBefore({ maya, vera, luis }: Pages, { address }: Person): Promise<void> {
  await book(maya, vera, address, { service: 'Gutter Cleaning', start: TODAY, end: addDays(TODAY, 35) })
  const [now, done, missed, claimed, disputed, old] = await visitsOf(vera, 'Gutter Cleaning')
  const was = (visit: Visit | undefined, status: string, days: number) =>
    write(
      `update appointments set status = $2, scheduled_date = $3, confirmed_date = $3,
         completed_at = case when $2 = 'completed' then now() - interval '2 minutes' end
       where id = $1`,
      visit?.id,
      status,
      addDays(TODAY, -days),
    )
  await was(done, 'completed', 1)
  await was(missed, 'missed', 2)
  await was(claimed, 'missed', 3)
  await was(disputed, 'completed', 4)
  await was(old, 'completed', 40)
  await call(vera, 'visits.claim', { id: claimed?.id, words: 'We came at noon. The phone had no power.' })
  await call(maya, 'visits.dispute', { id: disputed?.id, words: 'The back gutter is still full.' })

  const team = await ask<{ id: string; first_name: string }[]>(vera, 'team.list')
  const crew = team.find(({ first_name }) => first_name === 'Luis')?.id
  await call(vera, 'visits.assign', { id: now?.id, person: crew, scope: 'this', visits: 1 })
  const [snow] = await visitsOf(vera, 'Snow Removal')
  await call(vera, 'visits.assign', { id: snow?.id, person: crew, scope: 'this', visits: 1 })
  await call(luis, 'visits.checkIn', { id: now?.id, at: new Date().toISOString() })
  const at = new URLSearchParams({ visit: now?.id ?? '', id: randomUUID(), shows: 'visit' })
  await upload(luis, `/api/visit-photos?${at}`, readFileSync(PHOTO))
}

type Due = { buildings: { building_id: string }[]; facts: { date: string; due_date: string } }

/** A draft for the older of two finished visits, and invoices that wait, are disputed and approved. */
async function writeInvoices({ maya, vera }: Pages): Promise<void> {
  const { buildings, facts } = await ask<Due>(vera, 'invoices.due')
  const building_id = buildings[0]?.building_id
  const { visits } = await ask<{ visits: { id: string; amount: number }[] }>(vera, 'invoices.dueLines', {
    building_id,
  })
  const invoice = (number: string) => ({
    id: randomUUID(),
    building_id,
    number,
    date: facts.date,
    due_date: facts.due_date,
    tax_rate: 1025,
    note: null,
    visits: [],
    starts: [],
    extras: [],
  })
  const drafted = visits.slice(0, 1).map(({ id, amount }) => ({ id, amount }))
  const draft = invoice('INV-0001')
  await call(vera, 'invoices.create', { ...draft, visits: drafted })
  const file = new URLSearchParams({ invoice: draft.id, id: randomUUID(), name: 'Delivery note.pdf' })
  await upload(vera, `/api/invoice-files?${file}`, pdf())
  const extras = [{ description: 'A new latch for the gate', amount: 100_00 }]
  const send = async (number: string) => {
    const sent = invoice(number)
    await call(vera, 'invoices.create', { ...sent, extras })
    await call(vera, 'invoices.send', { id: sent.id, version: 1, total: 110_25 })
    return sent.id
  }
  await send('INV-0002')
  const [disputed, approved] = [await send('INV-0003'), await send('INV-0004')]
  const words = 'Nobody asked for it.'
  await call(maya, 'invoices.dispute', { id: disputed, message_id: randomUUID(), words })
  await call(maya, 'invoices.approve', { id: approved, refused: [], approved: 110_25 })
}

/** Documents, one of them in the bin; access notes; a paid fee of an earlier year; a calendar address. */
async function fillBuilding(maya: Page, { email }: Person): Promise<void> {
  await upload(maya, '/api/documents?name=House%20Rules%202027.pdf', pdf())
  await upload(
    maya,
    '/api/documents?name=Minutes%20of%20the%20spring%20meeting%20about%20the%20roof.pdf',
    pdf(),
  )
  const { documents } = await ask<{ documents: { id: string; file_name: string }[] }>(
    maya,
    'documents.list',
    { page: 1, search: null },
  )
  const rules = documents.find(({ file_name }) => file_name.startsWith('House Rules'))?.id
  await call(maya, 'documents.delete', { id: rules })
  await call(maya, 'access.change', { notes: 'The side gate, code 4471#.\nThe key hangs beside the meter.' })
  await call(maya, 'feeds.create', { name: 'My phone' })
  await write(
    `with fee as (
       insert into fees (building_id, month, kind)
       select building_id, '2025-02-01', 'monthly' from profiles where email = $1 returning *),
     payable as (
       insert into payables (id, building_id, kind, amount, due_date)
       select id, building_id, 'fee', 25000, '2025-03-01' from fee returning *)
     insert into payments (building_id, payable_id, date, amount, status, method, description)
     select building_id, id, due_date, amount, 'paid', 'Bank transfer', 'Service fee, February 2025'
     from payable`,
    email,
  )
}

async function upload(page: Page, address: string, data: Buffer): Promise<void> {
  const answer = await page.request.post(address, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}
