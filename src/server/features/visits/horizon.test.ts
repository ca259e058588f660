import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEndlessServices } from '../../../../test/endless-service.ts'
import { addDays } from '../../../domain/calendar.ts'
import { breachesOf } from '../../cli/check.ts'
import { bookAhead } from './book-ahead.ts'

// What a night books where a service was ended, paused or moved, or its last visit cancelled.
// Snow removal on Tuesdays: 52 visits from November 24, 2026 until November 16, 2027.

let endless: Awaited<ReturnType<typeof openEndlessServices>>
let service: string

beforeAll(async () => {
  endless = await openEndlessServices('horizon')
})
afterAll(() => endless.close())
beforeEach(async () => {
  await endless.reset()
  service = await endless.start('Snow Removal', 1)
})

// Whatever a test did, the data is sound.
afterEach(async () => expect(await breachesOf(endless.world.portal.db)).toEqual([]))

const night = () => bookAhead(endless.world.portal)
const goTo = (day: string) => {
  endless.world.clock.now = new Date(`${day}T20:00:00Z`)
}

/** The visits of days in the schedule from one on. */
async function booked(from: string) {
  const { rows } = await endless.db.query(
    `select nominal_date as day, scheduled_date as on, scheduled_time as at, status, changed_by as by, change_reason as why
     from appointments where nominal_date >= $1 order by nominal_date`,
    [from],
  )
  return rows
}

/** How many visits each event says that were booked. */
const announced = async () =>
  (await endless.db.query(`select data from events where kind = 'visits_booked' order by id`)).rows.map(
    ({ data }) => data.visits,
  )

const end = (from_date: string, visits = 0) =>
  endless.world.as('maya').visits.endService({ id: service, from_date, visits, reason: 'Over' })
const pause = (from_date: string, until_date: string, visits = 0) =>
  endless.world
    .as('maya')
    .visits.pauseService({ id: service, from_date, until_date, visits, reason: 'The street is closed' })

/** Moves all that is to come by some days, and to an hour. */
async function moveAll(days: number, scheduled_time = '09:00') {
  const { visits } = await endless.world.as('hilltop').visits.ofService({ id: service })
  const [first] = visits
  if (!first) throw new Error('There are no visits')
  await endless.world.as('hilltop').visits.moveSeries({
    id: first.id,
    shown_date: first.scheduled_date,
    shown_time: first.scheduled_time,
    scheduled_date: addDays(first.scheduled_date, days),
    scheduled_time,
    reason: 'New route',
    scope: 'all',
    visits: visits.length,
    realign: false,
  })
}

describe('while a night waits for its locks', () => {
  /** Runs `change` after the snapshot of the job's first statement, and before it locks a service. */
  async function duringNight(change: () => Promise<unknown>): Promise<void> {
    const { db } = endless
    await db.query(`
      create function wait_as_job() returns boolean language plpgsql as $$ begin
        if current_user <> 'stoop_viewer' then perform pg_advisory_xact_lock_shared(1); end if;
        return true;
      end $$;
      alter table service_types rename to kept_types;
      create view service_types as select * from kept_types where wait_as_job();
      grant select on service_types to public;
      select pg_advisory_lock(1)`)
    try {
      const running = night()
      await expect
        .poll(
          async () =>
            (await db.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
        )
        .toBe(1)
      await change()
      await db.query('select pg_advisory_unlock(1)')
      await running
    } finally {
      await db.query(`
        select pg_advisory_unlock_all();
        drop view service_types;
        alter table kept_types rename to service_types;
        drop function wait_as_job()`)
    }
  }

  test('an end is heeded, whose days were not known yet [Product 1.1] [Product 1.6]', async () => {
    goTo('2026-12-20')
    await duringNight(() => end('2027-11-30'))
    expect((await booked('2027-11-16')).map(({ day }) => day)).toEqual(['2027-11-16', '2027-11-23'])
  })

  test('a move of the series is followed', async () => {
    goTo('2026-12-20')
    await duringNight(() => moveAll(1, '11:00'))
    expect((await booked('2027-11-23')).map(({ on, at }) => `${on} ${at}`)).toEqual([
      '2027-11-24 11:00:00',
      '2027-12-01 11:00:00',
      '2027-12-08 11:00:00',
      '2027-12-15 11:00:00',
    ])
  })
})

describe('an end that lies ahead [Product 1.6]', () => {
  test('of two years lets the service be booked until then, and not on its day', async () => {
    await end('2028-11-21') // a Tuesday
    goTo('2027-11-20')
    await night()
    expect((await booked('2028-11-14')).map(({ day, status }) => [day, status])).toEqual([
      ['2028-11-14', 'confirmed'],
    ])
    for (const day of ['2028-06-01', '2028-11-20', '2028-11-21', '2029-03-01']) {
      goTo(day)
      await night()
    }
    expect(await booked('2028-11-15')).toEqual([])
    expect(await booked('2026-11-24')).toHaveLength(104)
  })

  test('counts by the day on which a visit takes place, not by its day in the schedule', async () => {
    await moveAll(1)
    await end('2027-12-01') // a Wednesday
    goTo('2027-03-01')
    await night()
    expect((await booked('2027-11-23')).map(({ on }) => on)).toEqual(['2027-11-24'])
  })
})

describe('a pause [Product 1.6]', () => {
  test('beyond what is booked, as when nights were missed: its days are booked as it would have left them', async () => {
    goTo('2027-01-19')
    await pause('2027-11-20', '2027-12-07')
    await endless.db.query('truncate mails cascade')
    await night()
    const cancelled = { status: 'cancelled', by: 'captain', why: 'The street is closed' }
    const confirmed = { status: 'confirmed', by: null, why: null }
    expect((await booked('2027-11-16')).slice(0, 5)).toMatchObject([
      { day: '2027-11-16', ...confirmed },
      { day: '2027-11-23', ...cancelled },
      { day: '2027-11-30', ...cancelled },
      { day: '2027-12-07', ...cancelled },
      { day: '2027-12-14', ...confirmed },
    ])
    expect(await announced()).toEqual([6]) // until January 18, 2028
    expect((await endless.db.query('select from mails')).rowCount).toBe(0)
  })

  test('meets a series that was moved earlier, and nobody hears of visits that are not', async () => {
    goTo('2026-11-28')
    await pause('2027-11-20', '2027-11-22')
    await moveAll(-1) // to Mondays
    await night()
    expect(await booked('2027-11-23')).toMatchObject([
      { on: '2027-11-22', status: 'cancelled', by: 'captain' },
    ])
    expect(await announced()).toEqual([])
    goTo('2026-12-05')
    await night()
    expect(await booked('2027-11-30')).toMatchObject([{ on: '2027-11-29', status: 'confirmed', by: null }])
  })
})

describe('after the last visit that is booked was cancelled, a series that moves is booked in its step', () => {
  const expectInStep = async (scheduled: string) => {
    const before = (await booked('2027-11-16'))[0]
    expect(before).toMatchObject({ status: 'cancelled', on: scheduled, at: '09:00:00' })
    await moveAll(1, '11:00')
    // What it shows stays.
    expect((await booked('2027-11-16'))[0]).toEqual(before)
    goTo('2026-11-28')
    await night()
    expect(await booked('2027-11-23')).toMatchObject([{ on: '2027-11-24', at: '11:00:00' }])
  }

  test('by hand', async () => {
    const { visits } = await endless.world.as('hilltop').visits.ofService({ id: service })
    const last = visits.at(-1)
    await endless.world.as('hilltop').visits.cancel({
      id: last?.id ?? '',
      shown_date: '2027-11-16',
      shown_time: '09:00',
      reason: 'The truck is in repair',
    })
    await expectInStep('2027-11-16')
  })

  test('by a pause', async () => {
    await pause('2027-11-15', '2027-11-19', 1)
    await expectInStep('2027-11-16')
  })

  test('when a captain moves it', async () => {
    await pause('2027-11-15', '2027-11-19', 1)
    const { visits } = await endless.world.as('maya').visits.ofService({ id: service })
    const [first] = visits
    await endless.world.as('maya').visits.moveSeries({
      id: first?.id ?? '',
      shown_date: '2026-11-24',
      shown_time: '09:00',
      scheduled_date: '2026-11-26',
      scheduled_time: '09:00',
      reason: 'The market is on Tuesdays',
      scope: 'later',
      visits: 51,
    })
    goTo('2026-11-28')
    await night()
    expect(await booked('2027-11-23')).toMatchObject([{ on: '2027-11-25', at: '09:00:00' }])
  })

  test('because no day suited both', async () => {
    await endless.world.as('maya').buildings.update({
      name: null,
      number_of_units: 24,
      closed_weekdays: [],
      closed_on_holidays: true,
      quiet_from: null,
      quiet_until: null,
    })
    await endless.db.query(`update service_quotes set weekdays = '{4}'`)
    goTo('2026-11-27')
    await night()
    // The Thursday of that week is Thanksgiving.
    expect(await booked('2027-11-23')).toMatchObject([{ on: '2027-11-23', status: 'cancelled', by: null }])
    expect(await announced()).toEqual([])
    await moveAll(1, '11:00')
    goTo('2026-12-04')
    await night()
    expect(await booked('2027-11-23')).toMatchObject([
      { on: '2027-11-23', at: '09:00:00', status: 'cancelled' },
      { on: '2027-12-03', at: '11:00:00', status: 'confirmed' },
    ])
  })
})

test('a visit that was held long before its time does not take its series along', async () => {
  const { visits } = await endless.world.as('hilltop').visits.ofService({ id: service })
  const last = visits.at(-1)
  const to = { scheduled_date: '2026-11-21', scheduled_time: '09:00', reason: 'Early snow' }
  await endless.world
    .as('hilltop')
    .visits.move({ id: last?.id ?? '', shown_date: '2027-11-16', shown_time: '09:00', ...to })
  goTo('2026-11-22')
  await endless.world.as('hilltop').visits.complete({ id: last?.id ?? '' })
  await moveAll(1, '11:00')
  goTo('2026-11-28')
  await night()
  expect(await booked('2027-11-23')).toMatchObject([{ on: '2027-11-24', at: '11:00:00' }])
})
