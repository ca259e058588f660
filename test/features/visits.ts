import { sql } from 'kysely'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import type { FeatureCases } from '../feature-cases.ts'
import { admin, all, either, neighbor, vendorOwn, withPower } from '../row-rules.ts'

const shown = (id: string) => ({ id, shown_date: '2026-12-18', shown_time: '09:00' })
const visitOf = (which: string) => `(select id from appointments order by scheduled_date ${which} limit 1)`

const visit = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  scheduled_date: '2026-11-25',
  scheduled_time: '13:30:00',
}
const change = { ...visit, changed_by: 'vendor', change_reason: 'Rain' } as const

const stopped = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  from_date: '2026-12-01',
  reason: 'We do it ourselves',
  visits: 3,
}

type Ids = Record<'snow' | 'today' | 'later' | 'done', string>

export const visits = {
  async prepare(world) {
    const snow = await world.request('Snow Removal')
    await world.accept(snow, await world.quote('hilltop', snow, 5000))
    const { visits } = await world.as('hilltop').visits.upcoming({ page: 1 })
    const [today = '', later = ''] = visits.map(({ id }) => id)
    const done = visits.at(-1)?.id ?? ''
    await asSystem(world.portal.db, (tx) =>
      // Just now for as long as the tests take.
      sql`update appointments set status = 'completed', completed_at = now() + interval '1 hour' where id = ${done}`.execute(
        tx,
      ),
    )
    return { snow, today, later, done }
  },
  procedures: {
    upcoming: { audiences: ['resident', 'vendor'], by: 'maya', input: () => ({ page: 1, all: true }) },
    past: { audiences: ['resident'], by: 'ned', input: () => ({ page: 1, month: null }) },
    toComplete: { audiences: ['vendor'], by: 'hilltop', input: () => ({ page: 1 }) },
    complete: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { today }) => ({ id: today }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    reopen: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { done }) => ({ id: done }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    move: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { later }) => ({
        ...shown(later),
        scheduled_date: '2026-12-21',
        scheduled_time: '13:30',
        reason: 'The courtyard is being painted.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    cancel: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { later }) => ({ ...shown(later), reason: 'The lift broke down.' }),
      strangers: { id: ['otto', 'curb'] },
    },
    moveSeries: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { later }) => ({
        ...shown(later),
        scope: 'later',
        visits: 2,
        realign: false,
        scheduled_date: '2026-12-21',
        scheduled_time: '13:30',
        reason: 'The courtyard is being painted.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    cancelSeries: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { later }) => ({
        ...shown(later),
        scope: 'later',
        visits: 1,
        reason: 'The lift broke down.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    ofDay: { audiences: ['vendor'], by: 'hilltop', input: () => ({ date: '2026-12-21' }) },
    moveDay: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: () => ({
        date: '2026-11-27',
        scheduled_date: '2026-11-28',
        visits: 1,
        reason: 'Ice on the roads.',
      }),
    },
    ofService: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { snow }) => ({ id: snow }),
      strangers: { id: ['otto', 'curb'] },
    },
    endService: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { snow }) => ({
        id: snow,
        from_date: '2029-01-01',
        visits: 0,
        reason: 'We shovel it ourselves.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
    pauseService: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { snow }) => ({
        id: snow,
        from_date: '2026-11-21',
        until_date: '2026-11-22',
        visits: 0,
        reason: 'The truck is in repair.',
      }),
      strangers: { id: ['otto', 'curb'] },
    },
  },
  grow: (world) =>
    asSystem(world.portal.db, (tx) =>
      sql`insert into appointments (building_id, building_service_id, service_quote_id, vendor_id,
          nominal_date, series_date, series_time, scheduled_date, scheduled_time, confirmed_date, confirmed_time)
        select building_id, building_service_id, service_quote_id, vendor_id,
          nominal_date + days, series_date + days, series_time, scheduled_date + days, scheduled_time, confirmed_date + days, confirmed_time
        from appointments cross join unnest(array[-40, 3]) as days
        where vendor_id = ${world.companyOf('hilltop')}`.execute(tx),
    ),
  tables: {
    appointments: either(neighbor, vendorOwn, admin),
    service_stops: either(neighbor, vendorOwn, admin),
  },
  writes: {
    service_stops: {
      insert: all(
        ({ person }, { id }) => person === id,
        either(
          all(vendorOwn, ({ stopped_by }) => stopped_by === 'vendor'),
          all(withPower('manage_visits'), ({ stopped_by }) => stopped_by === 'captain'),
        ),
      ),
    },
    appointments: {
      insert: neighbor,
      update: either(
        vendorOwn,
        all(withPower('manage_visits'), ({ status }) => status !== 'completed'),
      ),
    },
  },
  exports: { '/api/visits/past.csv': { audiences: ['resident'], by: 'ned', strangers: ['otto'] } },
  events: {
    visits_booked: { data: { service: 'Landscaping', company_name: 'Curb & Corner', visits: 2 } },
    visit_completed: { data: visit, by: 'curb' },
    visit_reopened: { data: visit, by: 'curb' },
    visit_moved: {
      data: { ...change, earlier_date: '2026-11-24', earlier_time: '09:00:00' },
      by: 'curb',
      mailedTo: ['maya'],
    },
    visit_cancelled: { data: { ...change, changed_by: 'captain' }, mailedTo: ['curb'] },
    series_moved: {
      data: { ...change, visits: 12, earlier_date: '2026-11-24', earlier_time: '09:00:00' },
      by: 'curb',
      mailedTo: ['maya'],
    },
    series_cancelled: { data: { ...change, changed_by: 'captain', visits: 12 }, mailedTo: ['curb'] },
    day_moved: {
      data: {
        company_name: 'Curb & Corner',
        services: ['Landscaping', 'Snow Removal'],
        visits: 3,
        earlier_date: '2026-11-24',
        scheduled_date: '2026-11-25',
        change_reason: 'Ice on the roads.',
      },
      by: 'curb',
      mailedTo: ['maya'],
    },
    service_ended: { data: { ...stopped, stopped_by: 'captain' }, mailedTo: ['curb'] },
    service_paused: {
      data: { ...stopped, stopped_by: 'vendor', until_date: '2026-12-31' },
      by: 'curb',
      mailedTo: ['maya'],
    },
  },
  async seed(_, db) {
    await db.query(`
      insert into service_stops (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, reason,
        stopped_by, person)
      select q.id, building_service_id, q.building_id, q.vendor_id, '2099-01-01', '2099-02-01', 'Winter', side, p.id
      from service_quotes q, unnest('{captain,vendor}'::text[]) as side, profiles p
      where q.status = 'accepted' and p.role = 'admin'`)
  },
  breaches: [
    [
      'nothing is booked after a service was ended',
      `insert into service_stops (service_quote_id, building_service_id, building_id, vendor_id, from_date, reason, stopped_by, created_at)
       select id, building_service_id, building_id, vendor_id, '2000-01-01', 'Gone', 'captain', '2000-01-01'
       from service_quotes where status = 'accepted' limit 1`,
    ],
    [
      'an accepted quote has the visits of its schedule',
      `delete from appointments where id = ${visitOf('desc')}`,
    ],
    [
      'an accepted quote has the visits of its schedule',
      `update appointments set scheduled_date = scheduled_date + 1 where id = ${visitOf('desc')}`,
    ],
    [
      'each visit belongs to an accepted quote',
      `update appointments set vendor_id = (select id from vendor_profiles where company_name like 'Curb%')
       where id = ${visitOf('desc')}`,
    ],
    [
      "a service's next visit is its earliest confirmed one",
      `update building_services set next_scheduled_visit = '2030-01-01'`,
    ],
  ],
} satisfies FeatureCases<'visits', Ids>
