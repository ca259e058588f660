import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { asSystem } from '../../src/server/db/as-viewer.ts'
import { type FeatureCases, nothing } from '../feature-cases.ts'
import { photo } from '../sample-files.ts'
import { VISIT_EVENT_CASES } from '../visit-events.ts'
import { VISIT_TABLES, VISIT_WRITES } from '../visit-rows.ts'
import { type Name, NOW, type Vendor, type World } from '../world.ts'

const shown = (id: string) => ({ id, shown_date: '2026-12-18', shown_time: '09:00' })
const visitOf = (which: string) => `(select id from appointments order by scheduled_date ${which} limit 1)`

const suggestion = {
  scheduled_date: '2027-01-20',
  scheduled_time: '10:00',
  reason: 'The courtyard is painted.',
}
const suggestedTime = { suggested_date: suggestion.scheduled_date, suggested_time: suggestion.scheduled_time }

type Ids = Record<
  | 'snow'
  | 'today'
  | 'later'
  | 'done'
  | 'begun'
  | 'missed'
  | 'claimed'
  | 'refused'
  | 'finished'
  | 'disputed'
  | 'waived'
  | 'accepted'
  | 'declined'
  | 'withdrawn',
  string
>

/** A visit of today, by default at 1431 Minor Ave, at which somebody of the vendor has checked in. */
async function begunVisit(world: World, vendor: Vendor, service: string, of?: Name): Promise<string> {
  const id = await world.visitToday(vendor, service, of)
  await world.as(vendor).visits.checkIn({ id, at: NOW.toISOString() })
  return id
}

export const visits = {
  async prepare(world) {
    // The last one is done, those before it are missed and claimed, disputed, and finished.
    const snow = await world.request('Snow Removal', { preferred_end_date: '2027-09-24' })
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
    const begun = await begunVisit(world, 'hilltop', 'Snow Removal', 'otto')
    const missed = await world.missedToday('hilltop', 'Window Washing', 'otto')
    const [finished = '', disputed = '', waived = '', refused = '', claimed = ''] = visits
      .slice(-6)
      .map(({ id }) => id)
    for (const id of [claimed, refused]) {
      await asSystem(world.portal.db, (tx) =>
        sql`update appointments set status = 'missed' where id = ${id}`.execute(tx),
      )
      await world.as('hilltop').visits.claim({ id, words: 'The phone was left at home.' })
    }
    for (const id of [finished, disputed, waived])
      await asSystem(world.portal.db, (tx) =>
        sql`update appointments set status = 'completed', completed_at = ${NOW} where id = ${id}`.execute(tx),
      )
    for (const id of [disputed, waived])
      await world.as('maya').visits.dispute({ id, words: 'The ramp was not salted.' })
    const toSuggest = visits.slice(3, 6)
    const [accepted = '', declined = '', withdrawn = ''] = toSuggest.map(({ id }) => id)
    for (const { id, scheduled_date: shown_date, scheduled_time: shown_time } of toSuggest)
      await world.as('hilltop').visits.suggestTime({ id, shown_date, shown_time, ...suggestion })
    await world.as('maya').visits.rate({ id: done, thumb: 'down', comment: null })
    const suggested = { accepted, declined, withdrawn }
    return {
      snow,
      today,
      later,
      done,
      begun,
      missed,
      claimed,
      refused,
      finished,
      disputed,
      waived,
      ...suggested,
    }
  },
  procedures: {
    // Those of 1431 Minor Ave fill a page before they grow.
    upcoming: { audiences: ['resident', 'vendor'], by: 'otto', input: () => ({ page: 1, all: true }) },
    past: { audiences: ['resident', 'vendor'], by: 'ned', input: () => ({ page: 1, month: null }) },
    calendar: {
      audiences: ['resident', 'vendor'],
      by: 'hilltop',
      input: () => ({ from: '2026-11-15', until: '2026-12-27' }),
    },
    filters: { audiences: ['resident', 'vendor'], by: 'hilltop', input: nothing },
    toComplete: { audiences: ['vendor'], by: 'hilltop', input: () => ({ page: 1 }) },
    today: { audiences: ['vendor', 'crew'], by: 'hilltop', input: nothing },
    coming: { audiences: ['vendor', 'crew'], by: 'hilltop', input: () => ({ page: 1 }) },
    proof: {
      audiences: ['resident', 'vendor', 'admin'],
      by: 'otto',
      input: (_, { begun }) => ({ id: begun }),
      strangers: { id: ['ned', 'curb'] },
    },
    assign: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (world, { later }) => ({ id: later, person: world.idOf('hilltop'), scope: 'this', visits: 1 }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    missed: { audiences: ['resident', 'vendor'], by: 'otto', input: () => ({ page: 1 }) },
    disputed: { audiences: ['resident', 'vendor'], by: 'maya', input: () => ({ page: 1 }) },
    dispute: {
      audiences: [{ resident: 'manage_visits' }],
      by: 'maya',
      input: (_, { finished }) => ({ id: finished, words: 'The ramp was not salted.' }),
      strangers: { id: ['otto'] },
    },
    answerDispute: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { disputed }) => ({ id: disputed, words: 'We salted it this morning.' }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    settleDispute: {
      audiences: [{ resident: 'manage_visits' }],
      by: 'maya',
      input: (_, { disputed }) => ({ id: disputed }),
      strangers: { id: ['otto'] },
    },
    waiveVisit: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { waived }) => ({ id: waived }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    rate: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { done }) => ({ id: done, thumb: 'up', comment: 'Dry before breakfast.' }),
      strangers: { id: ['otto'] },
    },
    removeRating: {
      audiences: ['resident'],
      by: 'maya',
      input: (_, { done }) => ({ id: done }),
      strangers: { id: ['otto'] },
    },
    claim: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { missed }) => ({ id: missed, words: 'We swept at noon; the phone had no power.' }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    confirmClaim: {
      audiences: [{ resident: 'manage_visits' }],
      by: 'maya',
      input: (_, { claimed }) => ({ id: claimed }),
      strangers: { id: ['otto'] },
    },
    refuseClaim: {
      audiences: [{ resident: 'manage_visits' }],
      by: 'maya',
      input: (_, { refused }) => ({ id: refused, reason: 'The steps were still white at night.' }),
      strangers: { id: ['otto'] },
    },
    setOff: {
      audiences: ['vendor', 'crew'],
      by: 'hilltop',
      input: (_, { today }) => ({ id: today, at: NOW.toISOString() }),
      strangers: { id: ['curb', 'evergreen', 'cole'] },
    },
    checkIn: {
      audiences: ['vendor', 'crew'],
      by: 'hilltop',
      input: (_, { today }) => ({ id: today, at: NOW.toISOString() }),
      strangers: { id: ['curb', 'evergreen', 'cole'] },
    },
    finish: {
      audiences: ['vendor', 'crew'],
      by: 'hilltop',
      input: (_, { begun }) => ({
        id: begun,
        at: NOW.toISOString(),
        note: 'Salted the steps, too.',
        place: { latitude: 47.6155, longitude: -122.3262, accuracy_meters: 12 },
      }),
      strangers: { id: ['curb', 'evergreen', 'cole'] },
    },
    complete: {
      audiences: ['vendor'],
      by: 'hilltop',
      input: (_, { today }) => ({ id: today }),
      strangers: { id: ['curb', 'evergreen'] },
    },
    reopen: {
      audiences: ['vendor', 'crew'],
      by: 'hilltop',
      input: (_, { done }) => ({ id: done }),
      strangers: { id: ['curb', 'evergreen', 'cole'] },
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
        visits: 5,
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
    suggestTime: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { later }) => ({ ...shown(later), ...suggestion, scheduled_date: '2026-12-22' }),
      strangers: { id: ['otto', 'curb'] },
    },
    acceptTime: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { accepted }) => ({ id: accepted, ...suggestedTime }),
      strangers: { id: ['otto', 'curb'] },
    },
    declineTime: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'maya',
      input: (_, { declined }) => ({ id: declined, ...suggestedTime }),
      strangers: { id: ['otto', 'curb'] },
    },
    withdrawTime: {
      audiences: [{ resident: 'manage_visits' }, 'vendor'],
      by: 'hilltop',
      input: (_, { withdrawn }) => ({ id: withdrawn, ...suggestedTime }),
      strangers: { id: ['otto', 'curb'] },
    },
  },
  async grow(world, { begun, missed, claimed, disputed, finished }) {
    await world.as('maya').visits.dispute({ id: finished, words: 'The gate was left open.' })
    await world.visitToday('hilltop', 'Landscaping', 'otto')
    await asSystem(world.portal.db, async (tx) => {
      await sql`insert into visit_photos (id, appointment_id, building_id, vendor_id, file_path, file_size)
        select gen_random_uuid(), id, building_id, vendor_id, gen_random_uuid()::text, 1
        from appointments where id in (${begun}, ${claimed}, ${disputed})`.execute(tx)
      await sql`insert into appointments (building_id, building_service_id, service_quote_id, vendor_id, nominal_date,
          series_date, series_time, scheduled_date, scheduled_time, checked_in_at)
        select building_id, building_service_id, service_quote_id, vendor_id, nominal_date - 1,
          series_date - 1, series_time, scheduled_date - 1, scheduled_time, checked_in_at
        from appointments where id in (${begun}, ${missed})`.execute(tx)
      await sql`update appointments set status = 'missed' where status = 'confirmed'
        and service_quote_id = (select service_quote_id from appointments where id = ${missed})`.execute(tx)
      await sql`insert into appointments (building_id, building_service_id, service_quote_id, vendor_id,
          nominal_date, series_date, series_time, scheduled_date, scheduled_time, confirmed_date, confirmed_time)
        select building_id, building_service_id, service_quote_id, vendor_id,
          nominal_date + days, series_date + days, series_time, scheduled_date + days, scheduled_time, confirmed_date + days, confirmed_time
        from appointments cross join unnest(array[-40, 3]) as days
        where vendor_id = ${world.companyOf('hilltop')}`.execute(tx)
      await sql`update appointments set assigned_to = ${world.idOf('hilltop')}
        where status = 'confirmed' and vendor_id = ${world.companyOf('hilltop')}`.execute(tx)
    })
  },
  tables: VISIT_TABLES,
  writes: VISIT_WRITES,
  attachments: {
    'visit-photo': {
      addedBy: ['vendor', 'crew', 'resident'],
      seenBy: ['resident', 'vendor', 'crew', 'admin'],
      maxSize: 15 * 1024 * 1024,
      backedUp: true,
      by: 'curb',
      query: async (world) => {
        const visit = await begunVisit(world, 'curb', 'Snow Removal')
        // Of crew, only who goes there.
        await asSystem(world.portal.db, (tx) =>
          tx
            .updateTable('appointments')
            .set({ assigned_to: world.idOf('cole') })
            .where('id', '=', visit)
            .execute(),
        )
        return `?visit=${visit}&id=${randomUUID()}`
      },
      sample: photo,
      addressOf: async (_, { url }) => url,
      strangers: ['otto', 'hilltop'],
    },
  },
  exports: {
    '/api/visits/upcoming.csv': {
      audiences: ['resident', 'vendor'],
      by: 'ned',
      strangers: ['otto', 'hilltop'],
    },
    '/api/visits/past.csv': { audiences: ['resident', 'vendor'], by: 'ned', strangers: ['otto', 'hilltop'] },
  },
  events: VISIT_EVENT_CASES,
  async seed({ portal }, db) {
    await db.query(`
      update appointments a set checked_in_at = now() where id in
        (select distinct on (vendor_id) id from appointments where status = 'confirmed' order by vendor_id, scheduled_date)`)
    await db.query(`
      with attended as (insert into attendances (appointment_id, building_id, vendor_id, check_in_received_at)
        select id, building_id, vendor_id, now() from appointments where checked_in_at is not null returning *)
      insert into visit_photos (id, appointment_id, building_id, vendor_id, added_by, file_path, file_size)
      select appointment_id, appointment_id, attended.building_id, attended.vendor_id, p.id,
        'visit-photos/' || appointment_id || '-1.jpg', ${photo.length}
      from attended, profiles p where p.role = 'admin'`)
    for (const { file_path } of (await db.query('select file_path from visit_photos')).rows)
      await portal.files.put(file_path, Readable.from([photo]), { size: photo.length, mime: 'image/jpeg' })
    await db.query(`
      update appointments set status = 'missed' where id in (select distinct on (vendor_id) id from appointments
        where status = 'confirmed' and checked_in_at is null order by vendor_id, scheduled_date)`)
    await db.query(`
      insert into visit_claims (appointment_id, building_id, vendor_id, words, claimed_by, answer, answered_by, answered_at, refusal)
      select a.id, a.building_id, a.vendor_id, 'We came', p.id, 'refused', b.captain_id, now(), 'Nobody came'
      from appointments a join buildings b on b.id = a.building_id join profiles p on p.vendor_id = a.vendor_id
      where a.status = 'missed' on conflict do nothing`)
    // Open ones, which their vendors have answered.
    await db.query(`
      update appointments set status = 'completed' where id in (select distinct on (vendor_id) id from appointments
        where status = 'confirmed' and checked_in_at is null order by vendor_id, scheduled_date desc)`)
    await db.query(`
      insert into visit_disputes (appointment_id, building_id, vendor_id, words, opened_by, answer, answered_by, answered_at)
      select a.id, a.building_id, a.vendor_id, 'Not salted', b.captain_id, 'It is now', p.id, now()
      from appointments a join buildings b on b.id = a.building_id join profiles p on p.vendor_id = a.vendor_id
      where a.status = 'completed' on conflict do nothing`)
    // Without the trigger that asks for a completed visit: the tests complete these.
    await db.query(`
      set session_replication_role = replica;
      insert into visit_ratings (appointment_id, building_id, vendor_id, person, thumb)
      select a.id, a.building_id, a.vendor_id, p.id, 'up' from appointments a join profiles p on p.building_id = a.building_id
      on conflict do nothing;
      reset session_replication_role`)
    // Cora goes to all of her company's visits but the last one.
    await db.query(`
      update appointments a set assigned_to = p.id from profiles p where p.first_name = 'Cora' and p.vendor_id = a.vendor_id
        and a.scheduled_date < (select max(scheduled_date) from appointments where vendor_id = a.vendor_id)`)
    await db.query(`
      insert into service_assignments (service_quote_id, vendor_id, person)
      select q.id, q.vendor_id, p.id from service_quotes q join profiles p on p.vendor_id = q.vendor_id
      where q.status = 'accepted' and p.first_name = 'Cora'`)
    await db.query(`
      insert into visit_suggestions (appointment_id, building_id, vendor_id, suggested_by, person, from_date, from_time,
        suggested_date, suggested_time, reason)
      select distinct on (a.vendor_id) a.id, a.building_id, a.vendor_id, 'vendor', p.id, scheduled_date, scheduled_time,
        '2099-01-01', '10:00', 'Rain'
      from appointments a join profiles p on p.vendor_id = a.vendor_id
      where a.status = 'confirmed' and checked_in_at is null on conflict do nothing`)
    await db.query(`
      insert into service_stops (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, reason,
        stopped_by, person)
      select q.id, building_service_id, q.building_id, q.vendor_id, '2099-01-01', '2099-02-01', 'Winter', side, p.id
      from service_quotes q, unnest('{captain,vendor}'::text[]) as side, profiles p
      where q.status = 'accepted' and p.role = 'admin'`)
  },
  breaches: [
    [
      'a visit is finished by somebody who checked in',
      `update appointments set checked_in_at = null where checked_in_at is not null`,
    ],
    [
      'photos are of visits at which somebody checked in, or that were claimed or disputed',
      `update appointments set checked_in_at = null where checked_in_at is not null`,
    ],
    ['a visit is disputed as its dispute says', `delete from visit_disputes`],
    [
      'a claim is of a missed visit, which it completes once it counts',
      `update appointments set status = 'confirmed' where status = 'missed'`,
    ],
    [
      'nothing is booked after a service was ended',
      `insert into service_stops (service_quote_id, building_service_id, building_id, vendor_id, from_date, reason, stopped_by, created_at)
       select service_quote_id, building_service_id, building_id, vendor_id, '2000-01-01', 'Gone', 'captain', '2000-01-01'
       from appointments where status = 'confirmed' limit 1`,
    ],
    [
      'nobody comes while a service is paused',
      `insert into service_stops (service_quote_id, building_service_id, building_id, vendor_id, from_date, until_date, reason,
         stopped_by, created_at)
       select service_quote_id, building_service_id, building_id, vendor_id, scheduled_date, scheduled_date, 'Winter', 'vendor',
         '2000-01-01' from appointments where status = 'confirmed' limit 1`,
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
