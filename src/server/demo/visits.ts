import { addDays, type CalendarDate, cityTime, daysBetween, today } from '../../domain/calendar.ts'
import { visitsOfChange } from '../../domain/visits/series.ts'
import { settleMissed } from '../features/visits/mark-missed.ts'
import type { Portal } from '../rpc/context.ts'
import { BUILDINGS, colleagueEmail, residentEmail, VENDORS } from './city.ts'
import { addVisitPhoto, attend, type DoneVisit } from './field-work.ts'
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
/** In days, and longer than any visit is ago. */
export const HELD = 400
/** Nobody came to this service's last visit; its vendor says that they did. */
export const MISSED = {
  ...{ building: 'larkspur', vendor: 'brighthalls', service: 'Common Area Cleaning' },
  words: 'Two of us cleaned the halls from 9 to 11. Nobody checked in, because the phone had no power.',
}

/** What a captain says of this service's last visit, and its vendor answers. */
export const DISPUTED = {
  ...{ building: 'unionbay', vendor: 'broom', service: 'Common Area Cleaning' },
  words: 'The gym and the two upper halls were not cleaned. See the photo.',
  answer: 'Right: the elevator was out, and we skipped them. We came back on the next morning.',
}

/** Neighbors rate the last visit of a service. */
export const RATINGS = [
  {
    ...{ building: 'larkspur', by: 'Ned', vendor: 'evergreen', service: 'Landscaping' },
    thumb: 'up',
    comment: 'The camellias have never looked better.',
  },
  {
    ...{ building: 'larkspur', by: 'Ned', vendor: 'curb', service: 'Trash Take-Out' },
    thumb: 'down',
    comment: 'The bins came back after noon.',
  },
] as const

/** The visits to come of this service move for weather, from the second one on. */
export const WEATHER = {
  ...{ building: 'alki', vendor: 'raincity', service: 'Landscaping', days: 2 },
  reason: 'Ice is forecast for all of these mornings. We come two days later, when the beds have thawed.',
}

/** The vendor suggests another time for the third visit to come of this service. */
export const SUGGESTED = {
  ...{ building: 'larkspur', vendor: 'evergreen', service: 'Landscaping', days: 1 },
  reason: 'The lift for the roof deck is free a day later.',
}

/** They mark visits completed in their office: nobody checks in. */
const BY_OFFICE = ['puget', 'nightwatch']

type City = { portal: Portal; clock: { now: Date }; stop?: AbortSignal }

/**
 * Lets the visits take place that were booked before today: some are moved or cancelled first, then vendors come to all but
 * one, which is missed. One is disputed, and some to come are moved.
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
    const visit = await find(change, people, () => goTo(addDays(day, -HELD)))
    goTo(addDays(visit.scheduled_date, -2))
    await apply(change, visit, people)
  }

  clock.now = now
  const past = (await Promise.all(VENDORS.map(({ key }) => pastVisits(personOf(people, key)))))
    .flat()
    .sort((one, other) => (one.scheduled_date < other.scheduled_date ? -1 : 1))
  const lastOf = ({ building, vendor, service }: { building: string; vendor: string; service: string }) => {
    const visit = past.findLast(
      (each) =>
        each.name === service &&
        each.address === demoAddress(building) &&
        each.vendor === personOf(people, vendor),
    )
    if (!visit) throw new Error(`${service} has no past visit at ${building}`)
    return visit
  }
  const missed = lastOf(MISSED)
  for (const [number, visit] of past.filter((each) => each !== missed).entries()) {
    stop?.throwIfAborted()
    const { vendor } = visit
    goTo(visit.scheduled_date)
    const crew = crewOf(people, vendor)
    const member = crew[number % Math.max(1, crew.length)]
    if (member) await vendor.call.visits.assign({ id: visit.id, person: member.id, scope: 'this', visits: 1 })
    if (BY_OFFICE.some((key) => vendor === personOf(people, key)))
      await vendor.call.visits.complete({ id: visit.id })
    else {
      const looks = number % 3 === 1 && BUILDINGS.some((each) => each.access && isAt(each.key, visit))
      await attend(visit, member ?? vendor, { portal, clock, until: now, number, looks })
    }
  }
  clock.now = now
  for (const { key } of VENDORS)
    await assignSeries(personOf(people, key), crewOf(people, personOf(people, key)))
  await settleMissed(portal)
  await missed.vendor.call.visits.claim({ id: missed.id, words: MISSED.words })
  await dispute(portal, lastOf(DISPUTED), personOf(people, DISPUTED.building))
  for (const { by, building, thumb, comment, ...of } of RATINGS) {
    const neighbor = personOf(people, residentEmail({ key: building }, { name: by }))
    await neighbor.call.visits.rate({ id: lastOf({ building, ...of }).id, thumb, comment })
  }
  await moveForWeather(people, cityTime(now, portal.config.timeZone))
  await suggestTime(people)
}

/** The captain says with a photo what was not as agreed, and the vendor answers. */
async function dispute(portal: Portal, visit: PastVisit, captain: Person): Promise<void> {
  await captain.call.visits.dispute({ id: visit.id, words: DISPUTED.words })
  await addVisitPhoto(portal, captain, { visit, shows: 'dispute', number: 1 })
  await visit.vendor.call.visits.answerDispute({ id: visit.id, words: DISPUTED.answer })
  await addVisitPhoto(portal, visit.vendor, { visit, shows: 'answer', number: 2 })
}

async function moveForWeather(people: ReadonlyMap<string, Person>, now: { date: string; time: string }) {
  const { vendor, days, reason } = WEATHER
  const { call } = personOf(people, vendor)
  const visit = await comingVisit(WEATHER, people, 1)
  const { visits: all } = await call.visits.ofService({ id: visit.building_service_id })
  const { scheduled_date: shown_date, scheduled_time } = visit
  await call.visits.moveSeries({
    ...{ id: visit.id, shown_date, shown_time: scheduled_time, reason },
    ...{ scope: 'later', realign: false, scheduled_date: addDays(shown_date, days), scheduled_time },
    visits: visitsOfChange(all, visit, { scope: 'later', now }).length,
  })
}

async function suggestTime(people: ReadonlyMap<string, Person>): Promise<void> {
  const { vendor, days, reason } = SUGGESTED
  const visit = await comingVisit(SUGGESTED, people, 2)
  const { id, scheduled_date: shown_date, scheduled_time } = visit
  await personOf(people, vendor).call.visits.suggestTime({
    ...{ id, shown_date, shown_time: scheduled_time, reason },
    ...{ scheduled_date: addDays(shown_date, days), scheduled_time },
  })
}

/** A visit of a service that is to come; the first one is 0. */
async function comingVisit(
  { building, vendor, service }: Pick<DemoChange, 'building' | 'vendor' | 'service'>,
  people: ReadonlyMap<string, Person>,
  number: number,
) {
  const { call } = personOf(people, vendor)
  const visits = await allPages((page) => call.visits.upcoming({ page }))
  const found = visits.filter((each) => each.name === service && each.address === demoAddress(building))[
    number
  ]
  if (!found) throw new Error(`${service} has no visit to come at ${building}`)
  return found
}

/** The crew of a vendor's owner; nobody for most. */
function crewOf(people: ReadonlyMap<string, Person>, owner: Person): Person[] {
  const vendor = VENDORS.find(({ key }) => people.get(key) === owner)
  const crew = (vendor?.team ?? []).filter(({ vendor_role }) => vendor_role === 'crew')
  return vendor ? crew.map((colleague) => personOf(people, colleagueEmail(vendor, colleague))) : []
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

type PastVisit = DoneVisit & { address: string; vendor: Person }

async function pastVisits(vendor: Person): Promise<PastVisit[]> {
  const visits = await allPages((page) => vendor.call.visits.toComplete({ page }))
  return visits.map((visit) => ({ ...visit, vendor }))
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

const isAt = (building: string, { address }: PastVisit) => demoAddress(building) === address

const demoAddress = (building: string) => BUILDINGS.find(({ key }) => key === building)?.place.address

function personOf(people: ReadonlyMap<string, Person>, key: string): Person {
  const person = people.get(key)
  if (!person) throw new Error(`The demo city knows nobody called '${key}'`)
  return person
}
