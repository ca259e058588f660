import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'

let endless: Awaited<ReturnType<typeof openEndlessServices>>

beforeAll(async () => {
  endless = await openEndlessServices('day')
})
afterAll(() => endless.close())
beforeEach(() => endless.reset())

const query = async (sql: string) => (await endless.db.query(sql)).rows
const hilltop = () => endless.world.as('hilltop').visits
const NOVEMBER_24 = { date: '2026-11-24', scheduled_date: '2026-11-25', reason: 'Ice on the roads' }

/** Two services at 1431 Minor Ave and one at another building, all on November 24. */
async function bookThree(): Promise<void> {
  await endless.start('Snow Removal', 1)
  await endless.start('Landscaping', 4)
  const other = { preferred_start_date: '2026-11-24', preferred_end_date: '2026-11-24' }
  const service = await endless.world.request('Snow Removal', other, 'otto')
  await endless.world.accept(service, await endless.world.quote('hilltop', service, 70_00), 'otto')
  await endless.db.query('truncate mails cascade')
}

test('a vendor moves a whole day, with one event and one mail for each building [Product 1.3]', async () => {
  await bookThree()
  const day = await hilltop().ofDay({ date: '2026-11-24' })
  expect(day.map(({ service }) => service).sort()).toEqual(['Landscaping', 'Snow Removal', 'Snow Removal'])
  expect(day, 'so that the screen can warn of closed times').toMatchObject(
    Array(3).fill({ closed_weekdays: [], closed_on_holidays: false, quiet_from: null, quiet_until: null }),
  )
  await hilltop().moveDay({ ...NOVEMBER_24, visits: 3 })
  expect(await hilltop().ofDay({ date: '2026-11-24' })).toEqual([])
  expect((await hilltop().ofDay({ date: '2026-11-25' })).map(({ id }) => id).sort()).toEqual(
    day.map(({ id }) => id).sort(),
  )
  expect(
    await query(`select distinct earlier_date, scheduled_time, changed_by, change_reason, series_date from appointments
      where scheduled_date = '2026-11-25'`),
  ).toEqual([
    {
      earlier_date: '2026-11-24',
      scheduled_time: '09:00:00',
      changed_by: 'vendor',
      change_reason: 'Ice on the roads',
      series_date: '2026-11-24',
    },
  ])
  expect(await query('select recipient from mails order by 1')).toEqual([
    { recipient: 'maya@example.com' },
    { recipient: 'otto@example.com' },
  ])
  const moved =
    await query(`select b.captain_id = p.id as to_captain, data ->> 'visits' as visits, data ->> 'services' as services
    from events e join buildings b on b.id = e.building_id join profiles p on p.building_id = b.id and p.role = 'captain'
    where kind = 'day_moved' order by visits`)
  expect(moved).toEqual([
    { to_captain: true, visits: '1', services: '["Snow Removal"]' },
    { to_captain: true, visits: '2', services: expect.stringContaining('Landscaping') },
  ])
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('visits of others, and those whose hour has come, stay; other visits than were shown move nothing', async () => {
  await bookThree()
  const moved = () => query(`select id from appointments where changed_by is not null`)
  await expect(hilltop().moveDay({ ...NOVEMBER_24, visits: 2 })).rejects.toThrow('changed meanwhile')
  await expect(endless.world.as('curb').visits.moveDay({ ...NOVEMBER_24, visits: 3 })).rejects.toThrow(
    'changed meanwhile',
  )
  expect(await endless.world.as('curb').visits.ofDay({ date: '2026-11-24' })).toEqual([])
  await expect(
    hilltop().moveDay({ ...NOVEMBER_24, scheduled_date: '2026-11-01', visits: 3 }),
  ).rejects.toThrow('past')
  endless.world.clock.now = new Date('2026-11-24T18:00:00Z') // ten o'clock in the city
  await expect(hilltop().moveDay({ ...NOVEMBER_24, visits: 3 })).rejects.toThrow('changed meanwhile')
  expect(await moved()).toEqual([])
})

test('a visit that comes to the day while the others are locked stays', async () => {
  await bookThree()
  // Another server holds a visit of the day, and moves a later one of Snow Removal there.
  const other = createPool({ ...endless.connection, max: 1 })
  try {
    await other.query(`
      begin;
      update appointments set change_reason = change_reason where scheduled_date = '2026-11-24';
      update appointments set scheduled_date = '2026-11-24', changed_by = 'captain', change_reason = 'Earlier',
        earlier_date = '2026-12-01', earlier_time = '09:00' where scheduled_date = '2026-12-01'`)
    const moving = hilltop().moveDay({ ...NOVEMBER_24, visits: 3 })
    await expect
      .poll(
        async () =>
          (
            await query(
              `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            )
          ).length,
      )
      .toBe(1)
    await other.query('commit')
    await moving
  } finally {
    await other.end()
  }
  expect(await query(`select change_reason from appointments where scheduled_date = '2026-11-24'`)).toEqual([
    { change_reason: 'Earlier' },
  ])
  expect(await query(`select from appointments where scheduled_date = '2026-11-25'`)).toHaveLength(3)
})

test('of two who move a day at once one wins, and nothing moves twice', async () => {
  await bookThree()
  const move = (to: string) => hilltop().moveDay({ ...NOVEMBER_24, scheduled_date: to, visits: 3 })
  const results = await Promise.allSettled([move('2026-11-25'), move('2026-11-26')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    await query(
      `select count(distinct scheduled_date) as days from appointments where changed_by is not null`,
    ),
  ).toEqual([{ days: 1 }])
  expect(await query(`select from events where kind = 'day_moved'`)).toHaveLength(2)
})
