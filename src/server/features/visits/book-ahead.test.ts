import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { addWeeks, daysBetween } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPortal } from '../../portal.ts'
import { bookAhead } from './book-ahead.ts'

const DAY = 86_400_000

let endless: Awaited<ReturnType<typeof openEndlessServices>>

beforeAll(async () => {
  endless = await openEndlessServices('ahead')
})
afterAll(() => endless.close())
beforeEach(() => endless.reset())

const forward = (days: number) => {
  endless.world.clock.now = new Date(endless.world.clock.now.getTime() + days * DAY)
}

async function days(service: string): Promise<string[]> {
  const { rows } = await endless.db.query(
    'select scheduled_date as day from appointments where building_service_id = $1 order by 1',
    [service],
  )
  return rows.map(({ day }) => day)
}

const every = (weeks: number, until: string, from = '2026-11-24') =>
  Array.from({ length: Math.floor(daysBetween(from, until) / (7 * weeks)) + 1 }, (_, index) =>
    addWeeks(from, index * weeks),
  )

const breaches = () => breachesOf(endless.world.portal.db)

test('without an end an acceptance books twelve months [Product 1.1]', async () => {
  const weekly = await endless.start('Snow Removal', 1)
  expect(await days(weekly)).toEqual(every(1, '2027-11-20'))
  const { quotes, ...shown } = await endless.world.as('ned').quotes.received({ building_service_id: weekly })
  expect(shown).toMatchObject({ preferred_end_date: null, until_ended: true })
  expect(quotes).toHaveLength(1)
})

test('each night books what twelve months ahead lacks, also after months asleep, and twice does no harm', async () => {
  const [weekly, monthly] = [await endless.start('Snow Removal', 1), await endless.start('Landscaping', 4)]
  await bookAhead(endless.world.portal)
  expect(await days(weekly)).toHaveLength(52)
  forward(7)
  await bookAhead(endless.world.portal)
  expect(await days(weekly)).toEqual(every(1, '2027-11-27'))
  forward(91)
  await bookAhead(endless.world.portal)
  await bookAhead(endless.world.portal)
  expect(await days(weekly)).toEqual(every(1, '2028-02-26'))
  expect(await days(monthly)).toEqual(every(4, '2028-02-26'))
  expect(await breaches()).toEqual([])
  const { rows } = await endless.db.query(
    `select kind, subject, data ->> 'visits' as visits from events where kind = 'visits_booked' and subject = $1 order by id`,
    [weekly],
  )
  expect(rows.map(({ visits }) => visits)).toEqual(['1', '13'])
})

test('two servers at once book each visit once', async () => {
  const services = [
    await endless.start('Snow Removal', 1),
    await endless.start('Landscaping', 2),
    await endless.start('Window Washing', 3),
  ]
  const other = createPortal(endless.connection, endless.world.portal.config, () => endless.world.clock.now)
  try {
    for (let night = 0; night < 10; night += 1) {
      forward(20)
      await Promise.all([
        bookAhead(endless.world.portal),
        bookAhead(other.portal),
        bookAhead(endless.world.portal),
      ])
    }
  } finally {
    await other.close()
  }
  await bookAhead(endless.world.portal)
  const until = addWeeks('2027-11-20', 200 / 7)
  for (const [index, service] of services.entries())
    expect(await days(service)).toEqual(every(index + 1, until))
  expect(await breaches()).toEqual([])
})

test('a failure in a night loses nothing: the next one makes up for it', async () => {
  const weekly = await endless.start('Snow Removal', 1)
  forward(30)
  await endless.db.query(`alter table events add constraint failing check (kind <> 'visits_booked')`)
  await expect(bookAhead(endless.world.portal)).rejects.toThrow('failing')
  expect(await days(weekly)).toHaveLength(52)
  await endless.db.query('alter table events drop constraint failing')
  await bookAhead(endless.world.portal)
  expect(await days(weekly)).toEqual(every(1, '2027-12-20'))
})

test('a moved or cancelled visit keeps its day in the schedule, so nothing is booked in its place', async () => {
  const weekly = await endless.start('Snow Removal', 1)
  const { visits } = await endless.world.as('hilltop').visits.upcoming({ page: 1 })
  const [first, second] = visits.map(({ id, scheduled_date, scheduled_time }) => ({
    id,
    shown_date: scheduled_date,
    shown_time: scheduled_time,
    reason: 'Storm',
  }))
  if (!first || !second) throw new Error('There are no visits')
  await endless.world
    .as('hilltop')
    .visits.move({ ...first, scheduled_date: '2026-12-01', scheduled_time: '10:00' })
  await endless.world.as('hilltop').visits.cancel(second)
  forward(7)
  await bookAhead(endless.world.portal)
  expect(await days(weekly)).toHaveLength(53)
  expect(await breaches()).toEqual([])
})

test('a service that has an end, or is not accepted, is left as it is', async () => {
  const ending = await endless.world.request('Snow Removal', { preferred_end_date: '2027-12-01' })
  await endless.world.accept(ending, await endless.world.quote('hilltop', ending, 50_00))
  const before = await days(ending)
  await endless.world.request('Landscaping', { preferred_end_date: null, until_ended: true })
  forward(60)
  await bookAhead(endless.world.portal)
  expect(await days(ending)).toEqual(before)
  expect((await endless.db.query('select from appointments')).rowCount).toBe(before.length)
})

test.each([
  [{ until_ended: true }, 'A service that goes on until you end it has no end date'],
  [
    { service_type: 'on-demand', required_every_weeks: null, preferred_end_date: null, until_ended: true },
    'A one-time service ends after its visit',
  ],
] as const)('%j is refused', async (request, message) => {
  await expect(endless.world.request('Snow Removal', request)).rejects.toThrow(message)
})
