import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, TODAY, type World } from '../../../../test/world.ts'
import { addDays } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { closeOverdue } from './deadlines.ts'

let world: World
let db: pg.Pool

beforeAll(async () => {
  const connection = await createWorldDatabase('deadlines')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
})
afterAll(() => Promise.all([db.end(), world.close()]))

beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
})

const SNOW = 'Snow Removal'
const later = { preferred_start_date: addDays(TODAY, 30) }
const dayLater = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000)
const service = async () => (await world.as('maya').services.list())[0]
const quotesOf = async (
  name: 'curb' | 'evergreen' | 'hilltop',
  tab: 'needs_quote' | 'submitted' | 'lost' | 'all' = 'all',
) => {
  const { quotes } = world.as(name)
  return Promise.all((await quotes.list({ tab, page: 1 })).map(({ id }) => quotes.get({ id })))
}
const told = async (kind: string) => {
  const { rows } = await db.query(
    `select split_part(recipient, '@', 1) as who from mails m join events e on e.id = m.event_id where e.kind = $1 order by 1`,
    [kind],
  )
  return rows.map(({ who }) => who)
}
const close = () => closeOverdue(world.portal)

test('a request has a week to quote and two to decide, and vendors see both and how many were asked [Product 2.2]', async () => {
  await world.request(SNOW, later)
  expect(await service()).toMatchObject({ quotes_by: '2026-11-27', decide_by: '2026-12-04' })
  for (const name of ['curb', 'evergreen', 'hilltop'] as const)
    expect(await quotesOf(name)).toMatchObject([
      { quotes_by: '2026-11-27', decide_by: '2026-12-04', vendors_asked: 3 },
    ])
})

test('a request that starts sooner is decided by its start; its own days win', async () => {
  const id = await world.request(SNOW, { preferred_start_date: addDays(TODAY, 9) })
  expect(await service()).toMatchObject({ quotes_by: '2026-11-27', decide_by: '2026-11-29' })
  await world.as('maya').services.withdraw({ id })
  await world.request(SNOW, { ...later, quotes_by: TODAY, decide_by: '2027-01-05' })
  expect(await service()).toMatchObject({ quotes_by: TODAY, decide_by: '2027-01-05' })
})

test.each([
  [{ quotes_by: '2026-11-19', decide_by: '2026-12-01' }, 'Quotes by must be today or later'],
  [{ quotes_by: '2026-12-02', decide_by: '2026-12-01' }, 'Decide by must be on or after Quotes by'],
  [{ quotes_by: '2026-12-02', decide_by: '2027-11-20' }, 'Decide by must be within 180 days'],
])('the days %j are refused: %s', async (days, message) => {
  await expect(world.request(SNOW, { ...later, ...days })).rejects.toMatchObject({ message })
})

test('more time is told to all vendors, mailed to those who have not quoted, and only later days are taken', async () => {
  const id = await world.request(SNOW, later)
  await world.quote('curb', id, 90_00)
  const extend = (quotes_by: string, decide_by: string) =>
    world.as('ned').services.extend({ id, quotes_by, decide_by })
  await expect(extend('2026-11-26', '2026-12-10')).rejects.toMatchObject({
    message: 'Quotes by can only become later',
  })
  await expect(extend('2026-11-30', '2026-12-03')).rejects.toMatchObject({
    message: 'Decide by can only become later',
  })
  await extend('2026-12-04', '2026-12-11')
  expect(await quotesOf('curb')).toMatchObject([
    { quotes_by: '2026-12-04', decide_by: '2026-12-11', for_earlier_request: false },
  ])
  expect(await told('request_extended')).toEqual(['evergreen', 'hilltop'])
  const { rows } = await db.query(`select vendor_id from events where kind = 'request_extended'`)
  expect(rows.map(({ vendor_id }) => vendor_id).sort()).toEqual(
    [world.companyOf('curb'), world.companyOf('evergreen'), world.companyOf('hilltop')].sort(),
  )
  // When 'Quotes by' has passed, the decision alone can take longer.
  world.clock.now = dayLater(20)
  await extend('2026-12-04', '2026-12-20')
  expect(await service()).toMatchObject({ quotes_by: '2026-12-04', decide_by: '2026-12-20' })
})

test('who has to confirm a price hears of more time, too', async () => {
  const id = await world.request(SNOW, { ...later, excluded_vendors: [world.companyOf('hilltop')] })
  await world.quote('curb', id, 90_00)
  const changed = { description: 'More snow', service_type: 'on-demand', ...later } as const
  await world.as('maya').services.edit({ id, ...changed })
  await world.as('maya').services.extend({ id, quotes_by: '2026-12-04', decide_by: '2026-12-11' })
  expect(await told('request_extended')).toEqual(['curb', 'evergreen'])
})

test('vendors that were left out are asked later, each once; nobody else is', async () => {
  const excluded_vendors = [world.companyOf('hilltop'), world.companyOf('evergreen')]
  const id = await world.request(SNOW, { ...later, excluded_vendors })
  const ask = (...vendor_ids: string[]) => world.as('ned').services.askMore({ id, vendor_ids })
  const left = async () => (await world.as('ned').services.leftOut({ id })).map((vendor) => vendor.id).sort()
  expect(await left()).toEqual([...excluded_vendors].sort())
  await expect(ask(world.companyOf('curb'))).rejects.toMatchObject({
    message: 'Only vendors that were left out can be asked',
  })
  expect(await ask(world.companyOf('hilltop'))).toEqual({ vendors: 1 })
  expect(await quotesOf('hilltop', 'needs_quote')).toMatchObject([{ vendors_asked: 2 }])
  expect(await quotesOf('evergreen')).toEqual([])
  expect(await told('quote_requested')).toEqual(['curb', 'hilltop'])
  expect(await service()).toMatchObject({ vendors_left_out: 1 })
  expect(await left()).toEqual([world.companyOf('evergreen')])
  // Who offers it no longer can't be asked.
  const offers = (is_active: boolean) =>
    db.query('update vendor_services set is_active = $2 where vendor_id = $1', [
      world.companyOf('evergreen'),
      is_active,
    ])
  await offers(false)
  expect(await left()).toEqual([])
  await offers(true)
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a request is withdrawn with a reason that its vendors read; the next one has none', async () => {
  const id = await world.request(SNOW, later)
  await world.as('ned').services.withdraw({ id, reason: ' We bought a blower. ' })
  expect(await quotesOf('curb')).toMatchObject([{ withdrawn: true, closed_reason: 'We bought a blower.' }])
  await world.request(SNOW, later)
  expect((await quotesOf('curb')).map(({ closed_reason }) => closed_reason).sort()).toEqual([
    'We bought a blower.',
    null,
  ])
})

test('nothing decided a week after Decide by: the request closes once, everyone is told, and it can be asked for again', async () => {
  const id = await world.request(SNOW, later)
  await world.quote('curb', id, 90_00)
  world.clock.now = dayLater(21)
  await close()
  expect(await service()).toMatchObject({ status: 'Quote' })
  world.clock.now = dayLater(22)
  await Promise.all([close(), close(), close()])
  await close()
  expect(await service()).toBeUndefined()
  for (const name of ['curb', 'evergreen', 'hilltop'] as const)
    expect(await quotesOf(name, 'lost')).toMatchObject([
      { withdrawn: true, closed_reason: 'Nothing was decided in time.' },
    ])
  expect(await told('request_closed')).toEqual(['curb', 'evergreen', 'hilltop'])
  expect(await told('service_closed')).toEqual(['maya'])
  expect(await breachesOf(world.portal.db)).toEqual([])
  await world.request(SNOW, { preferred_start_date: '2027-01-10', preferred_end_date: '2027-02-10' })
  expect(await service()).toMatchObject({ status: 'Quote' })
})

test('a request that was decided, or has more time, stays; one without deadlines, too', async () => {
  const id = await world.request(SNOW, later)
  await world.accept(id, await world.quote('curb', id, 90_00))
  const lawn = await world.request('Landscaping', later)
  await world.as('maya').services.extend({ id: lawn, quotes_by: '2026-12-20', decide_by: '2026-12-20' })
  const trash = await world.request('Trash Take-Out', later)
  await db.query('update building_services set quotes_by = null, decide_by = null where id = $1', [trash])
  world.clock.now = dayLater(25)
  await close()
  expect((await world.as('maya').services.list()).map(({ status }) => status).sort()).toEqual([
    'Accepted',
    'Quote',
    'Quote',
  ])
  expect(await told('request_closed')).toEqual([])
})
