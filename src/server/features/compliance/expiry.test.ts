import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { addInsurance } from '../../../../test/features/compliance.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { createPortal } from '../../portal.ts'
import { bookAhead } from '../visits/book-ahead.ts'
import { tellOfExpiries } from './expiry.ts'

let world: World
let db: pg.Pool
let other: ReturnType<typeof createPortal>

beforeAll(async () => {
  const connection = await createWorldDatabase('expiries')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  other = createPortal(
    { ...connection, application_name: 'other server' },
    world.portal.config,
    () => world.clock.now,
  )
})
afterEach(() => {
  world.clock.now = NOW
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([other.close(), db.end(), world.close()])
})
beforeEach(() =>
  db.query(
    'truncate events, building_services, compliance_documents, service_requirements, vendor_storage cascade',
  ),
)

const SNOW = 'Snow Removal'
const on = (date: string) => {
  world.clock.now = new Date(`${date}T16:00:00Z`)
}
async function insure(facts: Record<string, string> = {}, by: 'curb' | 'hilltop' = 'curb'): Promise<string> {
  const id = await addInsurance(world, by, facts)
  await world.as('ada').compliance.verify({ id })
  return id
}
const told = async () =>
  (
    await db.query(
      `select kind, data from events where kind in ('compliance_expiring', 'visits_at_risk') order by id`,
    )
  ).rows.map(({ kind, data }) => `${kind} ${data.visits}`)
const JUNE = {
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2027-05-25',
  preferred_end_date: '2027-07-06',
} as const
/** Two visits before the insurance ends on June 10, and two after it. */
async function bookSnow(): Promise<void> {
  await world.as('ada').compliance.setRequirement({
    service_type_id: world.typeId(SNOW),
    kind: 'insurance',
    required: true,
  })
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
}

test('vendor and captain are told 30, 14 and 7 days before, each once, with the visits that are at risk [Product 2.6]', async () => {
  await insure()
  await bookSnow()
  const days = ['2027-05-10', '2027-05-11', '2027-05-12', '2027-05-26', '2027-05-27', '2027-05-28']
  const counts: number[] = []
  for (const day of [...days, '2027-06-02', '2027-06-03', '2027-06-04', '2027-06-10', '2027-06-11']) {
    on(day)
    await tellOfExpiries(world.portal)
    await tellOfExpiries(world.portal)
    counts.push((await told()).length)
  }
  expect(counts).toEqual([0, 2, 2, 2, 4, 4, 4, 6, 6, 6, 6])
  expect((await told()).slice(0, 2)).toEqual(['visits_at_risk 2', 'compliance_expiring 2'])
  const { rows } = await db.query(
    `select distinct m.recipient, e.kind from mails m join events e on e.id = m.event_id
     where e.kind in ('compliance_expiring', 'visits_at_risk') order by 1`,
  )
  expect(rows).toEqual([
    { recipient: 'curb@example.com', kind: 'compliance_expiring' },
    { recipient: 'maya@example.com', kind: 'visits_at_risk' },
  ])
})

test('after a sleep only the last notice is sent, by one of two servers that run it at once', async () => {
  await insure()
  await bookSnow()
  for (let round = 0; round < 10; round += 1) {
    await db.query('truncate compliance_notices; truncate events cascade')
    on('2027-05-30')
    await Promise.all([tellOfExpiries(world.portal), tellOfExpiries(other.portal)])
    expect((await told()).toSorted()).toEqual(['compliance_expiring 2', 'visits_at_risk 2'])
  }
})

test('nobody is told of a document that another one follows, or that was not verified', async () => {
  await insure()
  const next = await addInsurance(world, 'curb', { valid_from: '2027-06-11', expires_on: '2028-06-10' })
  await addInsurance(world, 'hilltop')
  on('2027-06-01')
  await world.as('ada').compliance.verify({ id: next })
  await tellOfExpiries(world.portal)
  expect(await told()).toEqual([])
  await world.as('ada').compliance.refuse({ id: next, reason: 'The names differ' })
  await tellOfExpiries(world.portal)
  expect(await told()).toEqual(['compliance_expiring 0'])
})

test('a building is told at once when a verification is taken back', async () => {
  const id = await insure()
  await bookSnow()
  await world.as('ada').compliance.refuse({ id, reason: 'Cancelled by the insurer' })
  // Also the two after its last day, which was too far off to be told of.
  expect(await told()).toEqual(['visits_at_risk 4'])
  await db.query('truncate events cascade')
  await world.as('ada').compliance.verify({ id })
  on('2027-05-30')
  await tellOfExpiries(world.portal)
  expect((await told()).toSorted()).toEqual(['compliance_expiring 2', 'visits_at_risk 2'])
  await world.as('ada').compliance.refuse({ id, reason: 'Cancelled after all' })
  // Of the visit on June 8 alone: the first has been, and of those after its last day they were told.
  expect((await told()).toSorted()).toEqual(['compliance_expiring 2', 'visits_at_risk 1', 'visits_at_risk 2'])
})

test('a visit that has begun is at no risk', async () => {
  const id = await insure()
  await bookSnow()
  on('2027-06-08')
  const { rows } = await db.query<{ id: string }>(
    `select id from appointments where scheduled_date = '2027-06-08'`,
  )
  await world.as('curb').visits.checkIn({ id: rows[0]?.id ?? '', at: world.clock.now.toISOString() })
  await world.as('ada').compliance.refuse({ id, reason: 'Cancelled by the insurer' })
  // It was the only one left until the last day of the document.
  expect(await told()).toEqual([])
})

test('nobody is told when a document is refused that no visit stood on', async () => {
  const [first, second] = [await insure(), await insure({ number: 'CGL-1432' })]
  await bookSnow()
  const waiting = await addInsurance(world)
  const reason = 'It was sent twice'
  await world.as('ada').compliance.refuse({ id: waiting, reason })
  await world.as('ada').compliance.refuse({ id: second, reason })
  expect(await told()).toEqual([])
  await world.as('ada').compliance.refuse({ id: first, reason })
  expect(await told()).toEqual(['visits_at_risk 4'])
  const { rows } = await db.query(
    `select data->>'was_verified' as was from events where kind = 'compliance_refused' order by id`,
  )
  expect(rows.map(({ was }) => was)).toEqual(['false', 'true', 'true'])
})

test('once a document is required, vendors that lack it and buildings with visits of theirs are told, once', async () => {
  await insure({}, 'hilltop')
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const requirement = { service_type_id: world.typeId(SNOW), kind: 'insurance' } as const
  const offering = await world.as('ned').vendors.offering({ service_type_id: requirement.service_type_id })
  const lacking = offering.length - 1
  expect(await world.as('ada').compliance.effect(requirement)).toEqual({
    vendors: lacking,
    of: offering.length,
    visits: 4,
  })
  const required = [{ kind: 'insurance', services: [SNOW] }]
  expect(await world.as('curb').compliance.required()).toEqual([])
  await world.as('ada').compliance.setRequirement({ ...requirement, required: true })
  await world.as('ada').compliance.setRequirement({ ...requirement, required: true })
  expect(await world.as('curb').compliance.required()).toMatchObject([{ ...required[0], held: false }])
  expect(await world.as('hilltop').compliance.required()).toMatchObject([{ ...required[0], held: true }])
  expect(await told()).toEqual(['visits_at_risk 4'])
  const { rows } = await db.query(
    `select distinct m.recipient, e.kind from mails m join events e on e.id = m.event_id
     where e.kind in ('document_required', 'visits_at_risk') and m.recipient in ('curb@example.com',
       'hilltop@example.com', 'maya@example.com') order by 1`,
  )
  expect(rows).toEqual([
    { recipient: 'curb@example.com', kind: 'document_required' },
    { recipient: 'maya@example.com', kind: 'visits_at_risk' },
  ])
  const { rowCount } = await db.query(`select from events where kind = 'document_required'`)
  expect(rowCount).toBe(lacking)
})

test('a new requirement tells of the visits that are at risk by the rule, and a vendor that only has visits left, too [Product 2.6]', async () => {
  await insure()
  const service = await world.request(SNOW, JUNE)
  await world.accept(service, await world.quote('curb', service, 10_000))
  const requirement = { service_type_id: world.typeId(SNOW), kind: 'insurance' } as const
  const effect = () => world.as('ada').compliance.effect(requirement)
  const vendors = (await effect()).of - 1
  // Its insurance ends in June: nobody is at risk half a year before.
  expect(await effect()).toMatchObject({ vendors, visits: 0 })
  on('2027-05-10')
  expect(await effect()).toMatchObject({ vendors, visits: 0 })
  on('2027-05-11')
  expect(await effect()).toMatchObject({ vendors: vendors + 1, visits: 2 })
  // It offers the service no more.
  await db.query(
    `update vendor_services set is_active = false where service_type_id = $1 and vendor_id = $2`,
    [requirement.service_type_id, world.companyOf('curb')],
  )
  expect(await effect()).toMatchObject({ of: vendors, vendors: vendors + 1, visits: 2 })
  await world.as('ada').compliance.setRequirement({ ...requirement, required: true })
  expect(await told()).toEqual(['visits_at_risk 2'])
  const { rowCount } = await db.query(
    `select from events where kind = 'document_required' and vendor_id = $1`,
    [world.companyOf('curb')],
  )
  expect(rowCount).toBe(1)
  expect(await world.as('curb').compliance.required()).toMatchObject([{ services: [SNOW], held: true }])
  await db.query('update vendor_services set is_active = true')
})

/** Waits until so many statements of this database wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await db.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0].n
    })
    .toBe(count)

/** Runs `booking`, which waits before it books, and meanwhile `telling`; both end once nothing holds the bookings up. */
async function whileBooking(booking: () => Promise<unknown>, telling: () => Promise<unknown>): Promise<void> {
  const holder = await db.connect()
  try {
    await holder.query('begin; lock table appointments in share row exclusive mode')
    const books = booking()
    await waiting(1)
    const tells = telling()
    await waiting(2)
    await holder.query('commit')
    await Promise.all([books, tells])
  } finally {
    holder.release()
  }
}

test('an acceptance that is under way books before a building is told which visits are at risk', async () => {
  await insure()
  const service = await world.request(SNOW, JUNE)
  const quote = await world.quote('curb', service, 10_000)
  await world.as('ada').compliance.setRequirement({
    service_type_id: world.typeId(SNOW),
    kind: 'insurance',
    required: true,
  })
  on('2027-05-13')
  await whileBooking(
    () => world.accept(service, quote),
    () => tellOfExpiries(other.portal),
  )
  expect(await told()).toEqual(['visits_at_risk 2', 'compliance_expiring 2'])
})

test('visits that are being booked ahead are told of when a document is taken back', async () => {
  const id = await insure({ expires_on: '2029-01-01' })
  await world.as('ada').compliance.setRequirement({
    service_type_id: world.typeId(SNOW),
    kind: 'insurance',
    required: true,
  })
  const service = await world.request(SNOW, {
    service_type: 'recurring',
    required_every_weeks: 26,
    preferred_start_date: '2026-11-27',
    preferred_end_date: null,
    until_ended: true,
  })
  await world.accept(service, await world.quote('curb', service, 10_000))
  on('2026-12-03')
  await whileBooking(
    () => bookAhead(other.portal),
    () => world.as('ada').compliance.refuse({ id, reason: 'Cancelled by the insurer.' }),
  )
  const { rows } = await db.query(
    `select count(*)::int as n from appointments where scheduled_date > '2026-12-03'`,
  )
  expect(rows).toEqual([{ n: 2 }])
  expect(await told()).toEqual(['visits_at_risk 2'])
})
