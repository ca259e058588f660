import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('welcome')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(() => db.query('truncate events, building_services cascade'))

const wish = (
  service: string,
  required_every_weeks: number | null = 4,
  description: string | null = null,
) => ({
  service_type_id: world.typeId(service),
  required_every_weeks,
  description,
})
const ask = (services: ReturnType<typeof wish>[], by: Name = 'maya') =>
  world.as(by).services.welcome({ services })
const count = async (table: string) => (await db.query(`select from ${table}`)).rowCount

test('all chosen services are requested in one call, and each vendor is counted once [4.service.8]', async () => {
  // Snow Removal: all three; Tree Care: evergreen; Security Patrol: nobody yet.
  const wishes = [wish('Snow Removal', 1, 'The ramp first'), wish('Tree Care', null), wish('Security Patrol')]
  expect(await ask(wishes)).toEqual({ services: 3, vendors: 3 })

  const services = await world.as('ned').services.list()
  expect(services.map(({ name, status }) => [name, status]).sort()).toEqual([
    ['Security Patrol', 'Quote'],
    ['Snow Removal', 'Quote'],
    ['Tree Care', 'Quote'],
  ])
  expect(services.find(({ name }) => name === 'Snow Removal')).toMatchObject({
    description: 'The ramp first',
    service_type: 'recurring',
    required_every_weeks: 1,
    preferred_start_date: '2026-12-04',
    preferred_end_date: '2027-12-04',
    vendors_asked: 3,
  })
  expect(services.find(({ name }) => name === 'Tree Care')).toMatchObject({
    service_type: 'on-demand',
    required_every_weeks: null,
    preferred_start_date: '2026-12-04',
    preferred_end_date: null,
  })
  const asked = await world.as('evergreen').quotes.list({ tab: 'needs_quote', page: 1 })
  expect(asked.map(({ name }) => name).sort()).toEqual(['Snow Removal', 'Tree Care'])
  const { rows } = await db.query('select kind, count(*)::int from events group by kind order by kind')
  expect(rows).toEqual([
    { kind: 'quote_requested', count: 4 },
    { kind: 'service_requested', count: 3 },
  ])
})

test('if one service is in use or no longer offered, nothing is saved', async () => {
  await world.request('Tree Care')
  await expect(ask([wish('Snow Removal'), wish('Tree Care')])).rejects.toThrow('already requested')
  await db.query(`update service_types set is_active = false where name = 'Concierge'`)
  await expect(ask([wish('Snow Removal'), wish('Concierge')])).rejects.toThrow('could not find')
  await db.query(`update service_types set is_active = true where name = 'Concierge'`)
  expect([await count('building_services'), await count('service_quotes')]).toEqual([1, 1])
})

test('two browsers at once create one set of services', async () => {
  const wishes = [wish('Snow Removal'), wish('Tree Care')]
  const results = await Promise.allSettled([ask(wishes), ask([...wishes].reverse())])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect([await count('building_services'), await count('service_quotes')]).toEqual([2, 4])
})
