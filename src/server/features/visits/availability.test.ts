import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { breachesOf } from '../../cli/check.ts'
import { bookAhead } from './book-ahead.ts'

let endless: Awaited<ReturnType<typeof openEndlessServices>>

beforeAll(async () => {
  endless = await openEndlessServices('availability')
})
afterAll(() => endless.close())
beforeEach(() => endless.reset())

const THURSDAYS = { weekdays: [4], arrives_from: '08:00', arrives_until: '10:00' }
const CLOSED = { closed_weekdays: [7], closed_on_holidays: true, quiet_from: '22:00', quiet_until: '07:00' }
const OPEN = { closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }

const closeBuilding = (closures: typeof CLOSED | typeof OPEN) =>
  endless.world.as('maya').buildings.update({ name: null, number_of_units: 24, ...closures })

/** Snow removal on Tuesdays from November 24, 2026 on, offered by hilltop. */
async function offered(until: string | null, availability = THURSDAYS) {
  const service = await endless.world.request('Snow Removal', {
    required_every_weeks: 1,
    preferred_start_date: '2026-11-24',
    preferred_end_date: until,
    until_ended: until === null,
  })
  const id = await endless.world.quote('hilltop', service, 50_00)
  await endless.world.as('hilltop').quotes.update({ id, per_visit_price: 50_00, availability })
  return { service, id }
}

const booked = async (service: string) =>
  (
    await endless.db.query(
      `select nominal_date as day, scheduled_date as on, scheduled_time as at, window_minutes as within, shift_days as shift,
       status from appointments where building_service_id = $1 order by nominal_date`,
      [service],
    )
  ).rows

test('an acceptance books the days that suit both, with the window, and the rest as cancelled [Product 1.2]', async () => {
  await closeBuilding(CLOSED)
  const { service, id } = await offered('2026-12-08')
  const accept = { id, per_visit_price: 50_00 }
  const { quotes, ...shown } = await endless.world.as('ned').quotes.received({ building_service_id: service })
  expect(shown).toMatchObject({ ...CLOSED, quiet_from: '22:00:00', quiet_until: '07:00:00' })
  expect(quotes[0]).toMatchObject({ weekdays: [4], arrives_from: '08:00:00', arrives_until: '10:00:00' })

  const fridays = { ...THURSDAYS, weekdays: [5] }
  await expect(endless.world.as('ned').quotes.accept({ ...accept, availability: fridays })).rejects.toThrow(
    'the vendor changed its days or hours',
  )
  expect(await endless.world.as('ned').quotes.accept({ ...accept, availability: THURSDAYS })).toEqual({
    visits: 2,
  })
  const at = { at: '08:00:00', within: 120 }
  expect(await booked(service)).toEqual([
    { day: '2026-11-24', on: '2026-11-24', ...at, shift: null, status: 'cancelled' }, // Thursday is Thanksgiving
    { day: '2026-12-01', on: '2026-12-03', ...at, shift: 2, status: 'confirmed' },
    { day: '2026-12-08', on: '2026-12-10', ...at, shift: 2, status: 'confirmed' },
  ])
  // Asked again, it is the same acceptance.
  expect(await endless.world.as('ned').quotes.accept(accept)).toEqual({ visits: 2 })
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('each night books by the same rule, and as far from it as people moved the series [Product 1.2]', async () => {
  await closeBuilding(CLOSED)
  const { service, id } = await offered(null)
  await endless.world.as('ned').quotes.accept({ id, per_visit_price: 50_00, availability: THURSDAYS })
  const next = async (nights: number) => {
    endless.world.clock.now = new Date(endless.world.clock.now.getTime() + nights * 86_400_000)
    await bookAhead(endless.world.portal)
    await bookAhead(endless.world.portal)
    return (await booked(service)).at(-1)
  }
  // November 25, 2027 is Thanksgiving: that week's visit is left out, and the job goes on after it.
  expect(await next(7)).toMatchObject({ day: '2027-11-23', shift: null, status: 'cancelled' })
  expect(await next(7)).toMatchObject({ day: '2027-11-30', on: '2027-12-02', shift: 2, within: 120 })
  const { visits } = await endless.world.as('hilltop').visits.upcoming({ page: 1 })
  const visit = visits.find(({ status }) => status === 'confirmed')
  const { booked: remaining } = await endless.world.as('hilltop').visits.upcoming({ page: 1 })
  await endless.world.as('hilltop').visits.moveSeries({
    id: visit?.id ?? '',
    shown_date: visit?.scheduled_date ?? '',
    shown_time: visit?.scheduled_time ?? '',
    scheduled_date: '2026-12-11', // from Thursday to Friday
    scheduled_time: '11:00',
    reason: 'New route',
    scope: 'all',
    visits: remaining,
    realign: false,
  })
  expect(await next(7)).toMatchObject({ day: '2027-12-07', on: '2027-12-10', at: '11:00:00', shift: 2 })
  expect(await next(14)).toMatchObject({ day: '2027-12-21', on: '2027-12-27', shift: 5 }) // Christmas is observed on Friday
  expect(await next(7)).toMatchObject({ day: '2027-12-28', on: '2028-01-03', shift: 5 })
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('a window in the quiet hours is refused, when it is offered and when it is accepted [Product 1.2]', async () => {
  await closeBuilding(OPEN)
  const early = { ...THURSDAYS, arrives_from: '06:00' }
  const { id } = await offered('2026-12-08', early)
  await closeBuilding(CLOSED)
  const refused = 'nobody comes to this building from 10:00 PM to 7:00 AM'
  const shown = { id, per_visit_price: 50_00, availability: early }
  await expect(endless.world.as('ned').quotes.accept(shown)).rejects.toThrow(refused)
  const update = { id, per_visit_price: 50_00, availability: early }
  await expect(endless.world.as('hilltop').quotes.update(update)).rejects.toThrow(refused)
  // A price alone keeps days and hours.
  await endless.world.as('hilltop').quotes.update({ id, per_visit_price: 60_00 })
  const { weekdays, arrives_from } = await endless.world.as('hilltop').quotes.get({ id })
  expect([weekdays, arrives_from]).toEqual([[4], '06:00:00'])
})

test('only the vendor writes its days and hours, and the database keeps them in order [Product 1.2]', async () => {
  const { id } = await offered('2026-12-08')
  for (const set of ["weekdays = '{8}'", 'arrives_until = null', "arrives_until = '08:00'"])
    await expect(endless.db.query(`update service_quotes set ${set} where id = $1`, [id])).rejects.toThrow(
      'check',
    )
  await expect(endless.db.query(`update buildings set closed_weekdays = '{1,2,3,4,5,6,7}'`)).rejects.toThrow(
    'check',
  )
})
