import { addDays, type CalendarDate, daysBetween, today } from '../../domain/calendar.ts'
import { settleMissed } from '../features/visits/mark-missed.ts'
import type { Portal } from '../rpc/context.ts'
import { BUILDINGS, colleagueEmail, VENDORS } from './city.ts'
import type { Person } from './person.ts'

/** A visit that did not take place as booked. */
type DemoChange = {
  building: string
  vendor: string
  service: string
  /** The first visit of the service is 0. */
  visit: number
  by: 'vendor' | 'captain'
  /** Moved by so many days; without, cancelled. */
  days?: number
  reason: string
}

export const CHANGES: DemoChange[] = [
  {
    ...{ building: 'larkspur', vendor: 'evergreen', service: 'Landscaping', visit: 3 },
    by: 'vendor',
    days: 1,
    reason: 'The beds are under water after the storm. We come a day later.',
  },
  {
    ...{ building: 'unionbay', vendor: 'broom', service: 'Common Area Cleaning', visit: 6 },
    by: 'captain',
    reason: 'The halls are being painted that week.',
  },
  {
    ...{ building: 'alki', vendor: 'raincity', service: 'Landscaping', visit: 1 },
    by: 'captain',
    days: 2,
    reason: 'The street is closed for the block party.',
  },
  {
    ...{ building: 'larkspur', vendor: 'brighthalls', service: 'Common Area Cleaning', visit: 11 },
    by: 'vendor',
    days: 1,
    reason: 'Half of the crew is at a training that day.',
  },
]

const DAY = 24 * 60 * 60 * 1000
/** Nobody came to this service's last visit; its vendor says that they did. */
export const MISSED = {
  ...{ building: 'larkspur', vendor: 'brighthalls', service: 'Common Area Cleaning' },
  words: 'Two of us cleaned the halls from 9 to 11. Nobody checked in, because the phone had no power.',
}

type City = { portal: Portal; clock: { now: Date }; stop?: AbortSignal }

/**
 * Lets the visits take place that were booked before today: some are moved or cancelled first, then vendors complete them, but
 * for one that is missed.
 */
export async function holdVisits({ portal, clock, stop }: City, people: ReadonlyMap<string, Person>) {
  const now = clock.now
  const day = today(now, portal.config.timeZone)
  /** Sets the clock to this day, a little later than now's time of day: days of 23 hours must not lead to the day before. */
  const goTo = (date: CalendarDate) => {
    const then = now.getTime() - daysBetween(date, day) * DAY + DAY / 12
    clock.now = new Date(Math.min(then, now.getTime()))
  }

  for (const change of CHANGES) {
    const visit = await find(change, people, () => goTo(addDays(day, -100)))
    goTo(addDays(visit.scheduled_date, -2))
    await apply(change, visit, people)
  }

  clock.now = now
  const past = (await Promise.all(VENDORS.map(({ key }) => pastVisits(personOf(people, key)))))
    .flat()
    .sort((one, other) => (one.scheduled_date < other.scheduled_date ? -1 : 1))
  const missed = past.findLast(
    ({ name, address, vendor }) =>
      name === MISSED.service &&
      address === demoAddress(MISSED.building) &&
      vendor === personOf(people, MISSED.vendor),
  )
  if (!missed) throw new Error(`${MISSED.service} has no past visit to miss`)
  const done = past.filter(({ id }) => id !== missed.id)
  for (const { id, scheduled_date, vendor } of done) {
    stop?.throwIfAborted()
    goTo(scheduled_date)
    const crew = crewOf(people, vendor)
    const member = crew[done.findIndex((each) => each.id === id) % Math.max(1, crew.length)]
    if (member) await attend(id, { vendor, member, clock, now })
    else await vendor.call.visits.complete({ id })
  }
  clock.now = now
  for (const { key } of VENDORS)
    await assignSeries(personOf(people, key), crewOf(people, personOf(people, key)))
  await settleMissed(portal)
  await missed.vendor.call.visits.claim({ id: missed.id, words: MISSED.words })
}

/** The crew of a vendor's owner; nobody for most. */
function crewOf(people: ReadonlyMap<string, Person>, owner: Person): Person[] {
  const vendor = VENDORS.find(({ key }) => people.get(key) === owner)
  const crew = (vendor?.team ?? []).filter(({ vendor_role }) => vendor_role === 'crew')
  return vendor ? crew.map((colleague) => personOf(people, colleagueEmail(vendor, colleague))) : []
}

type Attended = { vendor: Person; member: Person; clock: { now: Date }; now: Date }

/** A member of the crew is assigned to a visit of the clock's day, checks in, and finishes within the hour. */
async function attend(id: string, { vendor, member, clock, now }: Attended): Promise<void> {
  await vendor.call.visits.assign({ id, person: member.id, scope: 'this', visits: 1 })
  await member.call.visits.checkIn({ id, at: clock.now.toISOString() })
  clock.now = new Date(Math.min(clock.now.getTime() + 55 * 60_000, now.getTime()))
  await member.call.visits.finish({ id, at: clock.now.toISOString(), note: '', place: null })
}

/** Each service that is still to come goes to one of the crew, in turn. */
async function assignSeries(vendor: Person, crew: Person[]): Promise<void> {
  if (crew.length === 0) return
  const visits = await allPages((page) => vendor.call.visits.upcoming({ page }))
  const services = [...new Map(visits.toReversed().map((visit) => [visit.building_service_id, visit]))]
  for (const [index, [service, { id }]] of services.entries()) {
    const member = crew[index % crew.length]
    const { visits: remaining } = await vendor.call.visits.ofService({ id: service })
    if (member)
      await vendor.call.visits.assign({ id, person: member.id, scope: 'all', visits: remaining.length })
  }
}

type BookedVisit = { id: string; scheduled_date: string; scheduled_time: string }

async function find(change: DemoChange, people: ReadonlyMap<string, Person>, goToStart: () => void) {
  goToStart()
  const address = demoAddress(change.building)
  const { call } = personOf(people, change.vendor)
  const visits = await allPages((page) => call.visits.upcoming({ page, all: true }))
  const found = visits.filter((each) => each.address === address && each.name === change.service)[
    change.visit
  ]
  if (!found) throw new Error(`${change.service} has no visit ${change.visit} at ${address}`)
  return found
}

async function apply(
  change: DemoChange,
  visit: BookedVisit,
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  const { call } = personOf(people, change.by === 'vendor' ? change.vendor : change.building)
  const { id, scheduled_date, scheduled_time } = visit
  const shown = { id, shown_date: scheduled_date, shown_time: scheduled_time, reason: change.reason }
  if (change.days === undefined) return call.visits.cancel(shown)
  await call.visits.move({ ...shown, scheduled_date: addDays(scheduled_date, change.days), scheduled_time })
}

async function pastVisits(vendor: Person) {
  const visits = await allPages((page) => vendor.call.visits.toComplete({ page }))
  return visits.map(({ id, scheduled_date, name, address }) => ({
    id,
    scheduled_date,
    name,
    address,
    vendor,
  }))
}

/** All rows of a list in pages. */
async function allPages<Row>(
  read: (page: number) => Promise<{ total: number; page_size: number; visits: Row[] }>,
): Promise<Row[]> {
  const { total, page_size, visits } = await read(1)
  const rest = Array.from({ length: Math.max(0, Math.ceil(total / page_size) - 1) }, (_, index) => index + 2)
  for (const page of rest) visits.push(...(await read(page)).visits)
  return visits
}

const demoAddress = (building: string) => BUILDINGS.find(({ key }) => key === building)?.place.address

function personOf(people: ReadonlyMap<string, Person>, key: string): Person {
  const person = people.get(key)
  if (!person) throw new Error(`The demo city knows nobody called '${key}'`)
  return person
}
