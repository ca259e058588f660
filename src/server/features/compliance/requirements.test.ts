import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addInsurance } from '../../../../test/features/compliance.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import type { ComplianceKind } from '../../../domain/compliance/kind.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { settleMissed } from '../visits/mark-missed.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('requirements')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterEach(() => {
  world.clock.now = NOW
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})
beforeEach(() =>
  db.query(
    'truncate events, building_services, compliance_documents, service_requirements, vendor_storage cascade',
  ),
)

const SNOW = 'Snow Removal'
/** At nine in Seattle, in summer. */
const on = (date: string) => {
  world.clock.now = new Date(`${date}T16:00:00Z`)
}
const requireFor = (service: string, kind: ComplianceKind = 'insurance', required = true) =>
  world.as('ada').compliance.setRequirement({ service_type_id: world.typeId(service), kind, required })
async function insure(facts: Record<string, string> = {}, by: 'curb' | 'hilltop' = 'curb'): Promise<string> {
  const id = await addInsurance(world, by, facts)
  await world.as('ada').compliance.verify({ id })
  return id
}
const RENEWED = { valid_from: '2027-06-11', expires_on: '2028-06-10', number: 'CGL-1432' }
/** Visits on June 8 and June 22; the insurance ends on June 10. */
const JUNE = {
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2027-06-08',
  preferred_end_date: '2027-06-22',
} as const
const visits = async (by: 'maya' | 'curb' = 'curb') =>
  (await world.as(by).visits.upcoming({ page: 1, all: true })).visits

test('a document ends on June 10: the visit of June 8 proceeds, the one of June 22 waits until it is renewed [Product 2.6]', async () => {
  await requireFor(SNOW)
  await insure()
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const [first, second] = await visits()
  const checkIn = (visit: typeof first) =>
    world.as('curb').visits.checkIn({ id: visit?.id ?? '', at: world.clock.now.toISOString() })
  const risks = async (by: 'maya' | 'curb') => (await visits(by)).map(({ missing }) => missing.join())
  const inCalendar = async (by: 'maya' | 'curb') => {
    const { visits } = await world.as(by).visits.calendar({ from: '2027-06-01', until: '2027-07-01' })
    return visits.map(({ missing }) => missing.join())
  }
  for (const by of ['maya', 'curb'] as const) {
    on('2027-05-10')
    expect([await risks(by), await inCalendar(by)]).toEqual([
      ['', ''],
      ['', ''],
    ])
    on('2027-05-11')
    expect([await risks(by), await inCalendar(by)]).toEqual([
      ['', 'insurance'],
      ['', 'insurance'],
    ])
  }
  on('2027-06-08')
  await checkIn(first)
  on('2027-06-22')
  const lacks = 'your company lacks an insurance certificate, verified and valid on Tue, Jun 22'
  await expect(checkIn(second)).rejects.toThrow(lacks)
  await expect(world.as('curb').visits.complete({ id: second?.id ?? '' })).rejects.toThrow(lacks)
  const today = await world.as('curb').visits.today()
  expect(today.stops.find(({ id }) => id === second?.id)?.missing).toEqual(['insurance'])
  // One that only waits does not count yet.
  const renewed = await addInsurance(world, 'curb', RENEWED)
  await expect(checkIn(second)).rejects.toThrow(lacks)
  await world.as('ada').compliance.verify({ id: renewed })
  await checkIn(second)
  // What was begun may be finished, whatever becomes of the document.
  await world.as('ada').compliance.refuse({ id: renewed, reason: 'Cancelled by the insurer' })
  const finished = {
    id: second?.id ?? '',
    at: world.clock.now.toISOString(),
    note: null,
    ticked: null,
    place: null,
  }
  await world.as('curb').visits.finish(finished)
})

test('a quote is accepted while its vendor holds what is required on the first visit’s day, and refused the day after [Product 2.6]', async () => {
  await requireFor(SNOW)
  await insure()
  const service = await world.request(SNOW, { ...JUNE, preferred_start_date: '2027-06-11' })
  const quote = await world.quote('curb', service, 10_000)
  const { quotes } = await world.as('ned').quotes.received({ building_service_id: service })
  expect(quotes).toMatchObject([
    { requirements: [{ kind: 'insurance', documents: [{ expires_on: '2027-06-10' }] }] },
  ])
  await expect(world.accept(service, quote)).rejects.toThrow(
    'its vendor lacks an insurance certificate, verified and valid on Fri, Jun 11, 2027',
  )
  expect(await visits('maya')).toEqual([])
  await insure(RENEWED)
  await world.accept(service, quote)
  expect(await visits('maya')).toHaveLength(1)
})

test('nothing is asked of other service types and kinds, and of nobody once it is no longer required', async () => {
  await requireFor('Landscaping')
  const snow = await world.request(SNOW, JUNE)
  await world.accept(snow, await world.quote('curb', snow, 10_000))
  const garden = await world.request('Landscaping')
  const quote = await world.quote('curb', garden, 10_000)
  await expect(world.accept(garden, quote)).rejects.toThrow('its vendor lacks an insurance certificate')
  await requireFor('Landscaping', 'insurance', false)
  await world.accept(garden, quote)
})

test('another company’s document does not count, nor a refused one', async () => {
  await requireFor(SNOW)
  await insure({}, 'hilltop')
  const refused = await insure()
  await world.as('ada').compliance.refuse({ id: refused, reason: 'The names differ' })
  const service = await world.request(SNOW, JUNE)
  const curb = await world.quote('curb', service, 10_000)
  const hilltop = await world.quote('hilltop', service, 12_000)
  await expect(world.accept(service, curb)).rejects.toThrow('its vendor lacks')
  await world.accept(service, hilltop)
})

test('crew reads what its visit requires, and is refused like the office', async () => {
  await requireFor(SNOW)
  await insure()
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const [, second] = await visits()
  const id = second?.id ?? ''
  await world.as('curb').visits.assign({ id, person: world.idOf('cole'), scope: 'this', visits: 1 })
  on('2027-06-22')
  const { stops } = await world.as('cole').visits.today()
  expect(stops).toMatchObject([{ id, missing: ['insurance'] }])
  const checkIn = () => world.as('cole').visits.checkIn({ id, at: world.clock.now.toISOString() })
  await expect(checkIn()).rejects.toThrow('your company lacks an insurance certificate')
  await insure(RENEWED)
  await checkIn()
})

test('a visit that could not begin is missed, and cannot be claimed, until the document is there [Product 1.5] [Product 2.6]', async () => {
  await requireFor(SNOW)
  await insure()
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const id = (await visits())[1]?.id ?? ''
  on('2027-06-23')
  const toComplete = await world.as('curb').visits.toComplete({ page: 1 })
  expect(toComplete.visits.map(({ missing }) => missing.join())).toEqual(['', 'insurance'])
  await settleMissed(world.portal)
  for (const by of ['curb', 'maya'] as const) {
    const { visits } = await world.as(by).visits.missed({ page: 1 })
    expect(visits.find((visit) => visit.id === id)?.missing).toEqual(['insurance'])
  }
  const claim = () => world.as('curb').visits.claim({ id, words: 'We salted at six.' })
  await expect(claim()).rejects.toThrow('your company lacks an insurance certificate')
  await insure(RENEWED)
  await claim()
})

test('a vendor reads what a request requires, and what of it is lacking on the first day', async () => {
  await requireFor(SNOW)
  await requireFor(SNOW, 'license')
  await insure()
  const id = await world.quote('curb', await world.request(SNOW, JUNE), 10_000)
  const asked = async () => {
    const [[listed], quote] = await Promise.all([
      world.as('curb').quotes.list({ tab: 'all', page: 1 }),
      world.as('curb').quotes.get({ id }),
    ])
    expect(listed?.lacks).toEqual(quote.lacks)
    return [quote.required.toSorted(), quote.lacks]
  }
  expect(await asked()).toEqual([['insurance', 'license'], ['license']])
  await requireFor(SNOW, 'license', false)
  expect(await asked()).toEqual([['insurance'], []])
  const later = await world.request('Landscaping', JUNE)
  const [other] = await world.as('curb').quotes.list({ tab: 'all', page: 1 })
  expect(other).toMatchObject({ building_service_id: later, required: [], lacks: [] })
})

test('crew reads before its day what a visit lacks', async () => {
  await requireFor(SNOW)
  await insure()
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const id = (await visits())[1]?.id ?? ''
  await world.as('curb').visits.assign({ id, person: world.idOf('cole'), scope: 'this', visits: 1 })
  const coming = async () => (await world.as('cole').visits.coming({ page: 1 })).visits[0]?.missing
  on('2027-05-10')
  expect(await coming()).toEqual([])
  on('2027-05-11')
  expect(await coming()).toEqual(['insurance'])
})

test('an admin sees how many vendors of a type hold each document, and a change is recorded once', async () => {
  await insure()
  await insure()
  await addInsurance(world, 'hilltop')
  await insure({ expires_on: '2026-11-19' }, 'hilltop') // yesterday
  await requireFor(SNOW)
  await requireFor(SNOW)
  const type = async () => {
    const types = await world.as('ada').compliance.requirements()
    return types.find(({ name }) => name === SNOW)
  }
  const offering = await world.as('ned').vendors.offering({ service_type_id: world.typeId(SNOW) })
  expect(await type()).toMatchObject({
    vendors: offering.length,
    kinds: [
      { kind: 'insurance', required: true, holding: 1 },
      { kind: 'license', required: false, holding: 0 },
      { kind: 'w9', required: false, holding: 0 },
    ],
  })
  await requireFor(SNOW, 'insurance', false)
  await requireFor(SNOW, 'insurance', false)
  const { rows } = await db.query(`select data from events where kind = 'requirements_changed' order by id`)
  expect(rows.map(({ data }) => data)).toEqual([
    { service: SNOW, kind: 'insurance', required: true },
    { service: SNOW, kind: 'insurance', required: false },
  ])
})

test('a requirement counts from its day on: who came the day before completes the visit, and claims a missed one [Product 2.6]', async () => {
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const [first, second] = (await visits()).map(({ id }) => id)
  on('2027-06-09')
  await requireFor(SNOW, 'w9')
  await world.as('curb').visits.complete({ id: first ?? '' })
  on('2027-06-23')
  const complete = () => world.as('curb').visits.complete({ id: second ?? '' })
  await expect(complete()).rejects.toThrow('your company lacks a W-9')
  await settleMissed(world.portal)
  const claim = () => world.as('curb').visits.claim({ id: second ?? '', words: 'We came at six.' })
  await expect(claim()).rejects.toThrow('your company lacks a W-9')
  // Required a day after that visit.
  await requireFor(SNOW, 'w9', false)
  await requireFor(SNOW, 'w9')
  await claim()
})
