import { addDays, addWeeks, type CalendarDate, today } from '../../domain/calendar.ts'
import { appointAdmin } from '../accounts/admins.db.ts'
import { chargeFees } from '../billing/charge-fees.ts'
import { addBuildings } from '../buildings/buildings.db.ts'
import type { Portal } from '../context.ts'
import { asSystem } from '../database/as-viewer.ts'
import {
  ADMIN,
  BUILDINGS,
  DEMO_PASSWORD,
  type DemoBuilding,
  type DemoVendor,
  residentEmail,
  VENDORS,
  vendorEmail,
} from './city.ts'
import { keepDocuments } from './documents.ts'
import { payDueFees } from './payments.ts'
import { openBrowser, type Person, type Procedures, signIn, signUpResident, signUpVendor } from './person.ts'
import { type DemoRequest, REQUESTS } from './requests.ts'

/** A portal whose clock can be set. */
type Made = { portal: Portal; clock: { now: Date }; stop?: AbortSignal }
type People = Map<string, Person>

const SEATTLE = { city: 'Seattle', state: 'WA' }
const DAY = 24 * 60 * 60 * 1000
/** When everybody moved in: before the first of the requests. */
const MOVED_IN = 100

/** Fills an empty portal with the demo city, as its people would: by the portal's procedures, week after week. */
export async function makeCity({ portal, clock, stop }: Made): Promise<void> {
  const now = clock.now
  const catalogue = await openBrowser(portal).services.catalogue()
  const types = new Map(catalogue.map(({ id, name }) => [name, id]))
  await asSystem(portal.db, (tx) =>
    addBuildings(
      tx,
      BUILDINGS.map(({ name, place, size }) => ({ name, ...SEATTLE, ...place, ...size })),
    ),
  )

  const people: People = new Map()
  clock.now = new Date(now.getTime() - MOVED_IN * DAY)
  await inTurns(VENDORS, stop, async (vendor) => {
    people.set(vendor.key, await vendorSignsUp(portal, vendor, types))
  })
  await inTurns(BUILDINGS, stop, (building) => neighboursMoveIn(portal, building, people))
  await adminSignsUp(portal, types)

  for (const request of [...REQUESTS].sort((a, b) => b.when.ago - a.when.ago)) {
    stop?.throwIfAborted()
    clock.now = new Date(now.getTime() - request.when.ago * DAY)
    await askAndAnswer(request, people, types, today(clock.now, portal.config.timeZone))
  }
  clock.now = now
  await chargeFees(portal, stop)
  await asSystem(portal.db, (tx) => payDueFees(tx, today(now, portal.config.timeZone)))
}

/** A few at a time: more would only wait for the two cores that hash passwords. */
async function inTurns<T>(
  items: T[],
  stop: AbortSignal | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const turns = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
      stop?.throwIfAborted()
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: 4 }, turns))
}

function vendorSignsUp(portal: Portal, vendor: DemoVendor, types: Map<string, string>): Promise<Person> {
  return signUpVendor(portal, {
    ...named(vendor.person),
    ...SEATTLE,
    ...vendor.place,
    company_name: vendor.company_name,
    email: vendorEmail(vendor),
    phone: phoneOf(VENDORS.indexOf(vendor)),
    password: DEMO_PASSWORD,
    service_type_ids: vendor.services.map((service) => known(types, service)),
  })
}

async function neighboursMoveIn(portal: Portal, building: DemoBuilding, people: People): Promise<void> {
  const [captain, ...neighbours] = building.people
  const signUp = (person: (typeof building.people)[number]) => ({
    ...named(person.name),
    ...SEATTLE,
    ...building.place,
    email: residentEmail(building, person),
    unit_number: person.unit,
    password: DEMO_PASSWORD,
  })
  const first = await signUpResident(portal, { ...signUp(captain), ...building.size })
  people.set(building.key, first)
  await keepDocuments(portal, first)
  for (const neighbour of neighbours) await openBrowser(portal).accounts.signUpResident(signUp(neighbour))

  const accepted = neighbours.filter(({ waits }) => !waits)
  const emails = new Set(accepted.map((neighbour) => residentEmail(building, neighbour)))
  for (const member of await first.call.members.list()) {
    if (emails.has(member.email)) await first.call.members.accept({ id: member.id })
  }
  const asking = accepted.filter(({ name }) =>
    REQUESTS.some(({ from }) => from.building === building.key && from.by === name.split(' ')[0]),
  )
  for (const neighbour of asking) {
    const email = residentEmail(building, neighbour)
    people.set(email, await signIn(portal, { email, password: DEMO_PASSWORD }))
  }
}

/** An admin is an account of any kind that the command line appoints; this one had no jobs before. */
async function adminSignsUp(portal: Portal, types: Map<string, string>): Promise<void> {
  await openBrowser(portal).accounts.signUpVendor({
    ...ADMIN,
    ...SEATTLE,
    address: '700 5th Ave',
    zip_code: '98104',
    company_name: 'Stoop',
    phone: '(206) 555-0100',
    password: DEMO_PASSWORD,
    service_type_ids: [known(types, 'Concierge')],
  })
  await asSystem(portal.db, (tx) => appointAdmin(tx, ADMIN.email))
}

async function askAndAnswer(
  request: DemoRequest,
  people: People,
  types: Map<string, string>,
  day: CalendarDate,
): Promise<void> {
  const { from, service, when, text, quotes = {}, accepted, not_asked = [] } = request
  const { start, every, weeks } = when
  const asker = known(
    people,
    from.by ? residentEmail({ key: from.building }, { name: from.by }) : from.building,
  ).call
  const firstVisit = addDays(day, start)
  const { id } = await asker.services.request({
    service_type_id: known(types, service),
    description: text,
    service_type: every ? 'recurring' : 'on-demand',
    required_every_weeks: every ?? null,
    preferred_start_date: firstVisit,
    preferred_end_date: every && weeks ? addWeeks(firstVisit, weeks) : null,
    excluded_vendors: not_asked.map((vendor) => known(people, vendor).id),
  })
  for (const [vendor, dollars] of Object.entries(quotes)) {
    await answer(known(people, vendor).call, known(addresses, from.building), service, dollars)
  }
  if (!accepted) return
  const company = VENDORS.find(({ key }) => key === accepted)?.company_name
  const received = await asker.quotes.received({ building_service_id: id })
  const best = received.quotes.find(({ company_name }) => company_name === company)
  if (!best) throw new Error(`${accepted} sent no quote for ${service}`)
  await asker.quotes.accept({ id: best.id, per_visit_price: best.per_visit_price })
}

async function answer(vendor: Procedures, address: string, service: string, dollars: number): Promise<void> {
  const open = await vendor.quotes.list({ tab: 'needs_quote', page: 1 })
  const quote = open.find((each) => each.address === address && each.name === service)
  if (!quote) throw new Error(`${address} did not ask for ${service}`)
  await vendor.quotes.submit({ id: quote.id, per_visit_price: Math.round(dollars * 100) })
}

const addresses = new Map(BUILDINGS.map(({ key, place }) => [key, place.address]))

function known<T>(map: Map<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`The demo city knows no '${name}'`)
  return value
}

function named(name: string): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = name.split(' ')
  return { first_name, last_name: rest.join(' ') }
}

/** Numbers that telephone companies keep free for stories. */
function phoneOf(index: number): string {
  return `(206) 555-01${String(10 + index)}`
}
