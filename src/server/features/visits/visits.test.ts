import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('visits')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  // Evergreen works for both buildings; curb for one of them.
  const weekly = { required_every_weeks: 1, preferred_end_date: '2027-05-14' }
  const landscaping = await world.request('Landscaping', weekly)
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 80_00))
  const snow = await world.request('Snow Removal', { preferred_end_date: '2026-12-20' })
  await world.accept(snow, await world.quote('curb', snow, 45_00))
  const trees = await world.request('Tree Care', { preferred_end_date: null }, 'otto')
  await world.accept(trees, await world.quote('evergreen', trees, 500_00), 'otto')
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => {
  world.clock.now = NOW
})

const upcoming = (name: Name, page = 1) => world.as(name).visits.upcoming({ page })

test('a resident sees the building’s upcoming visits, soonest first, with vendor and price', async () => {
  const { total, page_size, visits } = await upcoming('ned')
  expect([total, page_size, visits.length]).toEqual([26 + 2, 20, 20])
  const days = visits.map(({ scheduled_date }) => scheduled_date)
  expect(days).toEqual([...days].sort())
  expect(
    visits
      .slice(0, 2)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Landscaping', 'Snow Removal'])
  expect(visits.find(({ name }) => name === 'Snow Removal')).toEqual({
    missing: [],
    id: expect.any(String),
    assigned_to: null,
    assigned_name: null,
    scheduled_date: '2026-11-20',
    scheduled_time: '09:00:00',
    name: 'Snow Removal',
    company_name: 'Curb & Corner',
    price: 45_00,
    address: '1431 Minor Ave',
    city: 'Seattle',
    state: 'WA',
    status: 'confirmed',
    vendor_id: world.companyOf('curb'),
    building_id: expect.any(String),
    building_service_id: expect.any(String),
    changed_by: null,
    change_reason: null,
    earlier_date: null,
    earlier_time: null,
    just_completed: false,
    on_the_way_at: null,
    checked_in_at: null,
    finished_at: null,
    claimed_at: null,
    claim_answer: null,
    outcome: null,
    suggested_by: null,
    suggested_date: null,
    suggested_time: null,
    suggestion_reason: null,
    nominal_date: '2026-11-20',
    shift_days: 0,
    window_minutes: null,
    weekdays: [],
  })
})

test('each visit is on one page, and a page after the last is empty', async () => {
  const [first, second, third] = await Promise.all([1, 2, 3].map((page) => upcoming('maya', page)))
  const ids = [first, second].flatMap((page) => page?.visits.map(({ id }) => id))
  expect(new Set(ids).size).toBe(28)
  expect(third).toMatchObject({ total: 28, visits: [] })
})

test('a vendor sees its own visits at every building', async () => {
  const { total, visits } = await upcoming('evergreen')
  expect(total).toBe(26 + 1)
  expect(new Set(visits.map(({ address }) => address))).toEqual(new Set(['1431 Minor Ave', '420 Denny Way']))
  expect(new Set(visits.map(({ company_name }) => company_name))).toEqual(new Set(['Evergreen Grounds']))
  expect(await upcoming('hilltop')).toMatchObject({ total: 0, visits: [] })
})

test('upcoming visits are filtered by service and by building [Product 1.7]', async () => {
  const by = (name: Name, filter: { service_type_id?: string; building_id?: string }) =>
    world.as(name).visits.upcoming({ page: 1, all: true, ...filter })
  const snow = { service_type_id: world.typeId('Snow Removal') }
  const ofMaya = await by('maya', snow)
  expect(new Set(ofMaya.visits.map(({ name }) => name))).toEqual(new Set(['Snow Removal']))
  expect(ofMaya).toMatchObject({ total: ofMaya.visits.length, booked: ofMaya.visits.length })
  const denny = (await by('otto', {})).visits[0]?.building_id
  const ofEvergreen = await by('evergreen', { building_id: denny })
  expect(ofEvergreen).toMatchObject({ total: 1, visits: [{ address: '420 Denny Way' }] })
  expect(await by('evergreen', { building_id: denny, ...snow })).toMatchObject({ total: 0, visits: [] })
  // Another's building has no visits that one sees.
  expect(await by('maya', { building_id: denny })).toMatchObject({ total: 0, visits: [] })
})

test('visits of one day are sorted by hour', async () => {
  await db.query(
    `update appointments set scheduled_time = '07:30' where scheduled_date = '2026-11-20'
    and building_service_id in (select id from building_services where service_type_id = $1)`,
    [world.typeId('Snow Removal')],
  )
  const { visits } = await upcoming('maya')
  expect(visits.slice(0, 2).map(({ name, scheduled_time }) => [name, scheduled_time])).toEqual([
    ['Snow Removal', '07:30:00'],
    ['Landscaping', '09:00:00'],
  ])
})

test('today’s visit is upcoming until midnight in the city; a completed or cancelled one is not', async () => {
  const total = async () => (await upcoming('otto')).total
  world.clock.now = new Date('2026-11-21T07:59:59Z')
  expect(await total()).toBe(1)
  world.clock.now = new Date('2026-11-21T08:00:00Z')
  expect(await total()).toBe(0)
  world.clock.now = NOW
  for (const status of ['cancelled', 'completed']) {
    await db.query('set session_replication_role = replica')
    await db.query(
      `update appointments set status = $1, changed_by = 'vendor', change_reason = 'Rain' where vendor_id = $2`,
      [status, world.companyOf('evergreen')],
    )
    await db.query('set session_replication_role = origin')
    expect([status, await upcoming('otto')]).toMatchObject([status, { total: 0, visits: [] }])
  }
})
