import { sql } from 'kysely'
import { feeLabel } from '../../domain/billing/fees.ts'
import { type CalendarDate, today } from '../../domain/calendar.ts'
import { asSystem } from '../db/as-viewer.ts'
import type { Tx } from '../db/pool.ts'
import { appointAdmin } from '../features/accounts/appoint-admin.ts'
import { chargeFees } from '../features/billing/charge-fees.ts'
import { recordPayment, unpaidFees } from '../features/billing/db.ts'
import { addBuildings } from '../features/buildings/db.ts'
import { refreshBenchmarks } from '../features/quotes/benchmarks.ts'
import type { Portal } from '../rpc/context.ts'
import { announceThings } from './announcements.ts'
import { askAndAnswer, entryNamed } from './ask-and-answer.ts'
import { setBudgets } from './budgets.ts'
import {
  ADMIN,
  BUILDINGS,
  colleagueEmail,
  DEMO_PASSWORD,
  type DemoBuilding,
  type DemoVendor,
  residentEmail,
  VENDORS,
  vendorEmail,
} from './city.ts'
import { showCompliance } from './compliance.ts'
import { uploadDocuments } from './documents.ts'
import { sendInvoices } from './invoices.ts'
import { settleMembers } from './members.ts'
import { writeMessages } from './messages.ts'
import { joinTeam, openBrowser, type Person, signIn, signUpAsResident, signUpAsVendor } from './person.ts'
import { showProfiles } from './profiles.ts'
import { showRenewal } from './renewals.ts'
import { REQUESTS } from './requests.ts'
import { HELD, holdVisits } from './visits.ts'
import { holdVotes } from './votes.ts'

/** A portal whose clock can be set. */
type Made = { portal: Portal; clock: { now: Date }; stop?: AbortSignal }
type People = Map<string, Person>

const SEATTLE = { city: 'Seattle', state: 'WA' }
/** Buildings that pay by card; the others pay by bank transfer. */
const METHODS = ['Bank transfer', 'Bank transfer', 'Card ending in 4242']
/** Who has their visits in a calendar, and where. */
export const SUBSCRIBED = [
  ['larkspur', 'Google Calendar'],
  ['evergreen', 'My phone'],
] as const
/** Where fees are transferred to. */
export const TRANSFER_DETAILS = 'Stoop, Inc.\nBank of Seattle\nRouting 125000024, account 0012345678'
const DAY = 24 * 60 * 60 * 1000

/**
 * Fills an empty portal with the demo city through the portal's procedures, with the clock set to each event's day.
 * [V6.3.2]
 */
export async function makeCity({ portal, clock, stop }: Made): Promise<void> {
  const now = clock.now
  const catalog = await openBrowser(portal).services.catalog()
  const types = new Map(catalog.map(({ id, name }) => [name, id]))
  await asSystem(portal.db, (tx) =>
    addBuildings(
      tx,
      BUILDINGS.map(({ name, place, size }) => ({ name, ...SEATTLE, ...place, ...size })),
    ),
  )

  const people: People = new Map()
  // Before the first request.
  clock.now = new Date(now.getTime() - HELD * DAY)
  await forEachConcurrently(VENDORS, stop, async (vendor) => {
    const owner = await vendorSignsUp(portal, vendor, types)
    people.set(vendor.key, owner)
    for (const { name, vendor_role } of vendor.team ?? []) {
      const email = colleagueEmail(vendor, { name })
      const invitation = { ...named(name), email, password: DEMO_PASSWORD, vendor_role }
      people.set(email, await joinTeam(portal, owner, invitation))
    }
  })
  await forEachConcurrently(BUILDINGS, stop, (building) => residentsSignUp(portal, building, people))
  const admin = await adminSignsUp(portal, types)

  for (const request of [...REQUESTS].sort((a, b) => b.when.ago - a.when.ago)) {
    stop?.throwIfAborted()
    clock.now = new Date(now.getTime() - request.when.ago * DAY)
    const day = today(clock.now, portal.config.timeZone)
    await askAndAnswer(request, { portal, people, types, now: clock.now, day })
    await dateEvents(portal, clock.now)
  }
  clock.now = now
  await holdVisits({ portal, clock, stop }, people)
  await sendInvoices({ portal, clock }, people)
  const day = today(now, portal.config.timeZone)
  await admin.call.payments.setTransfer({ details: TRANSFER_DETAILS })
  await showCompliance({ portal, admin, people, types, today: day })
  await showProfiles(portal, people)
  await showRenewal(portal, people)
  await refreshBenchmarks(portal)
  await writeMessages(portal, people)
  for (const [who, name] of SUBSCRIBED) await people.get(who)?.call.feeds.create({ name })
  await chargeFees(portal, stop)
  await setBudgets({ portal, clock }, people)
  await settleMembers(people)
  await holdVotes({ portal, clock }, people)
  await announceThings({ portal, clock }, people)
  await asSystem(portal.db, async (tx) => {
    await payDueFees(tx, day)
    await tx.updateTable('auth_users').set({ email_verified: true }).execute()
  })
}

/** What was recorded just now, by the database's clock, was on this day. */
async function dateEvents({ db }: Portal, at: Date): Promise<void> {
  const justNow = sql<Date>`greatest(now() - interval '1 hour', ${at})`
  await asSystem(db, (tx) => tx.updateTable('events').set({ at }).where('at', '>', justNow).execute())
}

/** Runs `work` on a few items concurrently. More would only wait for password hashes. */
async function forEachConcurrently<T>(
  items: T[],
  stop: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      stop?.throwIfAborted()
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

function vendorSignsUp(portal: Portal, vendor: DemoVendor, types: Map<string, string>): Promise<Person> {
  return signUpAsVendor(portal, {
    ...named(vendor.person),
    ...SEATTLE,
    ...vendor.place,
    company_name: vendor.company_name,
    email: vendorEmail(vendor),
    phone: phoneOf(VENDORS.indexOf(vendor)),
    password: DEMO_PASSWORD,
    service_type_ids: vendor.services.map((service) => entryNamed(types, service)),
  })
}

async function residentsSignUp(portal: Portal, building: DemoBuilding, people: People): Promise<void> {
  const [captain, ...neighbors] = building.people
  const signUp = (person: (typeof building.people)[number]) => ({
    ...named(person.name),
    ...SEATTLE,
    ...building.place,
    email: residentEmail(building, person),
    unit_number: person.unit,
    note: person.note ?? null,
    password: DEMO_PASSWORD,
  })
  const first = await signUpAsResident(portal, { ...signUp(captain), ...building.size })
  people.set(building.key, first)
  await uploadDocuments(portal, first)
  if (building.access) await first.call.access.change({ notes: building.access })
  if (building.quiet) {
    const [quiet_from, quiet_until] = building.quiet
    const always = { closed_weekdays: [], closed_on_holidays: false }
    await first.call.buildings.update({
      name: building.name,
      ...building.size,
      ...always,
      quiet_from,
      quiet_until,
    })
  }
  for (const neighbor of neighbors) await openBrowser(portal).accounts.signUpResident(signUp(neighbor))

  const accepted = neighbors.filter(({ waits }) => !waits)
  const emails = new Set(accepted.map((neighbor) => residentEmail(building, neighbor)))
  for (const member of (await first.call.members.list()).members) {
    if (emails.has(member.email)) await first.call.members.accept({ id: member.id })
  }
  const requesting = accepted.filter(({ name }) =>
    REQUESTS.some(({ from }) => from.building === building.key && from.by === name.split(' ')[0]),
  )
  for (const neighbor of requesting) {
    const email = residentEmail(building, neighbor)
    people.set(email, await signIn(portal, { email, password: DEMO_PASSWORD }))
  }
}

/** The command line appoints any account as an admin; this one was a vendor without quotes. */
async function adminSignsUp(portal: Portal, types: Map<string, string>): Promise<Person> {
  const admin = await signUpAsVendor(portal, {
    ...ADMIN,
    ...SEATTLE,
    address: '700 5th Ave',
    zip_code: '98104',
    company_name: 'Stoop',
    phone: '(206) 555-0100',
    password: DEMO_PASSWORD,
    service_type_ids: [entryNamed(types, 'Concierge')],
  })
  await asSystem(portal.db, (tx) => appointAdmin(tx, ADMIN.email))
  return admin
}

/** Records a payment of each fee due up to and including `day`, on its due date. */
async function payDueFees(tx: Tx, day: CalendarDate): Promise<void> {
  const due = await unpaidFees(tx)
    .where('due_date', '<=', day)
    .select(['fees.id', 'fees.building_id', 'month', 'amount', 'due_date', 'fees.kind'])
    .orderBy('due_date')
    .execute()
  const methods = new Map<string, string>()
  for (const fee of due) {
    const method = methods.get(fee.building_id) ?? METHODS[methods.size % METHODS.length] ?? 'Check'
    methods.set(fee.building_id, method)
    const { amount, due_date: date } = fee
    await recordPayment(tx, fee, { date, amount, method, description: feeLabel(fee) })
  }
}

function named(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.split(' ')
  return { first_name, last_name: rest.join(' ') }
}

/** Numbers reserved for fiction. */
function phoneOf(index: number): string {
  return `(206) 555-01${String(10 + index)}`
}
