import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addWeeks } from '../src/domain/calendar.ts'
import { breachesOf } from '../src/server/cli/check.ts'
import { openBrowser, type Procedures } from '../src/server/demo/person.ts'
import { bookAhead } from '../src/server/features/visits/book-ahead.ts'
import { settleMissed } from '../src/server/features/visits/mark-missed.ts'
import { createPortal } from '../src/server/portal.ts'
import { openEndlessServices } from './endless-service.ts'
import { chances, size } from './faults/drill.ts'
import type { Name } from './world.ts'

// Both sides of a visit change it at the same time, each on a server of its own.
// Without one of the locks a race fails within its first rounds, so `npm test` runs few; `npm run test:faults` runs all.
const ROUNDS = size(20, 200)
const TIME = size(60_000, 240_000)
const random = chances()

let endless: Awaited<ReturnType<typeof openEndlessServices>>
let other: ReturnType<typeof createPortal>

beforeAll(async () => {
  endless = await openEndlessServices('visit_races')
  const connection = { ...endless.connection, application_name: 'other server' }
  other = createPortal(connection, endless.world.portal.config, () => endless.world.clock.now)
})
afterAll(() => Promise.all([other.close(), endless.close()]))

/** The visits of this person, by one of the two servers. */
const here = (name: Name): Procedures['visits'] => endless.world.as(name).visits
const there = (name: Name): Procedures['visits'] =>
  openBrowser(other.portal, '127.0.0.1', endless.world.people[name].jar).visits

/** Each side has a head start in every other round, from none to a few milliseconds. */
const aMoment = (waits: boolean) => (waits ? sleep(random() * 20) : undefined)

const done = (ends: readonly PromiseSettledResult<unknown>[]) =>
  ends.map(({ status }) => status === 'fulfilled')

/** The one visit: confirmed, of today at nine, at which nobody was. */
async function anew(id: string): Promise<void> {
  const { db } = endless
  await db.query(`
    truncate attendances, visit_claims;
    set session_replication_role = replica;
    update appointments set status = 'confirmed', checked_in_at = null, completed_at = null, changed_by = null,
      change_reason = null, earlier_date = null, earlier_time = null, scheduled_date = series_date,
      scheduled_time = series_time, confirmed_date = series_date, confirmed_time = series_time`)
  await db.query(`set session_replication_role = origin`)
  await db.query(
    `update building_services set next_scheduled_visit = '2026-11-20' where id =
    (select building_service_id from appointments where id = $1)`,
    [id],
  )
}

async function stands() {
  const { rows } = await endless.db.query(
    `select status, checked_in_at is not null as is_held, scheduled_date, scheduled_time from appointments`,
  )
  expect(rows).toHaveLength(1)
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
  return rows[0]
}

async function visitAtNine(): Promise<string> {
  await endless.reset()
  // Half past eight in the city, so that the visit is of today and still to come.
  endless.world.clock.now = new Date('2026-11-20T16:30:00Z')
  const id = await endless.world.visitToday('hilltop', 'Snow Removal')
  await endless.db.query(`update appointments set created_at = '2026-11-19T20:00:00Z'`)
  return id
}

test('a visit is finished, or cancelled', { timeout: TIME }, async () => {
  const id = await visitAtNine()
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await anew(id)
    const at = endless.world.clock.now.toISOString()
    const finish = async () => {
      await aMoment(round % 2 === 0)
      await here('hilltop').checkIn({ id, at })
      await here('hilltop').finish({ id, at, note: null, place: null })
    }
    const cancel = async () => {
      await aMoment(round % 2 === 1)
      await there('maya').cancel({ id, shown_date: '2026-11-20', shown_time: '09:00', reason: 'Guests.' })
    }
    const [finished, cancelled] = done(await Promise.allSettled([finish(), cancel()]))
    expect(finished).not.toBe(cancelled)
    const { status, is_held } = await stands()
    expect([status, is_held]).toEqual(finished ? ['completed', true] : ['cancelled', false])
    seen.add(status)
  }
  expect(seen.size).toBe(2)
})

test('of two who move a visit at once one does', { timeout: TIME }, async () => {
  const id = await visitAtNine()
  for (let round = 0; round < ROUNDS; round += 1) {
    await anew(id)
    const from = { id, shown_date: '2026-11-20', shown_time: '09:00', reason: 'Guests.' }
    const moves = [
      here('hilltop').move({ ...from, scheduled_date: '2026-11-24', scheduled_time: '10:00' }),
      there('maya').move({ ...from, scheduled_date: '2026-11-25', scheduled_time: '11:00' }),
    ]
    const moved = done(await Promise.allSettled(moves))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect((await stands()).scheduled_date).toBe(moved[0] ? '2026-11-24' : '2026-11-25')
  }
})

test('a visit is missed, or finished', { timeout: TIME }, async () => {
  const id = await visitAtNine()
  endless.world.clock.now = new Date('2026-11-20T19:05:00Z')
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await anew(id)
    const complete = async () => {
      await aMoment(round % 2 === 0)
      await here('hilltop').complete({ id })
    }
    const miss = async () => {
      await aMoment(round % 2 === 1)
      await settleMissed(other.portal)
    }
    const [completed] = done(await Promise.allSettled([complete(), miss(), miss()]))
    const { status } = await stands()
    expect(status).toBe(completed ? 'completed' : 'missed')
    seen.add(status)
  }
  expect(seen.size).toBe(2)
})

test('a service that ends while its visits are booked has none after its end, and each once', {
  timeout: TIME,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await endless.reset()
    const id = await endless.start('Snow Removal', 4)
    endless.world.clock.now = new Date(endless.world.clock.now.getTime() + 60 * 86_400_000)
    const end = async () => {
      await aMoment(true)
      const { visits } = await there('maya').ofService({ id })
      const from = { id, from_date: '2027-02-01', reason: 'We shovel it ourselves.' }
      const after = visits.filter(({ scheduled_date }) => scheduled_date >= '2027-02-01').length
      await there('maya').endService({ ...from, visits: after })
    }
    const [ended] = await Promise.allSettled([
      end(),
      bookAhead(endless.world.portal),
      bookAhead(other.portal),
    ])
    // The number that was on the screen may have changed meanwhile; then nothing happens.
    if (ended.status === 'rejected') expect(String(ended.reason)).toContain('changed meanwhile')
    else await bookAhead(endless.world.portal)
    const { rows } = await endless.db.query(
      `select count(*) as visits, count(distinct nominal_date) as days,
         count(*) filter (where status = 'confirmed' and scheduled_date >= '2027-02-01') as after from appointments`,
    )
    expect(rows[0].visits).toBe(rows[0].days)
    if (ended.status === 'fulfilled') expect(rows[0].after).toBe(0)
    expect(await breachesOf(endless.world.portal.db)).toEqual([])
  }
})

test('a series that moves while its visits are booked is booked in its step', { timeout: TIME }, async () => {
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    await endless.reset()
    const id = await endless.start('Snow Removal', 4)
    endless.world.clock.now = new Date(endless.world.clock.now.getTime() + 120 * 86_400_000)
    const { visits } = await there('maya').ofService({ id })
    const [first] = visits
    const move = async () => {
      await aMoment(round % 2 === 0)
      await there('maya').moveSeries({
        id: first?.id ?? '',
        shown_date: first?.scheduled_date ?? '',
        shown_time: '09:00',
        scheduled_date: addDays(first?.scheduled_date ?? '', 2),
        scheduled_time: '11:00',
        reason: 'The market is on that day.',
        scope: 'all',
        visits: visits.length,
        realign: false,
      })
    }
    const nights = async () => {
      await aMoment(round % 2 === 1)
      await Promise.all([bookAhead(endless.world.portal), bookAhead(other.portal)])
    }
    const [moved] = await Promise.allSettled([move(), nights()])
    // Where the nights came first, more visits are there than were on the screen; then nothing moves.
    if (moved.status === 'rejected') expect(String(moved.reason)).toContain('changed meanwhile')
    await bookAhead(endless.world.portal)
    const { rows } = await endless.db.query(
      `select distinct series_date - nominal_date as days, series_time as time from appointments
       where scheduled_date >= $1`,
      [first?.scheduled_date],
    )
    expect(rows).toEqual([
      moved.status === 'fulfilled' ? { days: 2, time: '11:00:00' } : { days: 0, time: '09:00:00' },
    ])
    expect(await breachesOf(endless.world.portal.db)).toEqual([])
    seen.add(moved.status)
  }
  expect(seen.size).toBe(2)
})

test('nights in which the server dies leave exactly the visits that there should be', {
  timeout: TIME,
}, async () => {
  await endless.reset()
  const services = [
    await endless.start('Snow Removal', 1),
    await endless.start('Landscaping', 2),
    await endless.start('Window Washing', 3),
  ]
  const nights = size(10, 40)
  for (let night = 0; night < nights; night += 1) {
    endless.world.clock.now = new Date(endless.world.clock.now.getTime() + 9 * 86_400_000)
    const dies = sleep(random() * 15).then(() =>
      endless.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'other server'`,
      ),
    )
    await Promise.allSettled([bookAhead(other.portal), dies])
  }
  // By the server that lives: the other one may not know yet that its last connection is gone.
  await bookAhead(endless.world.portal)
  for (const [index, service] of services.entries()) {
    const { rows } = await endless.db.query(
      'select nominal_date as day from appointments where building_service_id = $1 order by 1',
      [service],
    )
    const booked = rows.map(({ day }) => day)
    expect(booked).toEqual(booked.map((_, visit) => addWeeks('2026-11-24', visit * (index + 1))))
    expect(addWeeks(booked.at(-1), index + 1) > horizon()).toBe(true)
  }
  expect(await breachesOf(endless.world.portal.db)).toEqual([])
})

/** Twelve months ahead of the world's clock. */
function horizon(): string {
  const ahead = new Date(endless.world.clock.now)
  ahead.setUTCFullYear(ahead.getUTCFullYear() + 1)
  return ahead.toISOString().slice(0, 10)
}
