import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let ids: Record<'landscaping' | 'snow' | 'trees', string>

const WINTER = { from: '2026-11-15', until: '2026-12-27' }

beforeAll(async () => {
  const connection = await createWorldDatabase('calendar')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  // Evergreen works for both buildings; curb for one of them. All visits are at nine.
  const weekly = { required_every_weeks: 1, preferred_end_date: '2026-12-25' }
  const landscaping = await world.request('Landscaping', weekly)
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 80_00))
  const snow = await world.request('Snow Removal', { preferred_end_date: '2026-12-20' })
  await world.accept(snow, await world.quote('curb', snow, 45_00))
  const trees = await world.request('Tree Care', { preferred_end_date: null }, 'otto')
  await world.accept(trees, await world.quote('evergreen', trees, 500_00), 'otto')
  ids = { landscaping, snow, trees }
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query(
    'update appointments set scheduled_date = nominal_date, scheduled_time = $1, window_minutes = 30',
    ['09:00'],
  )
})

type Filter = { service_type_id?: string; building_id?: string; from?: string; until?: string }
const calendar = (name: Name, filter: Filter = {}) => world.as(name).visits.calendar({ ...WINTER, ...filter })
const buildingOf = async (name: Name) => (await world.as(name).accounts.session())?.building?.id ?? ''

async function setDay(
  service: string,
  from: string,
  to: { date?: string; time?: string; status?: string; window?: number },
) {
  // From any status to any other.
  await db.query('set session_replication_role = replica')
  const { rowCount } = await db.query(
    `update appointments set scheduled_date = coalesce($3, scheduled_date), scheduled_time = coalesce($4, scheduled_time),
      status = coalesce($5, status), window_minutes = coalesce($6, window_minutes), changed_by = 'vendor', change_reason = 'Rain'
     where building_service_id = $1 and nominal_date = $2`,
    [service, from, to.date ?? null, to.time ?? null, to.status ?? null, to.window ?? null],
  )
  await db.query('set session_replication_role = origin')
  expect(rowCount).toBe(1)
}

test('a resident sees all visits of their building on these days, in order, and no others [Product 1.7]', async () => {
  const { visits, more } = await calendar('ned')
  expect(more).toBe(false)
  expect(visits.map(({ name }) => name).sort()).toEqual([
    ...Array.from({ length: 6 }, () => 'Landscaping'),
    ...Array.from({ length: 2 }, () => 'Snow Removal'),
  ])
  const days = visits.map(({ scheduled_date }) => scheduled_date)
  expect(days).toEqual([...days].sort())
  expect(new Set(visits.map(({ address }) => address))).toEqual(new Set(['1431 Minor Ave']))
  expect((await calendar('otto')).visits.map(({ name }) => name)).toEqual(['Tree Care'])
})

test('a vendor sees its own visits at every building [Product 1.7]', async () => {
  const { visits } = await calendar('evergreen')
  expect(visits.filter(({ address }) => address === '1431 Minor Ave')).toHaveLength(6)
  expect(visits.filter(({ address }) => address === '420 Denny Way')).toHaveLength(1)
  expect(new Set((await calendar('curb')).visits.map(({ name }) => name))).toEqual(new Set(['Snow Removal']))
  expect((await calendar('hilltop')).visits).toEqual([])
})

test('the first day counts, the day after the last one does not', async () => {
  const on = async (from: string, until: string) =>
    (await calendar('evergreen', { from, until, service_type_id: world.typeId('Landscaping') })).visits.map(
      ({ scheduled_date }) => scheduled_date,
    )
  expect(await on('2026-11-27', '2026-12-05')).toEqual(['2026-11-27', '2026-12-04'])
  expect(await on('2026-11-28', '2026-12-04')).toEqual([])
})

test.each([
  ['2026-12-01', '2026-12-01', 'Until must be after From'],
  ['2026-12-02', '2026-12-01', 'Until must be after From'],
  ['2026-12-01', '2027-01-16', 'A calendar shows at most 45 days'],
  ['2026-12-01', '2999-12-31', 'A calendar shows at most 45 days'],
  ['2026-02-30', '2026-03-05', 'From must be a date'],
  ['2026-03-01', 'tomorrow', 'Until must be a date'],
])('days from %s until %s are refused: %s', async (from, until, message) => {
  await expect(calendar('ned', { from, until })).rejects.toThrow(message)
})

test('45 days are answered', async () => {
  expect((await calendar('ned', { from: '2026-11-15', until: '2026-12-30' })).visits.length).toBeGreaterThan(
    0,
  )
})

test('both sides filter by service, a vendor by building, too [Product 1.7]', async () => {
  const denny = await buildingOf('otto')
  const snow = await calendar('ned', { service_type_id: world.typeId('Snow Removal') })
  expect(snow.visits.map(({ name }) => name)).toEqual(['Snow Removal', 'Snow Removal'])
  const there = await calendar('evergreen', { building_id: denny })
  expect(there.visits.map(({ name }) => name)).toEqual(['Tree Care'])
  const none = await calendar('evergreen', {
    building_id: denny,
    service_type_id: world.typeId('Landscaping'),
  })
  expect(none.visits).toEqual([])
})

test('a filter never reaches visits of another building or vendor [V8.2.2]', async () => {
  expect((await calendar('ned', { building_id: await buildingOf('otto') })).visits).toEqual([])
  expect((await calendar('curb', { service_type_id: world.typeId('Landscaping') })).visits).toEqual([])
})

test('cancelled, missed, disputed and completed visits stay, with what became of them', async () => {
  const statuses = ['completed', 'cancelled', 'missed', 'confirmed']
  for (const [week, status] of statuses.entries()) {
    const day = new Date(Date.parse('2026-12-04') + week * 7 * 86_400_000).toISOString().slice(0, 10)
    await setDay(ids.landscaping, day, { status })
  }
  const { visits } = await calendar('ned', { service_type_id: world.typeId('Landscaping') })
  expect(visits.slice(2).map(({ status }) => status)).toEqual(statuses)
})

test('double bookings are told to the vendor, also with a building that the filter leaves out [Product 1.7]', async () => {
  const minor = await buildingOf('ned')
  const { visits } = await calendar('evergreen', { building_id: minor })
  const double = visits.filter(({ double_booked }) => double_booked)
  expect(double.map(({ scheduled_date, double_booked }) => [scheduled_date, double_booked])).toEqual([
    [
      '2026-11-20',
      {
        visits: 1,
        first: expect.objectContaining({
          name: 'Tree Care',
          address: '420 Denny Way',
          scheduled_time: '09:00:00',
        }),
      },
    ],
  ])
})

test('a double booking ends when one of the two moves, is cancelled, or its day is over [Product 1.7]', async () => {
  const doubles = async () =>
    (await calendar('evergreen')).visits.filter(({ double_booked }) => double_booked).length
  expect(await doubles()).toBe(2)
  await setDay(ids.trees, '2026-11-20', { time: '09:30' })
  expect(await doubles()).toBe(0)
  await setDay(ids.trees, '2026-11-20', { time: '08:30', window: 60 })
  expect(await doubles()).toBe(2)
  await setDay(ids.trees, '2026-11-20', { status: 'cancelled' })
  expect(await doubles()).toBe(0)
  await setDay(ids.trees, '2026-11-20', { status: 'confirmed', time: '09:00' })
  expect(await doubles()).toBe(2)
  world.clock.now = new Date('2026-11-21T08:00:00Z') // midnight in the city
  expect(await doubles()).toBe(0)
})

test('a resident is told nothing of what else a vendor does [V8.2.2]', async () => {
  await setDay(ids.trees, '2026-11-20', { time: '09:00' })
  for (const name of ['maya', 'ned', 'otto'] as const)
    expect((await calendar(name)).visits.map(({ double_booked }) => double_booked)).not.toContainEqual(
      expect.anything(),
    )
})

test('of more visits than a calendar shows it says that there are more', async () => {
  const { rows } = await db.query('select count(*)::int from appointments where building_service_id = $1', [
    ids.snow,
  ])
  expect(rows[0].count).toBe(2)
  // Many moved to one day: the schedule has one for each of its own days.
  await db.query(
    `insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date, series_date,
      series_time, scheduled_date, scheduled_time, changed_by, change_reason)
     select building_id, building_service_id, service_quote_id, vendor_id, '2030-01-01'::date + n, '2030-01-01'::date + n,
       series_time, '2026-12-24', '09:00', 'vendor', 'Rain' from appointments, generate_series(1, 598) n
     where building_service_id = $1 and nominal_date = '2026-11-20'`,
    [ids.snow],
  )
  const full = await calendar('curb')
  expect([full.visits.length, full.more]).toEqual([600, false])
  await db.query(
    `update appointments set nominal_date = '2035-01-01' where building_service_id = $1 and nominal_date = '2030-01-02'`,
    [ids.snow],
  )
  await db.query(
    `insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date, series_date,
      series_time, scheduled_date, scheduled_time, changed_by, change_reason)
     select building_id, building_service_id, service_quote_id, vendor_id, '2036-01-01', '2036-01-01',
       series_time, '2026-12-24', '09:00', 'vendor', 'Rain' from appointments
     where building_service_id = $1 and nominal_date = '2026-11-20'`,
    [ids.snow],
  )
  const over = await calendar('curb')
  expect([over.visits.length, over.more]).toEqual([600, true])
  await db.query(`delete from appointments where building_service_id = $1 and nominal_date >= '2030-01-01'`, [
    ids.snow,
  ])
})

test('services and buildings to filter by are those of one’s own visits', async () => {
  const filters = async (name: Name) => {
    const { services, buildings } = await world.as(name).visits.filters()
    return {
      services: services.map(({ name: service }) => service),
      buildings: buildings.map(({ address }) => address),
    }
  }
  expect(await filters('ned')).toEqual({
    services: ['Landscaping', 'Snow Removal'],
    buildings: ['1431 Minor Ave'],
  })
  expect(await filters('evergreen')).toEqual({
    services: ['Landscaping', 'Tree Care'],
    buildings: ['1431 Minor Ave', '420 Denny Way'],
  })
  // Asked for quotes, never booked.
  expect(await filters('hilltop')).toEqual({ services: [], buildings: [] })
})

test('a vendor’s past visits are listed over all its buildings, filtered, with who pays what', async () => {
  world.clock.now = new Date('2026-12-05T20:00:00Z')
  await setDay(ids.landscaping, '2026-11-20', { status: 'completed' })
  const past = (
    name: Name,
    filter: { service_type_id?: string; building_id?: string; month?: string } = {},
  ) => world.as(name).visits.past({ page: 1, month: null, ...filter })
  const { total, first_day, visits } = await past('evergreen')
  expect([total, first_day]).toEqual([4, '2026-11-20'])
  expect(visits.map(({ scheduled_date, name, address }) => `${scheduled_date} ${name}, ${address}`)).toEqual([
    '2026-12-04 Landscaping, 1431 Minor Ave',
    '2026-11-27 Landscaping, 1431 Minor Ave',
    ...['Landscaping, 1431 Minor Ave', 'Tree Care, 420 Denny Way']
      .map((each) => `2026-11-20 ${each}`)
      .sort((one) => (visits[2]?.name && one.includes(visits[2].name) ? -1 : 1)),
  ])
  expect((await past('evergreen', { building_id: await buildingOf('otto') })).total).toBe(1)
  expect((await past('evergreen', { month: '2026-12' })).total).toBe(1)
  expect((await past('ned', { service_type_id: world.typeId('Snow Removal') })).total).toBe(1)
  // What one has, whatever the filter: months to choose from.
  expect(await past('ned', { building_id: await buildingOf('otto') })).toMatchObject({
    total: 0,
    first_day: '2026-11-20',
  })
  expect(await past('hilltop')).toMatchObject({ total: 0, first_day: null, visits: [] })
})
