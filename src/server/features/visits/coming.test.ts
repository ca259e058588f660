import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
/** A weekly series of curb's, the first visit of today. */
let series: { id: string; scheduled_date: string; scheduled_time: string }[]

beforeAll(async () => {
  const connection = await createWorldDatabase('coming')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 2 })
  const service = await world.request('Landscaping', {
    required_every_weeks: 1,
    preferred_end_date: '2027-06-25',
  })
  await world.accept(service, await world.quote('curb', service, 12_345))
  series = (await world.as('curb').visits.ofService({ id: service })).visits
})
afterAll(() => Promise.all([db.end(), world.close()]))

const coming = (who: 'cole' | 'curb', page = 1) => world.as(who).visits.coming({ page })
const assign = (id: string, person: string | null, scope: 'this' | 'later' | 'all', visits: number) =>
  world.as('curb').visits.assign({ id, person, scope, visits })

test('nothing is coming to who is assigned to nothing, the owner included', async () => {
  for (const who of ['cole', 'curb'] as const)
    expect(await coming(who)).toEqual({ total: 0, page_size: 20, visits: [] })
})

test('crew sees what they are assigned to after today, soonest first, in pages and without prices [Product 1.8]', async () => {
  await assign(series[0]?.id ?? '', world.idOf('cole'), 'all', series.length)
  const first = await coming('cole')
  expect(first.total).toBe(series.length - 1)
  expect(first.visits.map(({ id }) => id)).toEqual(series.slice(1, 21).map(({ id }) => id))
  expect((await coming('cole', 2)).visits.map(({ id }) => id)).toEqual(series.slice(21).map(({ id }) => id))
  expect(first.visits[0]).toMatchObject({
    name: 'Landscaping',
    address: '1431 Minor Ave',
    window_minutes: null,
    earlier_date: null,
  })
  expect(JSON.stringify(first)).not.toMatch(/price|12345/)
  expect((await coming('curb')).total).toBe(0)
})

test('a moved one says from when, a cancelled one stays, a done or reassigned one goes', async () => {
  const [, moved, cancelled, done, other] = series
  if (!moved || !cancelled || !done || !other) throw new Error('The series is too short')
  const before = (await coming('cole')).total
  const shownOf = (visit: (typeof series)[number]) => ({
    id: visit.id,
    shown_date: visit.scheduled_date,
    shown_time: visit.scheduled_time,
    reason: 'Ice on the roads.',
  })
  const to = { scheduled_date: '2026-11-28', scheduled_time: '10:00' }
  await world.as('maya').visits.move({ ...shownOf(moved), ...to })
  await world.as('curb').visits.cancel(shownOf(cancelled))
  await db.query(`update appointments set status = 'completed' where id = $1`, [done.id])
  await assign(other.id, null, 'this', 1)
  const { total, visits } = await coming('cole')
  expect(total).toBe(before - 2)
  expect(visits.slice(0, 2)).toEqual([
    expect.objectContaining({
      ...{ id: moved.id, scheduled_date: '2026-11-28', scheduled_time: '10:00:00' },
      ...{ earlier_date: moved.scheduled_date, earlier_time: moved.scheduled_time },
    }),
    expect.objectContaining({ id: cancelled.id, status: 'cancelled' }),
  ])
})

test('residents and strangers have no such list', async () => {
  for (const who of ['maya', 'pia', 'ada'] as const)
    await expect(world.as(who).visits.coming({ page: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await world.as('hilltop').visits.coming({ page: 1 })).total).toBe(0)
})
