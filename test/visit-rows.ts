import { addDays } from '../src/domain/calendar.ts'
import type { Writes } from './feature-cases.ts'
import { admin, all, crewOwn, either, neighbor, type Rule, vendorOwn, withPower } from './row-rules.ts'

const ownSuggestion = either(
  all(vendorOwn, ({ suggested_by }) => suggested_by === 'vendor'),
  all(withPower('manage_visits'), ({ suggested_by }) => suggested_by === 'captain'),
)

/** The visit is where its series is, which is as many days after the schedule's day as it was put off. */
const asScheduled: Rule = (visit) =>
  visit.series_date === addDays(String(visit.nominal_date), Number(visit.shift_days ?? 0)) &&
  ['scheduled_date', 'confirmed_date'].every((day) => visit[day] === visit.series_date) &&
  ['scheduled_time', 'confirmed_time'].every((time) => visit[time] === visit.series_time)

/** Who sees which rows of visits: part of test/features/visits.ts. */
export const VISIT_TABLES: Record<string, Rule> = {
  appointments: either(neighbor, vendorOwn, crewOwn, admin),
  service_stops: either(neighbor, vendorOwn, admin),
  attendances: either(neighbor, vendorOwn, crewOwn, admin),
  visit_photos: either(
    neighbor,
    vendorOwn,
    all(crewOwn, ({ shows }) => shows === 'visit'),
    admin,
  ),
  service_assignments: either(vendorOwn, admin),
  visit_claims: either(neighbor, vendorOwn, crewOwn, admin),
  visit_ratings: either(neighbor, vendorOwn, admin),
  visit_disputes: either(neighbor, vendorOwn, crewOwn, admin),
  visit_suggestions: either(neighbor, vendorOwn, admin),
}

/** Who writes which rows of visits. */
export const VISIT_WRITES: Record<string, Writes> = {
  attendances: {
    insert: all(
      either(vendorOwn, crewOwn),
      ({ checked_in_by }, { id }) => checked_in_by === null || checked_in_by === id,
    ),
    update: either(vendorOwn, crewOwn),
  },
  visit_photos: {
    insert: all(
      ({ added_by }, { id }) => added_by === id,
      either(
        all(vendorOwn, ({ shows }) => shows !== 'dispute'),
        all(crewOwn, ({ shows }) => shows === 'visit'),
        all(withPower('manage_visits'), ({ shows }) => shows === 'dispute'),
      ),
    ),
    delete: either(
      all(vendorOwn, ({ shows }) => shows !== 'dispute'),
      all(crewOwn, ({ shows, added_by }, { id }) => shows === 'visit' && added_by === id),
      all(withPower('manage_visits'), ({ shows }) => shows === 'dispute'),
    ),
  },
  visit_disputes: {
    insert: all(withPower('manage_visits'), ({ opened_by }, { id }) => opened_by === id),
    update: all(vendorOwn, ({ outcome, answered_by }, { id }) => outcome === null && answered_by === id),
  },
  visit_ratings: {
    insert: all(neighbor, ({ person }, { id }) => person === id),
    update: all(neighbor, ({ person }, { id }) => person === id),
    delete: all(neighbor, ({ person }, { id }) => person === id),
  },
  visit_suggestions: {
    insert: all(({ person, answer }, { id }) => person === id && answer === null, ownSuggestion),
    update: all(({ person, answer }, { id }) => person === id && answer === null, ownSuggestion),
  },
  // An open one is answered by giving it an answer, so that no update leaves a row as it is.
  visit_claims: { insert: all(vendorOwn, ({ claimed_by }, { id }) => claimed_by === id) },
  service_stops: {
    insert: all(
      ({ person }, { id }) => person === id,
      either(
        all(vendorOwn, ({ stopped_by }) => stopped_by === 'vendor'),
        all(withPower('manage_visits'), ({ stopped_by }) => stopped_by === 'captain'),
      ),
    ),
  },
  service_assignments: {
    insert: all(vendorOwn, (_, { name }) => ['evergreen', 'ezra'].includes(name)),
    update: vendorOwn,
    delete: vendorOwn,
  },
  appointments: {
    // Only its vendor says who goes, and nobody books a visit on another day than the schedule's.
    insert: all(withPower('accept_quotes'), ({ assigned_to }) => assigned_to === null, asScheduled),
    update: either(
      vendorOwn,
      all(crewOwn, ({ status }) => ['confirmed', 'completed', 'disputed'].includes(String(status))),
      all(
        withPower('manage_visits'),
        ({ status, checked_in_at }) =>
          (status === 'confirmed' || status === 'cancelled') && checked_in_at === null,
      ),
    ),
  },
}
