import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, TODAY, type Vendor, type World } from '../../../../test/world.ts'
import { addDays } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { createPool } from '../../db/pool.ts'
import { askNewVendor } from '../quotes/requests.db.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('vendors')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const dashboard = (vendor: Vendor) => world.as(vendor).vendors.dashboard()

/** A one-time job of evergreen's, on its day. */
async function job(service: string, day: string, price: number, by: 'maya' | 'otto' = 'maya') {
  const id = await world.request(
    service,
    {
      service_type: 'on-demand',
      required_every_weeks: null,
      preferred_start_date: day,
      preferred_end_date: null,
    },
    by,
  )
  await world.accept(id, await world.quote('evergreen', id, price), by)
  return id
}

describe('the dashboard', () => {
  test('of a vendor without work shows zeros and no next visit', async () => {
    expect(await dashboard('evergreen')).toEqual({
      revenue_opportunity: 0,
      active_jobs: 0,
      requests_available: 0,
      next_visit: null,
    })
  })

  test('counts revenue from today through six days ahead, without cancelled and completed visits [2.vendor.2] [7.dashboard.2] [9.time.2]', async () => {
    await job('Landscaping', TODAY, 1_00)
    await job('Tree Care', addDays(TODAY, 6), 20_00)
    await job('Snow Removal', addDays(TODAY, 7), 300_00)
    await job('Landscaping', addDays(TODAY, 3), 4_000_00, 'otto')
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 4_021_00, active_jobs: 4 })
    expect(await dashboard('curb')).toMatchObject({ revenue_opportunity: 0, active_jobs: 0 })

    const set = (status: string, day: string) =>
      db.query(
        `update appointments set status = $1, changed_by = 'vendor', change_reason = 'Rain' where scheduled_date = $2`,
        [status, day],
      )
    await set('cancelled', addDays(TODAY, 3))
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 21_00, active_jobs: 3 })
    await set('completed', TODAY)
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 20_00, active_jobs: 2 })

    // The window moves with the city's day: at its midnight the seventh day comes in, and the past falls out.
    world.clock.now = new Date('2026-11-21T07:59:59Z')
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 20_00 })
    world.clock.now = new Date('2026-11-21T08:00:00Z')
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 320_00, active_jobs: 2 })
    world.clock.now = new Date('2026-11-28T08:00:00Z')
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 0, active_jobs: 0 })
  })

  test('counts each visit of a recurring service as revenue, and the service once as a job [2.vendor.3]', async () => {
    const weekly = { required_every_weeks: 1, preferred_end_date: '2027-11-19' }
    const id = await world.request('Landscaping', weekly)
    await world.accept(id, await world.quote('evergreen', id, 80_00))
    await db.query(
      `update appointments set scheduled_date = $1, status = 'confirmed'
      where scheduled_date = '2026-11-27'`,
      [addDays(TODAY, 5)],
    )
    expect(await dashboard('evergreen')).toMatchObject({ revenue_opportunity: 160_00, active_jobs: 1 })
  })

  test('counts open requests without a price from this vendor [2.vendor.4] [7.dashboard.1]', async () => {
    const landscaping = await world.request('Landscaping')
    const snow = await world.request(
      'Snow Removal',
      { excluded_vendors: [world.companyOf('hilltop')] },
      'otto',
    )
    const open = async () => {
      const names = ['evergreen', 'curb', 'hilltop'] as const
      return Promise.all(names.map(async (name) => (await dashboard(name)).requests_available))
    }
    expect(await open()).toEqual([2, 2, 1])
    await world.quote('curb', snow, 10_00)
    expect(await open()).toEqual([2, 1, 1])
    await world.accept(landscaping, await world.quote('evergreen', landscaping, 10_00))
    expect(await open()).toEqual([1, 0, 0])
  })

  test('the views show its quotes as accepted, then in progress, and open requests with their title [3.quotes] [3.quote-requests]', async () => {
    const weekly = { required_every_weeks: 1, preferred_end_date: '2027-11-19' }
    const id = await world.request('Landscaping', weekly)
    await world.accept(id, await world.quote('evergreen', id, 80_00))
    const hilltop = world.companyOf('hilltop')
    await world.request('Snow Removal', { excluded_vendors: [hilltop] })
    const quotes = async () => (await db.query('select vendor_id, status, price from quotes')).rows
    const own = { vendor_id: world.companyOf('evergreen'), price: 80_00 }
    expect(await quotes()).toEqual([{ ...own, status: 'accepted' }])
    await db.query(
      `update appointments set status = 'completed'
       where scheduled_date = (select min(scheduled_date) from appointments)`,
    )
    expect(await quotes()).toEqual([{ ...own, status: 'in_progress' }])
    const { rows } = await db.query('select status, title, excluded_vendors from quote_requests')
    expect(rows).toEqual([{ status: 'open', title: 'Snow Removal', excluded_vendors: [hilltop] }])
  })

  test('shows the next visit: the earliest confirmed one by day, then hour [2.vendor.5] [7.visits.1]', async () => {
    await job('Tree Care', addDays(TODAY, 2), 1_00)
    await job('Landscaping', addDays(TODAY, 1), 1_00, 'otto')
    await job('Snow Removal', addDays(TODAY, 1), 1_00)
    await db.query(
      `update appointments set scheduled_time = '08:15' where building_service_id =
      (select id from building_services where service_type_id = $1)`,
      [world.typeId('Snow Removal')],
    )
    const next = async () => (await dashboard('evergreen')).next_visit
    expect(await next()).toEqual({
      scheduled_date: '2026-11-21',
      scheduled_time: '08:15:00',
      window_minutes: null,
      title: 'Snow Removal',
      address: '1431 Minor Ave',
      city: 'Seattle',
      state: 'WA',
    })
    await db.query(
      `update appointments set status = 'cancelled', changed_by = 'vendor', change_reason = 'Rain' where scheduled_time = '08:15'`,
    )
    expect(await next()).toMatchObject({ title: 'Landscaping', address: '420 Denny Way' })
    world.clock.now = new Date('2026-11-22T20:00:00Z')
    expect(await next()).toMatchObject({ title: 'Tree Care', scheduled_date: '2026-11-22' })
    world.clock.now = new Date('2026-11-23T20:00:00Z')
    expect(await next()).toBeNull()
  })
})

test('a new vendor is asked for the open requests of its types, with an event each', async () => {
  const open = await world.request('Landscaping')
  await job('Snow Removal', TODAY, 5_00)
  const waiting = await world.request('Landscaping', {}, 'otto')
  await db.query(`update building_services set status = 'pending_quotes' where id = $1`, [waiting])
  const ended = await world.request('Trash Take-Out')
  await db.query(`update building_services set status = 'None' where id = $1`, [ended])
  await world.request('Window Washing')

  const newcomer = await world.vendor('nina', 'Nina & Daughters', [
    'Landscaping',
    'Snow Removal',
    'Trash Take-Out',
  ])
  const quotes = await newcomer.call.quotes.list({ tab: 'all', page: 1 })
  expect(quotes.map(({ name, address, state }) => [name, address, state]).sort()).toEqual([
    ['Landscaping', '1431 Minor Ave', 'needs_quote'],
    ['Landscaping', '420 Denny Way', 'needs_quote'],
  ])
  const { rows } = await db.query(
    'select e.kind, e.actor, q.building_service_id from events e join service_quotes q on q.id = e.subject where e.vendor_id = (select vendor_id from profiles where id = $1)',
    [newcomer.id],
  )
  expect(rows.map((row) => row.building_service_id).sort()).toEqual([open, waiting].sort())
  for (const { kind, actor } of rows) expect([kind, actor]).toEqual(['quote_requested', newcomer.id])
})

test('a vendor that starts to offer a type is asked once, and never for a request that excludes it', async () => {
  const service = await world.request('Snow Removal', { excluded_vendors: [world.companyOf('hilltop')] })
  const count = async () =>
    (await db.query('select from service_quotes where building_service_id = $1', [service])).rowCount
  const asked = await count()
  expect(asked).toBeGreaterThanOrEqual(2)
  for (const name of ['evergreen', 'curb', 'hilltop'] as const)
    await asSystem(world.portal.db, (tx) =>
      askNewVendor(tx, { id: world.idOf(name), vendor_id: world.companyOf(name) }),
    )
  expect(await count()).toBe(asked)
  expect(await dashboard('hilltop')).toMatchObject({ requests_available: 0 })
})

test('a resident sees who offers a type, sorted by name ignoring case, without vendors that stopped [7.vendor-services.1]', async () => {
  await world.vendor('arno', 'arno & sons', ['Landscaping', 'Painting'])
  const names = async () =>
    (await world.as('ned').vendors.offering({ service_type_id: world.typeId('Landscaping') })).map(
      ({ company_name }) => company_name,
    )
  expect((await names()).filter((name) => !name.startsWith('Nina'))).toEqual([
    'arno & sons',
    'Curb & Corner',
    'Evergreen Grounds',
    'Hilltop Care',
  ])
  await db.query('update vendor_services set is_active = false where vendor_id = $1', [
    world.companyOf('curb'),
  ])
  expect(await names()).not.toContain('Curb & Corner')
  expect(await world.as('ned').vendors.offering({ service_type_id: crypto.randomUUID() })).toEqual([])
})
