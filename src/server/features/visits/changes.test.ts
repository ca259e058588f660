import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorldDatabase } from '../../../../test/database.ts'
import { type Name, NOW, openWorld, type World } from '../../../../test/world.ts'
import { createPool } from '../../db/pool.ts'

let world: World
let db: pg.Pool
let service: string

/** Four visits at 1431 Minor Ave by curb, every four weeks from today, at nine; it is noon. */
beforeAll(async () => {
  const connection = await createWorldDatabase('changes')
  world = await openWorld(connection)
  db = createPool({ ...connection, max: 1 })
  service = await world.request('Snow Removal')
  await world.accept(service, await world.quote('curb', service, 45_00))
})
afterAll(() => Promise.all([db.end(), world.close()]))
beforeEach(async () => {
  world.clock.now = NOW
  await db.query(`delete from appointments; delete from mails; delete from events where kind like 'visit%'`)
  await db.query(`
    insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date,
      series_date, series_time, scheduled_date, scheduled_time, confirmed_date, confirmed_time)
    select q.building_id, q.building_service_id, q.id, q.vendor_id, day, day, '09:00', day, '09:00', day, '09:00'
    from service_quotes q, unnest('{2026-11-20,2026-12-18,2027-01-15,2027-02-12}'::date[]) as day
    where q.status = 'accepted'`)
})

const list = async (name: Name, all = true) => (await world.as(name).visits.upcoming({ page: 1, all })).visits

/** The visit of a day, as the dialogs send it: with the day and hour that were on the screen. */
async function shown(day: string) {
  const visit = (await list('maya')).find(({ scheduled_date }) => scheduled_date === day)
  if (!visit) throw new Error(`There is no visit on ${day}`)
  return { id: visit.id, shown_date: visit.scheduled_date, shown_time: visit.scheduled_time }
}

const days = async () =>
  (await list('ned')).map(({ scheduled_date, scheduled_time, status }) =>
    [scheduled_date, scheduled_time, status].join(' '),
  )

const mails = async () =>
  (await db.query('select e.kind, m.recipient from mails m join events e on e.id = m.event_id order by m.id'))
    .rows

const nextVisit = async () =>
  (await db.query('select next_scheduled_visit::text as day from building_services where id = $1', [service]))
    .rows[0].day

const reason = 'The plow is in the shop.'
const to = { scheduled_date: '2026-12-20', scheduled_time: '13:30' }

describe('moving a visit', () => {
  test.each([
    ['curb', 'maya', 'vendor'],
    ['maya', 'curb', 'captain'],
  ] as const)('by %s leaves the other visits unchanged; %s sees it with its reason, and is mailed', async (who, other, side) => {
    await world.as(who).visits.move({ ...(await shown('2026-12-18')), ...to, reason })
    expect(await days()).toEqual([
      '2026-11-20 09:00:00 confirmed',
      '2026-12-20 13:30:00 confirmed',
      '2027-01-15 09:00:00 confirmed',
      '2027-02-12 09:00:00 confirmed',
    ])
    expect((await list(other))[1]).toMatchObject({
      scheduled_date: '2026-12-20',
      earlier_date: '2026-12-18',
      earlier_time: '09:00:00',
      changed_by: side,
      change_reason: reason,
    })
    expect(await mails()).toEqual([{ kind: 'visit_moved', recipient: `${other}@example.com` }])
    const { rows } = await db.query(
      `select confirmed_date::text, confirmed_time::text from appointments where scheduled_date = '2026-12-20'`,
    )
    expect(rows).toEqual([{ confirmed_date: '2026-12-20', confirmed_time: '13:30:00' }])
  })

  test('is rejected into the past, without a reason, and if it was moved in the meantime', async () => {
    const visit = await shown('2026-12-18')
    const move = (sent: object) => world.as('maya').visits.move({ ...visit, ...to, reason, ...sent })
    await expect(move({ scheduled_date: '2026-11-20', scheduled_time: '11:59' })).rejects.toThrow('the past')
    await expect(move({ reason: ' ' })).rejects.toThrow('Reason is required')
    await expect(move({ reason: 'x'.repeat(501) })).rejects.toThrow('at most 500 characters')
    await world.as('curb').visits.move({ ...visit, ...to, reason })
    await expect(move({ scheduled_date: '2026-12-22' })).rejects.toThrow(
      'this visit was moved to Sun, Dec 20 at 1:30 PM meanwhile. Please look at it again',
    )
    await expect(world.as('maya').visits.cancel({ ...visit, reason })).rejects.toThrow('meanwhile')
    expect(await mails()).toHaveLength(1)
  })
})

describe('cancelling a visit', () => {
  test('works for either side; the visit stays listed with its reason, and no longer counts [4.visit.9]', async () => {
    await world.as('curb').visits.cancel({ ...(await shown('2026-12-18')), reason })
    await world.as('maya').visits.cancel({ ...(await shown('2027-01-15')), reason: 'We paint then' })
    expect(await days()).toEqual([
      '2026-11-20 09:00:00 confirmed',
      '2026-12-18 09:00:00 cancelled',
      '2027-01-15 09:00:00 cancelled',
      '2027-02-12 09:00:00 confirmed',
    ])
    expect((await list('maya'))[1]).toMatchObject({ changed_by: 'vendor', change_reason: reason })
    expect((await list('curb'))[2]).toMatchObject({ changed_by: 'captain', change_reason: 'We paint then' })
    expect(await list('ned', false)).toHaveLength(2)
    const counts = { total: 4, booked: 2 }
    expect(await world.as('curb').visits.upcoming({ page: 1, all: true })).toMatchObject(counts)
    expect(await mails()).toEqual([
      { kind: 'visit_cancelled', recipient: 'maya@example.com' },
      { kind: 'visit_cancelled', recipient: 'curb@example.com' },
    ])
  })

  test('is rejected once its hour has come, and a second time', async () => {
    const visit = await shown('2026-11-20')
    await expect(world.as('maya').visits.cancel({ ...visit, reason })).rejects.toThrow('has come')
    world.clock.now = new Date('2026-11-20T16:59:59Z')
    await world.as('maya').visits.cancel({ ...visit, reason })
    await expect(world.as('curb').visits.cancel({ ...visit, reason })).rejects.toThrow(
      'this visit was already cancelled',
    )
    await expect(world.as('curb').visits.complete({ id: visit.id })).rejects.toThrow(
      'this visit was already cancelled',
    )
  })
})

describe('completing a visit', () => {
  test('is possible for its vendor, from its day on in the city’s time zone [4.visit.7]', async () => {
    const later = await shown('2026-12-18')
    world.clock.now = new Date('2026-12-18T07:59:59Z')
    await expect(world.as('curb').visits.complete({ id: later.id })).rejects.toThrow('on its day or later')
    world.clock.now = new Date('2026-12-18T08:00:00Z')
    await world.as('curb').visits.complete({ id: later.id })
    expect((await list('maya'))[0]).toMatchObject({ scheduled_date: '2026-12-18', status: 'completed' })
    await expect(world.as('curb').visits.complete({ id: later.id })).rejects.toThrow('already completed')
    expect(await mails()).toEqual([{ kind: 'visit_completed', recipient: 'maya@example.com' }])
  })

  test('is taken back by its vendor within a minute, and not later', async () => {
    const visit = await shown('2026-11-20')
    const { complete, reopen } = world.as('curb').visits
    await expect(reopen({ id: visit.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await complete({ id: visit.id })
    await expect(world.as('hilltop').visits.reopen({ id: visit.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await reopen({ id: visit.id })
    expect((await list('maya'))[0]).toMatchObject({ scheduled_date: '2026-11-20', status: 'confirmed' })
    await complete({ id: visit.id })
    await db.query(`update appointments set completed_at = now() - interval '61 seconds' where id = $1`, [
      visit.id,
    ])
    await expect(reopen({ id: visit.id })).rejects.toThrow('for a minute only')
    expect((await list('maya'))[0]).toMatchObject({ status: 'completed' })
  })

  test('is told once it can no longer be taken back, and never when it is', async () => {
    const visit = await shown('2026-11-20')
    const { complete, reopen } = world.as('curb').visits
    const waiting = async () =>
      (
        await db.query(`select e.kind, m.due_at = a.completed_at + interval '1 minute' as in_a_minute
          from mails m join events e on e.id = m.event_id join appointments a on a.id = e.subject`)
      ).rows
    await complete({ id: visit.id })
    const later = await shown('2026-12-18')
    world.clock.now = new Date('2026-12-18T20:00:00Z')
    await complete({ id: later.id })
    const done = { kind: 'visit_completed', in_a_minute: true }
    expect(await waiting()).toEqual([done, done])
    await reopen({ id: visit.id })
    // Only the mail of the other visit is left.
    expect((await db.query('select subject from mails m join events e on e.id = event_id')).rows).toEqual([
      { subject: later.id },
    ])
    await complete({ id: visit.id })
    expect(await waiting()).toEqual([done, done])
    // What was sent stays: only unsent mails go.
    await db.query('update mails set sent_at = now()')
    await reopen({ id: visit.id })
    expect(await mails()).toHaveLength(2)
  })

  test('past visits are listed for completion, oldest first, for their vendor only', async () => {
    world.clock.now = new Date('2027-01-20T20:00:00Z')
    const waiting = (name: Name) => world.as(name).visits.toComplete({ page: 1 })
    const { total, visits } = await waiting('curb')
    expect(total).toBe(3)
    expect(visits.map(({ scheduled_date }) => scheduled_date)).toEqual([
      '2026-11-20',
      '2026-12-18',
      '2027-01-15',
    ])
    await world.as('curb').visits.complete({ id: visits[0]?.id ?? '' })
    expect(await waiting('curb')).toMatchObject({ total: 2, visits: [{ id: visits[1]?.id }, {}] })
    expect(await waiting('hilltop')).toMatchObject({ total: 0, visits: [] })
  })
})

test('a service’s next visit is right after its visits changed at once', async () => {
  for (let index = 0; index < 10; index += 1) {
    await db.query(`update appointments set status = 'confirmed', completed_at = null`)
    world.clock.now = new Date('2027-01-20T20:00:00Z')
    const { visits } = await world.as('curb').visits.toComplete({ page: 1 })
    await Promise.all(visits.map(({ id }) => world.as('curb').visits.complete({ id })))
    const { rows } = await db.query(`
      select s.id from building_services s where s.next_scheduled_visit is distinct from
        (select min(a.scheduled_date) from appointments a where a.building_service_id = s.id and a.status = 'confirmed')`)
    expect(rows).toEqual([])
  }
})

test('a neighbor who is not the captain cannot change a visit', async () => {
  const visit = await shown('2026-12-18')
  await expect(world.as('ned').visits.move({ ...visit, ...to, reason })).rejects.toThrow('not allowed')
  await expect(world.as('ned').visits.cancel({ ...visit, reason })).rejects.toThrow('not allowed')
})

test('the service’s next visit is updated by every change', async () => {
  expect(await nextVisit()).toBe('2026-11-20')
  await world.as('curb').visits.complete({ id: (await shown('2026-11-20')).id })
  expect(await nextVisit()).toBe('2026-12-18')
  await world.as('maya').visits.cancel({ ...(await shown('2026-12-18')), reason })
  expect(await nextVisit()).toBe('2027-01-15')
  await world.as('curb').visits.move({ ...(await shown('2027-02-12')), ...to, reason })
  expect(await nextVisit()).toBe('2026-12-20')
})

describe('at the same moment', () => {
  const outcomes = async (...acts: Promise<void>[]) =>
    (await Promise.allSettled(acts)).map((each) => (each.status === 'fulfilled' ? 'ok' : each.reason.message))

  test('both sides cancel: one succeeds, and one mail goes out', async () => {
    const visit = await shown('2026-12-18')
    const results = await outcomes(
      world.as('maya').visits.cancel({ ...visit, reason }),
      world.as('curb').visits.cancel({ ...visit, reason }),
    )
    expect(results.sort()).toEqual(['ok', 'this visit was already cancelled'])
    expect(await mails()).toHaveLength(1)
  })

  test('one side moves the visit and the other cancels it: one succeeds', async () => {
    const visit = await shown('2026-12-18')
    const [moved, cancelled] = await outcomes(
      world.as('maya').visits.move({ ...visit, ...to, reason }),
      world.as('curb').visits.cancel({ ...visit, reason }),
    )
    expect([moved, cancelled].filter((each) => each === 'ok')).toHaveLength(1)
    expect(await days()).toContain(
      moved === 'ok' ? '2026-12-20 13:30:00 confirmed' : '2026-12-18 09:00:00 cancelled',
    )
  })

  test('one side cancels today’s visit and the other completes it: one succeeds', async () => {
    world.clock.now = new Date('2026-11-20T16:00:00Z')
    const visit = await shown('2026-11-20')
    const [cancelled, completed] = await outcomes(
      world.as('maya').visits.cancel({ ...visit, reason }),
      world.as('curb').visits.complete({ id: visit.id }),
    )
    expect([cancelled, completed].filter((each) => each === 'ok')).toHaveLength(1)
    expect((await days())[0]).toBe(`2026-11-20 09:00:00 ${cancelled === 'ok' ? 'cancelled' : 'completed'}`)
  })
})
