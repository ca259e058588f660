import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { breachesOf } from '../../cli/check.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let id: string

beforeAll(async () => {
  const connection = await createWorldDatabase('suggestions')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query('truncate events, building_services cascade')
  const snow = await world.request('Snow Removal', { preferred_start_date: '2026-12-01' })
  await world.accept(snow, await world.quote('hilltop', snow, 5000))
  id = (await visit()).id
  await db.query('truncate mails cascade')
})

const of = (name: Name) => world.as(name).visits
const visit = async (by: Name = 'maya') => {
  const [first] = (await of(by).upcoming({ page: 1 })).visits
  if (!first) throw new Error('no visit is booked')
  return first
}
const suggested = { suggested_date: '2026-12-03', suggested_time: '10:30' }
const suggest = (by: Name, changed: object = {}) =>
  of(by).suggestTime({
    id,
    shown_date: '2026-12-01',
    shown_time: '09:00',
    scheduled_date: suggested.suggested_date,
    scheduled_time: suggested.suggested_time,
    reason: 'The courtyard is painted.',
    ...changed,
  })
const mailed = async () =>
  (
    await db.query(
      'select kind, recipient from mails join events on events.id = event_id order by events.id, recipient',
    )
  ).rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
const none = { suggested_by: null, suggested_date: null, suggested_time: null, suggestion_reason: null }

test('a suggested time leaves the visit where it is, until the other side accepts it [Product 1.3]', async () => {
  await suggest('maya')
  const shown = { suggested_by: 'captain', suggested_date: '2026-12-03', suggested_time: '10:30:00' }
  for (const name of ['hilltop', 'ned'] as const)
    expect(await visit(name)).toMatchObject({
      ...shown,
      scheduled_date: '2026-12-01',
      suggestion_reason: 'The courtyard is painted.',
    })
  await expect(of('maya').acceptTime({ id, ...suggested })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await of('hilltop').acceptTime({ id, ...suggested })
  expect(await visit()).toMatchObject({
    ...none,
    scheduled_date: '2026-12-03',
    scheduled_time: '10:30:00',
    earlier_date: '2026-12-01',
    earlier_time: '09:00:00',
    changed_by: 'captain',
    change_reason: 'The courtyard is painted.',
  })
  await expect(of('hilltop').acceptTime({ id, ...suggested })).rejects.toThrow(
    'this time is not suggested any more',
  )
  expect(await mailed()).toEqual(['time_suggested hilltop@example.com', 'time_accepted maya@example.com'])
  expect(await breachesOf(world.portal.db)).toEqual([])
})

test('a declined or withdrawn time is gone, and the visit stays [Product 1.3]', async () => {
  await suggest('hilltop')
  await expect(of('maya').withdrawTime({ id, ...suggested })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await of('maya').declineTime({ id, ...suggested })
  expect(await visit()).toMatchObject({ ...none, scheduled_date: '2026-12-01', changed_by: null })
  expect(await mailed()).toEqual(['time_suggested maya@example.com', 'time_declined hilltop@example.com'])

  await suggest('hilltop')
  await expect(of('hilltop').declineTime({ id, ...suggested })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await of('hilltop').withdrawTime({ id, ...suggested })
  expect(await visit()).toMatchObject(none)
  await expect(of('maya').acceptTime({ id, ...suggested })).rejects.toThrow('is not suggested any more')
  expect((await mailed()).filter((mail) => mail.includes('withdrawn'))).toEqual([])
})

test('another suggestion, of either side, takes the place of the one before [Product 1.3]', async () => {
  await suggest('hilltop')
  await suggest('maya', { scheduled_date: '2026-12-04' })
  await expect(of('maya').acceptTime({ id, ...suggested })).rejects.toThrow('is not suggested any more')
  await of('hilltop').acceptTime({ id, ...suggested, suggested_date: '2026-12-04' })
  expect((await visit()).scheduled_date).toBe('2026-12-04')
})

test('a suggestion lapses when the visit is moved or cancelled, and when its time has come [Product 1.3]', async () => {
  await suggest('hilltop')
  await of('maya').move({
    id,
    shown_date: '2026-12-01',
    shown_time: '09:00',
    scheduled_date: '2026-12-02',
    scheduled_time: '09:00',
    reason: 'Guests.',
  })
  expect(await visit()).toMatchObject(none)
  await expect(of('maya').acceptTime({ id, ...suggested })).rejects.toThrow('is not suggested any more')

  await suggest('hilltop', { shown_date: '2026-12-02' })
  world.clock.now = new Date('2026-12-02T20:00:00Z')
  await expect(of('maya').acceptTime({ id, ...suggested })).rejects.toThrow('the time of this visit has come')
})

test.each([
  ['the past', { scheduled_date: '2026-11-19' }, 'a visit can’t be moved into the past'],
  [
    'its own time',
    { scheduled_date: '2026-12-01', scheduled_time: '09:00' },
    'that is when the visit already is',
  ],
  ['a visit that was moved meanwhile', { shown_date: '2026-12-08' }, 'this visit was moved'],
])('refuses %s', async (_, changed, message) => {
  await expect(suggest('maya', changed)).rejects.toThrow(message)
  expect(await visit()).toMatchObject(none)
})

test('of an acceptance, a withdrawal and a move at once one counts', async () => {
  for (let round = 0; round < 12; round += 1) {
    await suggest('hilltop')
    const before = { id, shown_date: '2026-12-01', shown_time: '09:00' }
    const to = { scheduled_date: '2026-12-02', scheduled_time: '09:00', reason: 'Guests.' }
    const ends = await Promise.allSettled([
      of('maya').acceptTime({ id, ...suggested }),
      of('hilltop').withdrawTime({ id, ...suggested }),
      of('maya').move({ ...before, ...to }),
    ])
    const done = ends.map(({ status }) => status === 'fulfilled')
    // A withdrawn suggestion doesn't hold the visit where it is.
    expect([
      [true, false, false],
      [false, true, true],
      [false, false, true],
    ]).toContainEqual(done)
    expect((await visit()).scheduled_date).toBe(done[0] ? '2026-12-03' : '2026-12-02')
    expect(await breachesOf(world.portal.db)).toEqual([])
    await db.query('truncate visit_suggestions')
    await db.query(
      `update appointments set scheduled_date = '2026-12-01', scheduled_time = '09:00' where id = $1`,
      [id],
    )
  }
})

test('the database itself keeps what was suggested when it is answered', async () => {
  await suggest('hilltop')
  const answer = (columns: string) => db.query(`update visit_suggestions set answer = 'accepted'${columns}`)
  await expect(answer(`, suggested_date = '2026-12-24'`)).rejects.toThrow('as it is')
  await answer('')
  await expect(db.query(`update visit_suggestions set answer = 'declined'`)).rejects.toThrow('as it is')
})
