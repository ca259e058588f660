import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('changes-of-requests')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const edit = (id: string, more: object = {}) =>
  world.as('ned').services.edit({
    id,
    description: 'Two walks',
    service_type: 'recurring',
    required_every_weeks: 2,
    preferred_start_date: TODAY,
    preferred_end_date: '2027-01-15',
    ...more,
  })

const events = async (...kinds: string[]) =>
  (
    await db.query('select kind, vendor_id, building_id from events where kind = any ($1) order by id', [
      kinds,
    ])
  ).rows

test('a changed request has its new words, and every asked vendor is told once', async () => {
  const service = await world.request('Snow Removal', { excluded_vendors: [world.companyOf('hilltop')] })
  await world.quote('curb', service, 50_00)
  await edit(service)
  expect(await world.as('maya').services.list()).toMatchObject([
    { id: service, description: 'Two walks', required_every_weeks: 2, preferred_end_date: '2027-01-15' },
  ])
  for (const name of ['curb', 'evergreen'] as const)
    expect(await world.as(name).quotes.list({ tab: 'all', page: 1 })).toMatchObject([
      { description: 'Two walks', for_earlier_request: name === 'curb' },
    ])
  expect(await world.as('hilltop').quotes.list({ tab: 'all', page: 1 })).toEqual([])
  expect((await events('service_changed')).map(({ vendor_id }) => vendor_id)).toEqual([null])
  expect((await events('request_changed')).map(({ vendor_id }) => vendor_id).sort()).toEqual(
    [world.companyOf('curb'), world.companyOf('evergreen')].sort(),
  )
})

test('a price for the earlier request is refused until its vendor confirms or changes it', async () => {
  const service = await world.request('Snow Removal')
  const id = await world.quote('curb', service, 50_00)
  await edit(service)
  await expect(world.as('maya').quotes.accept({ id, per_visit_price: 50_00 })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('has to confirm it'),
  })
  await world.as('curb').quotes.update({ id, per_visit_price: 50_00 })
  // A page that has not heard of the change still shows the earlier dates.
  const earlier = { required_every_weeks: 4, preferred_start_date: TODAY, preferred_end_date: '2027-02-12' }
  await expect(
    world.as('maya').quotes.accept({ id, per_visit_price: 50_00, asked: earlier }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'the request changed meanwhile; please look at it again',
  })
  expect(await world.accept(service, id)).toBe(5)
})

test('a request whose start has passed is accepted only after its dates were changed', async () => {
  const service = await world.request('Snow Removal')
  const id = await world.quote('curb', service, 50_00)
  world.clock.now = new Date('2026-11-21T20:00:00Z')
  await expect(world.as('maya').quotes.accept({ id, per_visit_price: 50_00 })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('start date of this request has passed'),
  })
  await expect(edit(service)).rejects.toMatchObject({ cause: { field: 'preferred_start_date' } })
  await edit(service, { preferred_start_date: '2026-11-23' })
  await world.as('curb').quotes.update({ id, per_visit_price: 50_00 })
  expect(await world.accept(service, id)).toBe(4)
})

test('a withdrawn request closes its quotes, tells their vendors, and can be made again', async () => {
  const service = await world.request('Snow Removal')
  const priced = await world.quote('curb', service, 50_00)
  await world.as('ned').services.withdraw({ id: service })
  expect(await world.as('maya').services.list()).toEqual([])
  for (const name of ['curb', 'evergreen', 'hilltop'] as const)
    expect(await world.as(name).quotes.list({ tab: 'lost', page: 1 })).toMatchObject([{ withdrawn: true }])
  expect(await events('service_withdrawn')).toHaveLength(1)
  expect(await events('request_withdrawn')).toHaveLength(3)
  await expect(world.as('curb').quotes.update({ id: priced, per_visit_price: 1_00 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await world.request('Snow Removal')).toBe(service)
})

test('a decided or withdrawn request can neither be changed nor withdrawn', async () => {
  const service = await world.request('Snow Removal')
  await world.accept(service, await world.quote('curb', service, 50_00))
  const withdraw = (id: string) => world.as('ned').services.withdraw({ id })
  await expect(edit(service)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'this request is no longer open',
  })
  await expect(withdraw(service)).rejects.toMatchObject({ code: 'CONFLICT' })
  const other = await world.request('Tree Care')
  await withdraw(other)
  await expect(withdraw(other)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(edit(other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('of an acceptance and a withdrawal at once, one wins and the other is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const service = await world.request('Snow Removal')
    const id = await world.quote('curb', service, 50_00)
    const outcomes = await Promise.allSettled([
      world.as('maya').quotes.accept({ id, per_visit_price: 50_00 }),
      world.as('ned').services.withdraw({ id: service }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await db.query(
      `select s.status, count(a.id)::int as visits from building_services s left join appointments a
       on a.building_service_id = s.id where s.id = $1 group by 1`,
      [service],
    )
    expect([
      { status: 'Accepted', visits: 4 },
      { status: 'None', visits: 0 },
    ]).toContainEqual(rows[0])
    await db.query('truncate events, building_services cascade')
  }
})

test('from an acceptance on, its vendor and the captain see how to reach each other, and nobody else does', async () => {
  const service = await world.request('Snow Removal')
  const quote = await world.quote('curb', service, 50_00)
  const of = (name: 'maya' | 'otto') => world.as(name).services.contact({ id: service })
  const to = (name: 'curb' | 'hilltop') => world.as(name).quotes.contact({ id: quote })
  expect([await of('maya'), await to('curb')]).toEqual([null, null])
  await world.accept(service, quote)
  expect(await of('maya')).toMatchObject({ email: 'curb@example.com' })
  expect(await to('curb')).toMatchObject({ email: 'maya@example.com' })
  await expect(of('otto')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(to('hilltop')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
