import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type Vendor, type World } from '../../../../test/world.ts'
import { addDays, today } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import type { Procedures } from '../../demo/person.ts'
import { refreshBenchmarks } from './benchmarks.ts'

let world: World
let db: pg.Pool
let captains: Procedures[]

beforeAll(async () => {
  const connection = await createWorldDatabase('benchmarks')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  captains = []
  for (const street of ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm']) {
    const place = { address: `1 ${street} Street`, number_of_units: 10 }
    captains.push((await world.resident(street.toLowerCase(), place)).call)
  }
})
afterAll(async () => {
  expect(await breachesOf(world.portal.db)).toEqual([])
  await Promise.all([db.end(), world.close()])
})

const SNOW = 'Snow Removal'
const at = (date: string) => {
  world.clock.now = new Date(`${date}T09:00:00-08:00`)
}
/** Each of these vendors offers it. */
const VENDORS: Vendor[] = ['curb', 'evergreen', 'hilltop']

/** This building asks for one visit, and accepts a price for it. */
async function accept(building: number, per_visit_price: number): Promise<void> {
  const { services, quotes } = captainOf(building)
  const { id: service } = await services.request({
    service_type_id: world.typeId(SNOW),
    description: 'The walk, please.',
    service_type: 'on-demand',
    required_every_weeks: null,
    preferred_start_date: addDays(today(world.clock.now, world.portal.config.timeZone), 3),
    preferred_end_date: null,
  })
  const vendor = VENDORS[building % VENDORS.length] ?? 'curb'
  const id = await world.quote(vendor, service, per_visit_price)
  await quotes.accept({ id, per_visit_price })
  // The database says when it was, by its own clock.
  await db.query(`update events set at = $1 where subject = $2 and kind = 'quote_accepted'`, [
    world.clock.now,
    id,
  ])
}

function captainOf(building: number): Procedures {
  const captain = captains[building]
  if (!captain) throw new Error(`There is no building ${building}`)
  return captain
}

/** What a building that asks for the same reads. */
async function shown(): Promise<unknown> {
  await refreshBenchmarks(world.portal)
  const [service] = await world.as('maya').services.list()
  const { benchmark } = await world.as('maya').quotes.received({ building_service_id: service?.id ?? '' })
  return benchmark
}

test('four buildings show nothing, five do from the next month on, and what is older than a year ends [Product 2.8]', async () => {
  at('2026-11-10')
  await world.request(SNOW, { preferred_start_date: '2026-11-20' })
  for (const [building, price] of [50_00, 60_00, 70_00, 80_00].entries()) await accept(building, price)
  at('2026-12-01')
  expect(await shown()).toBeNull()
  // Counted once a month, whatever is accepted in between.
  await accept(4, 160_00)
  expect(await shown()).toBeNull()
  at('2027-01-01')
  const five = { low: 6_30, median: 6_30, high: 8_00 }
  expect(await shown()).toEqual(five)
  // Many servers start at once.
  await db.query('delete from benchmark_months')
  await Promise.all(Array.from({ length: 6 }, () => refreshBenchmarks(world.portal)))
  expect(await shown()).toEqual(five)
  // A server whose clock is behind changes nothing.
  at('2026-12-31')
  expect(await shown()).toEqual(five)
  // Accepted in November 2026, and so in the twelve months before November 2027.
  at('2027-11-30')
  expect(await shown()).toEqual(five)
  at('2027-12-01')
  expect(await shown()).toBeNull()
})

test('each building counts once, with what it accepted last before the month; one without a number of units does not count', async () => {
  const askAgain = () =>
    db.query(
      `update building_services set status = 'None', assigned_vendor = null
      where service_type_id = $1 and status = 'Accepted'`,
      [world.typeId(SNOW)],
    )
  at('2028-02-10')
  await askAgain()
  for (const [building, price] of [50_00, 60_00, 70_00, 80_00, 10_00].entries()) await accept(building, price)
  await askAgain()
  await accept(4, 400_00)
  at('2028-03-20')
  await askAgain()
  await accept(4, 10_00)
  // Of 5, 6, 7, 8 and 40 dollars.
  expect(await shown()).toEqual({ low: 6_30, median: 6_30, high: 8_00 })
  await db.query(`update buildings set number_of_units = null where address = '1 Elm Street'`)
  at('2028-04-01')
  expect(await shown()).toBeNull()
})
