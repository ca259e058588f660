import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { shownRequest } from '../../../domain/quotes/quote-input.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('changes-of-requests')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
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
  // Nor are other words at the same dates accepted.
  const { quotes: _, ...shown } = await world.as('maya').quotes.received({ building_service_id: service })
  const asked = shownRequest(shown)
  for (const other of [{ description: 'Clear the walks' }, { scope: 'Salt: No' }, { until_ended: true }])
    await expect(
      world.as('maya').quotes.accept({ id, per_visit_price: 50_00, asked: { ...asked, ...other } }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'the request changed meanwhile; please look at it again',
    })
  expect(await world.as('maya').quotes.accept({ id, per_visit_price: 50_00, asked })).toEqual({ visits: 5 })
})

describe('a price for the request that its vendor was shown', () => {
  const CHANGED = { code: 'CONFLICT', message: 'the request changed meanwhile; please look at it again' }
  const shown = async (id: string) => shownRequest(await world.as('curb').quotes.get({ id }))

  test('is sent, changed, and refused once the request is another one', async () => {
    const id = await world.quoteOf('curb', await world.request('Snow Removal'))
    const asked = await shown(id)
    const offers = world.as('curb').quotes
    for (const other of [
      { description: 'Three walks' },
      { required_every_weeks: 3 },
      { preferred_start_date: '2026-12-01' },
      { preferred_end_date: null },
      { until_ended: true },
    ])
      await expect(
        offers.submit({ id, per_visit_price: 50_00, asked: { ...asked, ...other } }),
      ).rejects.toMatchObject(CHANGED)
    await offers.submit({ id, per_visit_price: 50_00, asked })
    await edit((await offers.get({ id })).building_service_id)
    await expect(offers.update({ id, per_visit_price: 60_00, asked })).rejects.toMatchObject(CHANGED)
    expect(await offers.get({ id })).toMatchObject({ per_visit_price: 50_00, for_earlier_request: true })
    await offers.update({ id, per_visit_price: 60_00, asked: await shown(id) })
    expect(await offers.get({ id })).toMatchObject({ per_visit_price: 60_00, for_earlier_request: false })
  })

  test('is refused when the change that it waited for is done', async () => {
    const id = await world.quoteOf('curb', await world.request('Snow Removal'))
    const asked = await shown(id)
    const changing = await db.connect()
    try {
      await changing.query('begin')
      await changing.query('select from service_quotes where id = $1 for update', [id])
      await changing.query(`update request_rounds set description = 'Two walks'`)
      const sent = world.as('curb').quotes.submit({ id, per_visit_price: 50_00, asked })
      sent.catch(() => undefined) // expected below
      await waitForLocks('service_quotes')
      await changing.query('commit')
      await expect(sent).rejects.toMatchObject(CHANGED)
    } finally {
      changing.release(true)
    }
  })

  test('is one for the earlier request when it is sent in the midst of a change', async () => {
    const service = await world.request('Snow Removal')
    await world.quote('evergreen', service, 70_00) // from the first price on, vendors can't lock the request
    const id = await world.quoteOf('curb', service)
    const asked = await shown(id)
    const holder = await db.connect()
    try {
      await holder.query('begin; lock table events in share mode')
      const changed = edit(service)
      await waitForLocks('events')
      const sent = world.as('curb').quotes.submit({ id, per_visit_price: 50_00, asked })
      await waitForLocks('events', 2)
      await holder.query('commit')
      await Promise.all([changed, sent])
    } finally {
      holder.release(true)
    }
    expect(await world.as('curb').quotes.get({ id })).toMatchObject({ for_earlier_request: true })
  })
})

/** Returns once so many statements wait for a lock of the table. */
async function waitForLocks(table: string, statements = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%' || $1 || '%'`
  await vi.waitFor(async () => expect((await db.query(waiting, [table])).rowCount).toBe(statements), 10_000)
}

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
