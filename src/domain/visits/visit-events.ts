import { z } from 'zod'
import { formatShortDate, formatTime } from '../calendar.ts'
import { kind } from '../event-kind.ts'
import { PHOTO_SUBJECTS, type PhotoSubject } from './photo.ts'
import { THUMBS } from './rating.ts'
import { countedVisits } from './visit-time.ts'

const visit = z.object({
  service: z.string(),
  company_name: z.string(),
  scheduled_date: z.string(),
  scheduled_time: z.string(),
})
/** The people of the vendor who go to the visits that change: they hear of it, too (recipients.sql). Product 1.8 */
const assigned = z.array(z.uuid()).default([])
const changedVisit = visit.extend({
  changed_by: z.enum(['vendor', 'captain']),
  change_reason: z.string(),
  assigned,
})

const suggestedTime = visit.extend({
  suggested_by: z.enum(['vendor', 'captain']),
  suggested_date: z.string(),
  suggested_time: z.string(),
})

const changedSeries = changedVisit.extend({ visits: z.int() })

const stoppedService = z.object({
  service: z.string(),
  company_name: z.string(),
  from_date: z.string(),
  reason: z.string(),
  stopped_by: z.enum(['vendor', 'captain']),
  /** How many visits were cancelled. */
  visits: z.int(),
  assigned,
})

/** How many visits, and the first of them. Its building hears nothing of it. */
const assignedVisits = visit.extend({ address: z.string(), visits: z.int() })

const photographed = visit.extend({ shows: z.enum(PHOTO_SUBJECTS).default('visit') })

/** A captain adds the photos of what was not as agreed, a vendor all others. */
const photographer = (actor: string, { shows, company_name }: z.output<typeof photographed>) =>
  shows === 'dispute' ? actor : company_name

const PHOTO_TEXTS: Record<PhotoSubject, (visit: string) => string> = {
  visit: (of) => of,
  dispute: (of) => `what was not as agreed at ${of}`,
  answer: (of) => `what was done about ${of}`,
}
const photoOf = ({ shows, service }: z.output<typeof photographed>) =>
  PHOTO_TEXTS[shows](`a ${service} visit`)

const day = (date: string) => formatShortDate(date, date)
const when = (date: string, time: string) => `${formatShortDate(date, date)} at ${formatTime(time)}`

const about = {
  concerns: ['building', 'vendor', 'crew'],
  refreshes: ['services', 'quotes', 'visits', 'vendors', 'billing', 'budget', 'agreements', 'invoices'],
} as const

/** Of a visit that goes on: nothing that others count. */
const aboutVisits = { concerns: ['building', 'vendor', 'crew'], refreshes: ['visits'] } as const

/** The events of visits and their series. */
export const VISIT_EVENTS = {
  visits_booked: kind({
    payload: z.object({ service: z.string(), company_name: z.string(), visits: z.int() }),
    ...about,
    sentence: ({ data }) =>
      data.visits === 1
        ? `One more ${data.service} visit by ${data.company_name} was booked.`
        : `The next ${countedVisits(data.visits, data.service)} by ${data.company_name} were booked.`,
  }),
  time_suggested: kind({
    payload: suggestedTime.extend({ reason: z.string() }),
    ...aboutVisits,
    sentence: ({ actor, data }) =>
      `${actor} suggested ${when(data.suggested_date, data.suggested_time)} for the ${data.service} visit on ${day(data.scheduled_date)}.`,
  }),
  time_accepted: kind({
    payload: changedVisit.extend({ earlier_date: z.string(), earlier_time: z.string() }),
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} accepted ${when(data.scheduled_date, data.scheduled_time)} for a ${data.service} visit.`,
  }),
  time_declined: kind({
    payload: suggestedTime,
    ...aboutVisits,
    sentence: ({ actor, data }) =>
      `${actor} declined ${when(data.suggested_date, data.suggested_time)} for the ${data.service} visit on ${day(data.scheduled_date)}.`,
  }),
  time_withdrawn: kind({
    payload: suggestedTime,
    ...aboutVisits,
    sentence: ({ actor, data }) =>
      `${actor} no longer suggests ${when(data.suggested_date, data.suggested_time)} for a ${data.service} visit.`,
  }),
  series_moved: kind({
    payload: changedSeries.extend({ earlier_date: z.string(), earlier_time: z.string() }),
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} moved ${countedVisits(data.visits, data.service)}, the first one to ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
  series_cancelled: kind({
    payload: changedSeries,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} cancelled ${countedVisits(data.visits, data.service)}, the first one on ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
  day_moved: kind({
    payload: z.object({
      company_name: z.string(),
      services: z.array(z.string()),
      visits: z.int(),
      earlier_date: z.string(),
      scheduled_date: z.string(),
      change_reason: z.string(),
      assigned,
    }),
    ...about,
    sentence: ({ data }) =>
      data.visits === 1
        ? `${data.company_name} moved its visit of ${day(data.earlier_date)} to ${day(data.scheduled_date)}.`
        : `${data.company_name} moved its ${data.visits} visits of ${day(data.earlier_date)} to ${day(data.scheduled_date)}.`,
  }),
  service_ended: kind({
    payload: stoppedService,
    ...about,
    sentence: ({ actor, data }) => `${actor} ended ${data.service} from ${day(data.from_date)} on.`,
  }),
  service_paused: kind({
    payload: stoppedService.extend({ until_date: z.string() }),
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} paused ${data.service} from ${day(data.from_date)} until ${day(data.until_date)}.`,
  }),
  visit_on_the_way: kind({
    payload: visit,
    ...aboutVisits,
    sentence: ({ data }) => `${data.company_name} is on the way for ${data.service}.`,
  }),
  visit_checked_in: kind({
    payload: visit,
    // A visit that was missed is charged again.
    ...about,
    sentence: ({ data }) => `${data.company_name} has begun a ${data.service} visit.`,
  }),
  visit_finished: kind({
    payload: visit.extend({
      minutes: z.int(),
      photos: z.int(),
      note: z.string().nullable(),
      /** The office had marked it completed, which was mailed. */
      completed_before: z.boolean().default(false),
      /** How long after the end by the phone the server heard of it. */
      late_minutes: z.int().default(0),
    }),
    ...about,
    sentence: ({ data }) => `${data.company_name} finished a ${data.service} visit.`,
  }),
  visit_photo_added: kind({
    payload: photographed,
    ...aboutVisits,
    sentence: ({ actor, data }) => `${photographer(actor, data)} added a photo of ${photoOf(data)}.`,
  }),
  visit_photo_removed: kind({
    payload: photographed,
    ...aboutVisits,
    sentence: ({ actor, data }) => `${photographer(actor, data)} removed a photo of ${photoOf(data)}.`,
  }),
  visit_missed: kind({
    // Begun, but never finished.
    payload: visit.extend({ begun: z.boolean().default(false) }),
    ...about,
    sentence: ({ data }) =>
      `${data.begun ? 'Nobody finished' : 'Nobody came for'} the ${data.service} visit on ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
  claim_made: kind({
    payload: visit.extend({ words: z.string() }),
    ...aboutVisits,
    sentence: ({ data }) =>
      `${data.company_name} says that it came for ${data.service} on ${day(data.scheduled_date)}.`,
  }),
  claim_confirmed: kind({
    payload: visit,
    ...about,
    sentence: ({ data }) =>
      `That ${data.company_name} came for ${data.service} on ${day(data.scheduled_date)} counts.`,
  }),
  claim_counted: kind({
    payload: visit,
    ...about,
    sentence: ({ data }) =>
      `Nobody answered for a week, so that ${data.company_name} came for ${data.service} on ${day(data.scheduled_date)} counts.`,
  }),
  claim_refused: kind({
    payload: visit.extend({ reason: z.string() }),
    ...aboutVisits,
    sentence: ({ actor, data }) =>
      `${actor} said that ${data.company_name} did not come for ${data.service} on ${day(data.scheduled_date)}.`,
  }),
  visit_disputed: kind({
    payload: visit.extend({ words: z.string() }),
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} said that the ${data.service} visit of ${day(data.scheduled_date)} was not as agreed.`,
  }),
  dispute_answered: kind({
    payload: visit.extend({ words: z.string() }),
    ...aboutVisits,
    sentence: ({ data }) =>
      `${data.company_name} answered about the ${data.service} visit of ${day(data.scheduled_date)}.`,
  }),
  dispute_settled: kind({
    payload: visit,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} settled the dispute about the ${data.service} visit of ${day(data.scheduled_date)}.`,
  }),
  visit_waived: kind({
    payload: visit,
    ...about,
    sentence: ({ data }) =>
      `${data.company_name} charges nothing for the ${data.service} visit of ${day(data.scheduled_date)}.`,
  }),
  visit_rated: kind({
    payload: visit.extend({ thumb: z.enum(THUMBS), comment: z.string().nullable() }),
    // The vendor reads ratings without the names that events tell.
    concerns: ['building'],
    refreshes: ['visits'],
    sentence: ({ actor, data }) => `${actor} rated a ${data.service} visit: thumbs ${data.thumb}.`,
  }),
  visit_rating_removed: kind({
    payload: visit,
    // The vendor reads ratings without the names that events tell.
    concerns: ['building'],
    refreshes: ['visits'],
    sentence: ({ actor, data }) => `${actor} removed a rating of a ${data.service} visit.`,
  }),
  visit_assigned: kind({
    payload: assignedVisits,
    concerns: ['vendor', 'subject'],
    refreshes: ['visits'],
    sentence: ({ actor, subject, data }) =>
      data.visits === 1
        ? `${actor} assigned ${subject} to the ${data.service} visit of ${day(data.scheduled_date)} at ${data.address}.`
        : `${actor} assigned ${subject} to ${countedVisits(data.visits, data.service)} at ${data.address}.`,
  }),
  visit_unassigned: kind({
    payload: assignedVisits,
    concerns: ['vendor', 'subject'],
    refreshes: ['visits'],
    sentence: ({ subject, data }) =>
      data.visits === 1
        ? `${subject} no longer goes to the ${data.service} visit of ${day(data.scheduled_date)} at ${data.address}.`
        : `${subject} no longer goes to ${countedVisits(data.visits, data.service)} at ${data.address}.`,
  }),
  visit_completed: kind({
    payload: visit,
    ...about,
    sentence: ({ data }) => `${data.company_name} completed a ${data.service} visit.`,
  }),
  visit_reopened: kind({
    payload: visit,
    ...about,
    sentence: ({ data }) => `${data.company_name} took back that a ${data.service} visit was completed.`,
  }),
  visit_moved: kind({
    payload: changedVisit.extend({ earlier_date: z.string(), earlier_time: z.string() }),
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} moved a ${data.service} visit to ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
  visit_cancelled: kind({
    payload: changedVisit,
    ...about,
    sentence: ({ actor, data }) =>
      `${actor} cancelled the ${data.service} visit on ${when(data.scheduled_date, data.scheduled_time)}.`,
  }),
}
