import type { EventCases } from './feature-cases.ts'

const visit = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  scheduled_date: '2026-11-25',
  scheduled_time: '13:30:00',
}
const change = { ...visit, changed_by: 'vendor', change_reason: 'Rain', assigned: [] as string[] } as const

const suggested = {
  ...visit,
  suggested_by: 'vendor',
  suggested_date: '2026-11-26',
  suggested_time: '08:00:00',
} as const

const stopped = {
  service: 'Landscaping',
  company_name: 'Curb & Corner',
  from_date: '2026-12-01',
  reason: 'We do it ourselves',
  visits: 3,
  assigned: [],
}

/** The events of visits: part of test/features/visits.ts. */
export const VISIT_EVENT_CASES = {
  visits_booked: { data: { service: 'Landscaping', company_name: 'Curb & Corner', visits: 2 } },
  visit_on_the_way: { data: visit, by: 'curb', mailedTo: ['maya'] },
  visit_checked_in: { data: visit, by: 'curb' },
  visit_finished: {
    data: {
      ...visit,
      minutes: 46,
      photos: 3,
      note: 'Salted the steps, too.',
      completed_before: false,
      late_minutes: 95,
    },
    by: 'curb',
    mailedTo: ['maya'],
  },
  visit_photo_added: { data: { ...visit, shows: 'visit' }, by: 'curb' },
  visit_photo_removed: { data: { ...visit, shows: 'dispute' } },
  visit_assigned: {
    data: { ...visit, address: '1431 Minor Ave', visits: 12 },
    by: 'maya',
    subject: async (world) => world.idOf('curb'),
    mailedTo: ['curb'],
  },
  visit_unassigned: { data: { ...visit, address: '1431 Minor Ave', visits: 1 }, by: 'curb' },
  visit_missed: { data: { ...visit, begun: false }, mailedTo: ['curb', 'maya'] },
  claim_made: { data: { ...visit, words: 'The phone was left at home.' }, by: 'curb', mailedTo: ['maya'] },
  claim_confirmed: { data: visit, mailedTo: ['curb'] },
  claim_counted: { data: visit, mailedTo: ['curb', 'maya'] },
  claim_refused: { data: { ...visit, reason: 'The bins were still full.' }, mailedTo: ['curb'] },
  visit_disputed: { data: { ...visit, words: 'The ramp was not salted.' }, mailedTo: ['curb'] },
  dispute_answered: {
    data: { ...visit, words: 'We salted it this morning.' },
    by: 'curb',
    mailedTo: ['maya'],
  },
  dispute_settled: { data: visit, mailedTo: ['curb'] },
  visit_waived: { data: visit, by: 'curb', mailedTo: ['maya'] },
  visit_rated: { data: { ...visit, thumb: 'down', comment: 'The steps are still white.' } },
  visit_rating_removed: { data: visit },
  visit_completed: { data: visit, by: 'curb', mailedTo: ['maya'] },
  visit_reopened: { data: visit, by: 'curb' },
  visit_moved: {
    data: { ...change, earlier_date: '2026-11-24', earlier_time: '09:00:00' },
    by: 'curb',
    mailedTo: ['maya'],
  },
  time_suggested: {
    data: { ...suggested, reason: 'The courtyard is painted.' },
    by: 'curb',
    mailedTo: ['maya'],
  },
  time_accepted: {
    data: { ...change, earlier_date: '2026-11-24', earlier_time: '09:00:00' },
    mailedTo: ['curb'],
  },
  time_declined: { data: suggested, mailedTo: ['curb'] },
  time_withdrawn: { data: suggested, by: 'curb' },
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
      assigned: [],
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
} satisfies EventCases
