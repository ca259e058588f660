// Rules: [4.visit.10]

import { formatShortDate } from '../../../domain/calendar.ts'
import type { Payload } from '../../../domain/events.ts'
import type { Side } from '../../../domain/visits/change.ts'
import { countedVisits, visitTime } from '../../../domain/visits/visit-time.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'
import { whereToLook, whoChanged } from './mail-sides.ts'
import { outcomeMails } from './outcome-mail.ts'

function movedVisit({ data: visit, address, ...to }: MailEvent<'visit_moved'>): MailContent {
  const { service, earlier_date, earlier_time } = visit
  const when = visitTime(visit, earlier_date)
  const earlier = visitTime({ scheduled_date: earlier_date, scheduled_time: earlier_time }, earlier_date)
  return {
    subject: `${service} visit moved to ${when}`,
    paragraphs: [
      `${whoChanged(visit, address)} moved the ${service} visit at ${address} from ${earlier} to ${when}.`,
      `Their reason: ${visit.change_reason}`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(to),
  }
}

function cancelledVisit({ data: visit, address, ...to }: MailEvent<'visit_cancelled'>): MailContent {
  const { service, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${service} visit on ${when} cancelled`,
    paragraphs: [
      `${whoChanged(visit, address)} cancelled the ${service} visit at ${address} on ${when}.`,
      `Their reason: ${visit.change_reason}`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(to),
  }
}

function timeSuggested({ data: visit, address, ...to }: MailEvent<'time_suggested'>): MailContent {
  const { service, scheduled_date, suggested_by: changed_by } = visit
  const when = suggestedWhen(visit)
  return {
    subject: `${service} visit on ${visitTime(visit, scheduled_date)}: ${when} instead?`,
    paragraphs: [
      `${whoChanged({ ...visit, changed_by }, address)} suggests ${when} for the ${service} visit at ${address} on ${visitTime(visit, scheduled_date)}.`,
      `Their reason: ${visit.reason}`,
      'Please accept or decline it. Until then the visit stays as it is.',
    ],
    action: whereToLook(to),
  }
}

function timeAccepted({ data: visit, address, ...to }: MailEvent<'time_accepted'>): MailContent {
  const { service, earlier_date } = visit
  const changed_by = otherSide(visit.changed_by)
  // The others go there.
  const isTheirs = !to.to_crew && to.to_vendor === (visit.changed_by === 'vendor')
  const when = visitTime(visit, earlier_date)
  return {
    subject: `${service} visit moved to ${when}${isTheirs ? ', as you suggested' : ''}`,
    paragraphs: [
      `${whoChanged({ ...visit, changed_by }, address)} accepted that the ${service} visit at ${address} of ${formatShortDate(earlier_date)} moves to ${when}.`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(to),
  }
}

function timeDeclined({ data: visit, address, ...to }: MailEvent<'time_declined'>): MailContent {
  const { service, scheduled_date } = visit
  const changed_by = otherSide(visit.suggested_by)
  return {
    subject: `${service} visit stays on ${visitTime(visit, scheduled_date)}`,
    paragraphs: [
      `${whoChanged({ ...visit, changed_by }, address)} declined ${suggestedWhen(visit)} for the ${service} visit at ${address}. It stays on ${visitTime(visit, scheduled_date)}.`,
    ],
    action: whereToLook(to),
  }
}

const otherSide = (side: Side) => (side === 'vendor' ? 'captain' : 'vendor')

const suggestedWhen = ({ suggested_date, suggested_time, scheduled_date }: Payload<'time_declined'>) =>
  visitTime({ scheduled_date: suggested_date, scheduled_time: suggested_time }, scheduled_date)

function movedSeries({ data: visit, address, ...to }: MailEvent<'series_moved'>): MailContent {
  const { service, visits, earlier_date, earlier_time } = visit
  const when = visitTime(visit, earlier_date)
  const earlier = visitTime({ scheduled_date: earlier_date, scheduled_time: earlier_time }, earlier_date)
  return {
    subject: `${countedVisits(visits, service)} moved, from ${earlier} to ${when}`,
    paragraphs: [
      // Visits that are taken back into their series move by days of their own.
      `${whoChanged(visit, address)} moved ${countedVisits(visits, service)} at ${address}. The visit of ${earlier} is on ${when} now${visits === 1 ? '' : ', and the others moved with it'}.`,
      `Their reason: ${visit.change_reason}`,
      ...yoursAmong(to, visits),
    ],
    action: whereToLook(to),
  }
}

function cancelledSeries({ data: visit, address, ...to }: MailEvent<'series_cancelled'>): MailContent {
  const { service, visits, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${countedVisits(visits, service)} cancelled, from ${when} on`,
    paragraphs: [
      `${whoChanged(visit, address)} cancelled ${countedVisits(visits, service)} at ${address}, the first one on ${when}.`,
      `Their reason: ${visit.change_reason}`,
      ...yoursAmong(to, visits),
    ],
    action: whereToLook(to),
  }
}

function movedDay({ data, address, ...to }: MailEvent<'day_moved'>): MailContent {
  const [earlier, day] = [formatShortDate(data.earlier_date), formatShortDate(data.scheduled_date)]
  const visits = data.visits === 1 ? 'its visit' : `its ${data.visits} visits`
  return {
    subject: `${data.services.join(', ')}: moved from ${earlier} to ${day}`,
    paragraphs: [
      `${data.company_name} moved ${visits} at ${address} (${data.services.join(', ')}) from ${earlier} to ${day}, at the same hours.`,
      `Their reason: ${data.change_reason}`,
      'The other visits of these services stay as they are.',
      ...yoursAmong(to, data.visits),
    ],
    action: whereToLook(to),
  }
}

function endedService({ data: stop, address, ...to }: MailEvent<'service_ended'>): MailContent {
  const from = formatShortDate(stop.from_date)
  return {
    subject: `${stop.service} at ${address} ends on ${from}`,
    paragraphs: [
      `${whoChanged({ ...stop, changed_by: stop.stopped_by }, address)} ends ${stop.service} at ${address} from ${from} on. ${cancelledText(stop.visits)}`,
      `Their reason: ${stop.reason}`,
      ...(!to.to_vendor && stop.stopped_by === 'vendor'
        ? ['You can ask vendors for the service again.']
        : []),
      ...yoursAmong(to, stop.visits),
    ],
    action: whereToLook(to),
  }
}

function pausedService({ data: stop, address, ...to }: MailEvent<'service_paused'>): MailContent {
  const [from, until] = [formatShortDate(stop.from_date), formatShortDate(stop.until_date)]
  return {
    subject: `${stop.service} at ${address} paused from ${from} to ${until}`,
    paragraphs: [
      `${whoChanged({ ...stop, changed_by: stop.stopped_by }, address)} pauses ${stop.service} at ${address} from ${from} to ${until}. ${cancelledText(stop.visits)}`,
      `Their reason: ${stop.reason}`,
      'The visits before and after stay as they are.',
      ...yoursAmong(to, stop.visits),
    ],
    action: whereToLook(to),
  }
}

function assignedVisit({ data }: MailEvent<'visit_assigned'>): MailContent {
  const { service, address, company_name, visits, scheduled_date } = data
  const when = visitTime(data, scheduled_date)
  const many = `${countedVisits(visits, service)} at ${address}`
  return {
    subject: visits === 1 ? `${service} at ${address} on ${when}` : `${many}, from ${when} on`,
    paragraphs: [
      visits === 1
        ? `${company_name} has assigned you to the ${service} visit at ${address} on ${when}.`
        : `${company_name} has assigned you to ${many}, the first one on ${when}.`,
      'On its day you find each visit in Today, with its address and what is to be done.',
    ],
    action: { label: 'Open Today', path: '/vendor/today' },
  }
}

/** Crew reads of all visits that changed, and goes to some of them. */
const yoursAmong = ({ to_crew }: Pick<MailEvent, 'to_crew'>, visits: number) =>
  to_crew && visits > 1 ? ['Some or all of them are yours. Today shows where you go.'] : []

function cancelledText(visits: number): string {
  if (visits === 0) return 'No visit is cancelled.'
  return visits === 1 ? '1 visit is cancelled.' : `${visits} visits are cancelled.`
}

export const visitMails = {
  visit_assigned: assignedVisit,
  visit_moved: movedVisit,
  visit_cancelled: cancelledVisit,
  time_suggested: timeSuggested,
  time_accepted: timeAccepted,
  time_declined: timeDeclined,
  series_moved: movedSeries,
  series_cancelled: cancelledSeries,
  day_moved: movedDay,
  service_ended: endedService,
  service_paused: pausedService,
  ...outcomeMails,
} satisfies Templates
