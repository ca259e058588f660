import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { NOW, openWorld, type World } from '../../../../test/world.ts'
import { addDays } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'
import { bookAhead } from './book-ahead.ts'

let connection: pg.PoolConfig
let world: World
let db: pg.Pool
let service: string

beforeAll(async () => {
  connection = await createWorldDatabase('series')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query(
    'truncate events, mails, service_stops, appointments, service_quotes, request_rounds, building_services',
  )
  service = await world.request('Snow Removal', {
    required_every_weeks: 1,
    preferred_start_date: '2026-11-24',
    preferred_end_date: null,
    until_ended: true,
  })
  await world.accept(service, await world.quote('hilltop', service, 50_00))
  await db.query('truncate mails')
})

const visits = async () => (await world.as('hilltop').visits.ofService({ id: service })).visits

/** The visit of a place in the series, as a dialog sends it. */
async function shown(place: number) {
  const visit = (await visits())[place]
  if (!visit) throw new Error(`There is no visit ${place}`)
  return { id: visit.id, shown_date: visit.scheduled_date, shown_time: visit.scheduled_time, reason: 'Storm' }
}

const query = async (sql: string) => (await db.query(sql)).rows

test('a vendor moves a visit and later ones: ids and count stay, one mail, one event; nights book in its step [Product 1.3]', async () => {
  const before = await visits()
  const to = { scheduled_date: '2026-12-09', scheduled_time: '13:00' }
  await world.as('hilltop').visits.moveSeries({ ...(await shown(2)), ...to, scope: 'later', visits: 50 })
  const after = await visits()
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.slice(0, 3).map((each) => `${each.scheduled_date} ${each.scheduled_time}`)).toEqual([
    '2026-11-24 09:00:00',
    '2026-12-01 09:00:00',
    '2026-12-09 13:00:00',
  ])
  expect(await query('select recipient from mails')).toEqual([{ recipient: 'maya@example.com' }])
  expect(
    await query(`select kind, data ->> 'visits' as visits from events where kind like 'series%'`),
  ).toEqual([{ kind: 'series_moved', visits: '50' }])
  world.clock.now = new Date('2026-12-02T20:00:00Z')
  await bookAhead(world.portal)
  const last = (await visits()).at(-1)
  expect(last).toMatchObject({
    scheduled_time: '13:00:00',
    scheduled_date: addDays(last?.nominal_date ?? '', 1),
  })
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('all remaining visits leave those that are over, and a captain may move them, too', async () => {
  world.clock.now = new Date('2026-12-02T20:00:00Z')
  const to = { scheduled_date: '2026-12-10', scheduled_time: '09:00' }
  const [first] = await visits()
  expect(first?.scheduled_date).toBe('2026-12-08')
  await world.as('maya').visits.moveSeries({ ...(await shown(0)), ...to, scope: 'all', visits: 50 })
  expect(
    await query(
      `select count(*)::int as past from appointments where scheduled_date < '2026-12-02' and changed_by is null`,
    ),
  ).toEqual([{ past: 2 }])
  expect(await query('select recipient from mails')).toEqual([{ recipient: 'hilltop@example.com' }])
})

test('a series is cancelled from a visit on; other visits than were shown and strangers are refused', async () => {
  const sent = { ...(await shown(10)), scope: 'later' as const }
  await expect(world.as('maya').visits.cancelSeries({ ...sent, visits: 41 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  for (const stranger of ['curb', 'otto'] as const)
    await expect(world.as(stranger).visits.cancelSeries({ ...sent, visits: 42 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  await world.as('maya').visits.cancelSeries({ ...sent, visits: 42 })
  expect(await visits()).toHaveLength(10)
  expect(await query('select recipient from mails')).toEqual([{ recipient: 'hilltop@example.com' }])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('two who move a series at once move it once: the other one looks again', async () => {
  const sent = { ...(await shown(3)), scope: 'later' as const, visits: 49, scheduled_time: '09:00' }
  const outcomes = await Promise.allSettled([
    world.as('maya').visits.moveSeries({ ...sent, scheduled_date: '2026-12-17' }),
    world.as('hilltop').visits.moveSeries({ ...sent, scheduled_date: '2026-12-18' }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const days = new Set(
    (await visits()).slice(3).map((each) => Date.parse(each.scheduled_date) - Date.parse(each.nominal_date)),
  )
  expect(days.size).toBe(1)
})
