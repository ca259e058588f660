import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'

let world: World
let db: pg.Client

/** Weekly visits at 80 dollars at 1431 Minor Ave from today on; it is January 20 then. */
beforeAll(async () => {
  const connection = await createWorldDatabase('past_spend')
  world = await openWorld(connection)
  db = new pg.Client(connection)
  await db.connect()
  const weekly = { required_every_weeks: 1, preferred_end_date: '2027-03-05' }
  const landscaping = await world.request('Landscaping', weekly)
  await world.accept(landscaping, await world.quote('evergreen', landscaping, 80_00))
  await db.query(`update appointments set status = 'cancelled', changed_by = 'vendor', change_reason = 'Rain'
    where scheduled_date = '2026-12-04'`)
  world.clock.now = new Date('2027-01-20T20:00:00Z')
})
afterAll(async () => {
  await db.end()
  await world.close()
})

const billing = () => world.as('ned').billing
const visits = () => world.as('ned').visits

test('past months list the newest first, each with its fee, its visits and their sum; cancelled ones cost nothing', async () => {
  expect(await billing().months({ page: 1 })).toEqual({
    today: '2027-01-20',
    first: '2026-11-01',
    total: 2,
    page_size: 12,
    months: [
      { month: '2026-12-01', fee: 0, lines: 3, lines_amount: 240_00, amount: 240_00 },
      { month: '2026-11-01', fee: 91_67, lines: 2, lines_amount: 160_00, amount: 251_67 },
    ],
  })
  expect((await billing().months({ page: 2 })).months).toEqual([])
  expect(await world.as('otto').billing.months({ page: 1 })).toMatchObject({
    months: [{ amount: 0 }, { amount: 91_67 }],
  })
})

test('a past month has its rows, which add up; this month and later ones are none', async () => {
  const { fee, lines, amount } = await billing().month({ month: '2026-11' })
  expect(fee).toMatchObject({ amount: 91_67, kind: 'first' })
  expect(lines.map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    'fee 2026-11-01',
    'visit 2026-11-20',
    'visit 2026-11-27',
  ])
  expect(amount).toBe(251_67)
  for (const month of ['2027-01', '2027-02'])
    await expect(billing().month({ month })).rejects.toMatchObject({ message: 'Month must be a past month' })
  await expect(billing().month({ month: '2026-11-01' })).rejects.toMatchObject({
    message: 'Month must be a month',
  })
})

test('more than a year of months has pages', async () => {
  world.clock.now = new Date('2028-03-20T20:00:00Z')
  const pages = await Promise.all([1, 2].map((page) => billing().months({ page })))
  expect(pages.map(({ total, months }) => [total, months.length, months[0]?.month])).toEqual([
    [16, 12, '2028-02-01'],
    [16, 4, '2027-02-01'],
  ])
  expect(pages[1]?.months.map(({ lines }) => lines)).toEqual([4, 5, 3, 2])
  world.clock.now = new Date('2027-01-20T20:00:00Z')
})

test('past visits are those of days gone by, of a month or of all, the last one first, by pages', async () => {
  const all = await visits().past({ page: 1, month: null })
  expect([all.total, all.first_day, all.visits[0]?.scheduled_date]).toEqual([9, '2026-11-20', '2027-01-15'])
  const days = all.visits.map(({ scheduled_date }) => scheduled_date)
  expect(days).toEqual([...days].sort().reverse())
  expect(all.visits.find(({ scheduled_date }) => scheduled_date === '2026-12-04')).toMatchObject({
    status: 'cancelled',
    name: 'Landscaping',
    company_name: 'Evergreen Grounds',
    price: 80_00,
  })
  expect(await visits().past({ page: 1, month: '2026-12' })).toMatchObject({
    total: 4,
    first_day: '2026-11-20',
  })
  // The rest of this month is still to come.
  expect(await visits().past({ page: 1, month: '2027-01' })).toMatchObject({ total: 3 })
  expect(await visits().past({ page: 1, month: '2027-02' })).toMatchObject({ total: 0, visits: [] })
  expect((await visits().past({ page: 2, month: null })).visits).toEqual([])
  expect(await world.as('otto').visits.past({ page: 1, month: null })).toMatchObject({
    total: 0,
    first_day: null,
  })
  world.clock.now = NOW
  expect(await visits().past({ page: 1, month: null })).toMatchObject({ total: 0 })
})
