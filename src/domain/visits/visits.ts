// Rules: [4.visit.5]

import { addWeeks, addYears, type CalendarDate, daysBetween } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'

/** Visits are booked at nine o'clock, the city's wall-clock time. [9.time.1] */
export const VISIT_TIME = '09:00:00'

/**
 * An acceptance books confirmed visits. Nobody came to a missed one, and a disputed one was not as agreed.
 * [4.visit.1] [4.visit.6] Product 1.5
 */
export const VISIT_STATUSES = ['confirmed', 'completed', 'cancelled', 'missed', 'disputed'] as const
/** The statuses of visits that are paid, or will be. */
export const CHARGED: readonly VisitStatus[] = ['confirmed', 'completed']

export type VisitStatus = (typeof VISIT_STATUSES)[number]

/** How often a service is wanted: again and again, or one time. Stored as `service_type`. */
export type Cadence = 'recurring' | 'on-demand'

/** When a service is wanted: a frequency in weeks and calendar dates. */
export type Schedule = {
  service_type: Cadence | null
  required_every_weeks: number | null
  preferred_start_date: CalendarDate
  preferred_end_date: CalendarDate | null
}

/** A schedule as it is wanted: without an end date it ends after the first visit, or goes on until the building ends it. */
export type WantedSchedule = Schedule & { until_ended: boolean }

/** What is booked of a wanted schedule by the city's `today`: of one without an end, twelve months. Product 1.1 */
export function bookedSchedule(wanted: WantedSchedule, today: CalendarDate): Schedule {
  const { until_ended, ...schedule } = wanted
  if (!until_ended) return schedule
  const ahead = addYears(today, 1)
  const start = schedule.preferred_start_date
  return { ...schedule, preferred_end_date: ahead < start ? start : ahead }
}

/** The days still to be booked by `today` of a service without an end, after the day that is `booked` last. Product 1.1 */
export function daysToBook(
  every: { required_every_weeks: number; booked: CalendarDate },
  today: CalendarDate,
): CalendarDate[] {
  return visitDates({
    service_type: 'recurring',
    required_every_weeks: every.required_every_weeks,
    preferred_start_date: addWeeks(every.booked, every.required_every_weeks),
    preferred_end_date: addYears(today, 1),
  })
}

/**
 * The days on which visits are booked when a quote is accepted: for a recurring service with a frequency and
 * an end date every N weeks from the start up to and including the end, otherwise the start date alone.
 * Throws DomainError 'too_many_visits' above 520, 'invalid_input' for a frequency that is no whole number of
 * weeks.
 * [4.visit.2] [4.visit.3]
 */
export function visitDates(schedule: Schedule): CalendarDate[] {
  const {
    service_type,
    required_every_weeks: weeks,
    preferred_start_date: start,
    preferred_end_date: end,
  } = schedule
  if (service_type !== 'recurring' || weeks === null || end === null) return [start]
  if (!Number.isInteger(weeks) || weeks < 1) {
    throw new DomainError(
      'invalid_input',
      'Service Frequency must be a whole number of weeks',
      'required_every_weeks',
    )
  }
  const count = Math.floor(daysBetween(start, end) / (7 * weeks)) + 1
  if (count > LIMITS.visits) {
    throw new DomainError(
      'too_many_visits',
      `At most ${LIMITS.visits} visits can be booked. Choose an earlier end date.`,
      'preferred_end_date',
    )
  }
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addWeeks(start, index * weeks))
}
