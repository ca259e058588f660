import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { addDays } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { bookAhead } from './book-ahead.ts'
import { saveMoved } from './db.ts'

let endless: Awaited<ReturnType<typeof openEndlessServices>>
let service: string

beforeAll(async () => {
  endless = await openEndlessServices('series')
})
afterAll(() => endless.close())
beforeEach(async () => {
  await endless.reset()
  service = await endless.start('Snow Removal', 1)
})

const visits = async () => (await endless.world.as('hilltop').visits.ofService({ id: service })).visits

/** The visit of a place in the series, as a dialog sends it. */
async function shown(place: number) {
  const visit = (await visits())[place]
  if (!visit) throw new Error(`There is no visit ${place}`)
  return { id: visit.id, shown_date: visit.scheduled_date, shown_time: visit.scheduled_time, reason: 'Storm' }
}

const query = async (sql: string) => (await endless.db.query(sql)).rows

test('a vendor moves a visit and later ones: ids and count stay, one mail, one event; nights book in its step [Product 1.3]', async () => {
  const before = await visits()
  const to = { scheduled_date: '2026-12-09', scheduled_time: '13:00' }
  await endless.world
    .as('hilltop')
    .visits.moveSeries({ ...(await shown(2)), ...to, scope: 'later', visits: 50 })
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
  endless.world.clock.now = new Date('2026-12-02T20:00:00Z')
  await bookAhead(endless.world.portal)
  const last = (await visits()).at(-1)
  expect(last).toMatchObject({
    scheduled_time: '13:00:00',
    scheduled_date: addDays(last?.nominal_date ?? '', 1),
  })
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('all remaining visits leave those that are over, and a captain may move them, too', async () => {
  endless.world.clock.now = new Date('2026-12-02T20:00:00Z')
  const to = { scheduled_date: '2026-12-10', scheduled_time: '09:00' }
  const [first] = await visits()
  expect(first?.scheduled_date).toBe('2026-12-08')
  await endless.world.as('maya').visits.moveSeries({ ...(await shown(0)), ...to, scope: 'all', visits: 50 })
  expect(
    await query(
      `select count(*)::int as past from appointments where scheduled_date < '2026-12-02' and changed_by is null`,
    ),
  ).toEqual([{ past: 2 }])
  expect(await query('select recipient from mails')).toEqual([{ recipient: 'hilltop@example.com' }])
})

test('a series is cancelled from a visit on; other visits than were shown and strangers are refused', async () => {
  const sent = { ...(await shown(10)), scope: 'later' as const }
  await expect(endless.world.as('maya').visits.cancelSeries({ ...sent, visits: 41 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  for (const stranger of ['curb', 'otto'] as const)
    await expect(
      endless.world.as(stranger).visits.cancelSeries({ ...sent, visits: 42 }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  await endless.world.as('maya').visits.cancelSeries({ ...sent, visits: 42 })
  expect(await visits()).toHaveLength(10)
  expect(await query('select recipient from mails')).toEqual([{ recipient: 'hilltop@example.com' }])
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

test('what a move of the hour leaves where it is stays unmarked and uncounted, and is taken back without another time', async () => {
  const alone = { scheduled_date: '2026-12-09', scheduled_time: '14:30' }
  await endless.world.as('maya').visits.move({ ...(await shown(2)), ...alone })
  const versions = () => query(`select sequence from appointments order by nominal_date`)
  const moveFrom = async (place: number, time: string, realign: boolean) => {
    const sent = { ...(await shown(place)), reason: 'New route', scope: 'later' as const, realign }
    const { shown_date: scheduled_date } = sent
    await endless.world
      .as('hilltop')
      .visits.moveSeries({ ...sent, scheduled_date, scheduled_time: time, visits: 52 - place })
  }
  await moveFrom(0, '11:00', false)
  const third = () =>
    query(`select scheduled_date, scheduled_time, series_date, series_time, changed_by, change_reason, earlier_date
      from appointments where nominal_date = '2026-12-08'`)
  const stayed = { scheduled_date: '2026-12-09', scheduled_time: '14:30:00', earlier_date: '2026-12-08' }
  const series = { series_date: '2026-12-08', series_time: '11:00:00' }
  const told = { changed_by: 'captain', change_reason: 'Storm' }
  expect(await third()).toEqual([{ ...stayed, ...series, ...told }])
  expect((await versions()).map(({ sequence }) => sequence)).toEqual(Array(52).fill(1))
  await moveFrom(0, '11:00', true)
  expect(await third()).toMatchObject([
    { scheduled_date: '2026-12-08', scheduled_time: '11:00:00', ...series, changed_by: 'vendor' },
  ])
  expect((await versions()).map(({ sequence }) => sequence)).toEqual(Array(52).fill(1).with(2, 2))
  const events = await query(`select data from events where kind = 'series_moved' order by id`)
  expect(events.map(({ data }) => data)).toMatchObject([
    { visits: 51, earlier_date: '2026-11-24', earlier_time: '09:00:00', scheduled_time: '11:00:00' },
    { visits: 1, earlier_date: '2026-12-09', earlier_time: '14:30:00', scheduled_date: '2026-12-08' },
  ])
  await expect(moveFrom(0, '11:00', true)).rejects.toThrow('already is')
})

test('a visit that is not confirmed any more does not move', async () => {
  const [first] = await visits()
  await query(`update appointments set status = 'completed', completed_at = now() where id = '${first?.id}'`)
  const when = { scheduled_date: '2026-11-25', scheduled_time: '09:00' }
  const row = { ...when, series_date: '2026-11-25', series_time: '09:00', earlier_date: '2026-11-24' }
  const moved = [{ ...row, id: first?.id ?? '', earlier_time: '09:00' }]
  await expect(
    asSystem(endless.world.portal.db, (tx) =>
      saveMoved(tx, moved, { changed_by: 'vendor', change_reason: 'Storm' }),
    ),
  ).rejects.toThrow('changed meanwhile')
  expect(await query(`select from appointments where earlier_date is not null`)).toEqual([])
})

test('two who move a series at once move it once: the other one looks again', async () => {
  const sent = { ...(await shown(3)), scope: 'later' as const, visits: 49, scheduled_time: '09:00' }
  const outcomes = await Promise.allSettled([
    endless.world.as('maya').visits.moveSeries({ ...sent, scheduled_date: '2026-12-17' }),
    endless.world.as('hilltop').visits.moveSeries({ ...sent, scheduled_date: '2026-12-18' }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const days = new Set(
    (await visits()).slice(3).map((each) => Date.parse(each.scheduled_date) - Date.parse(each.nominal_date)),
  )
  expect(days.size).toBe(1)
})
