// Rules: [4.visit.10]

import { formatShortDate } from '../../../domain/calendar.ts'
import type { Payload } from '../../../domain/events.ts'
import { formatMinutes } from '../../../domain/visits/attendance.ts'
import { ANSWER_DAYS, CLAIM_DAYS } from '../../../domain/visits/missed.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'

function movedVisit({ data: visit, address }: MailEvent<'visit_moved'>): MailContent {
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
    action: whereToLook(visit),
  }
}

function cancelledVisit({ data: visit, address }: MailEvent<'visit_cancelled'>): MailContent {
  const { service, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${service} visit on ${when} cancelled`,
    paragraphs: [
      `${whoChanged(visit, address)} cancelled the ${service} visit at ${address} on ${when}.`,
      `Their reason: ${visit.change_reason}`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(visit),
  }
}

function movedSeries({ data: visit, address }: MailEvent<'series_moved'>): MailContent {
  const { service, visits, earlier_date, earlier_time } = visit
  const when = visitTime(visit, earlier_date)
  const earlier = visitTime({ scheduled_date: earlier_date, scheduled_time: earlier_time }, earlier_date)
  return {
    subject: `${visits} ${service} visits moved, from ${earlier} to ${when}`,
    paragraphs: [
      `${whoChanged(visit, address)} moved ${visits} ${service} visits at ${address}. The visit of ${earlier} is on ${when} now, and the others moved by as many days.`,
      `Their reason: ${visit.change_reason}`,
    ],
    action: whereToLook(visit),
  }
}

function cancelledSeries({ data: visit, address }: MailEvent<'series_cancelled'>): MailContent {
  const { service, visits, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${visits} ${service} visits cancelled, from ${when} on`,
    paragraphs: [
      `${whoChanged(visit, address)} cancelled ${visits} ${service} visits at ${address}, the first one on ${when}.`,
      `Their reason: ${visit.change_reason}`,
    ],
    action: whereToLook(visit),
  }
}

function movedDay({ data, address }: MailEvent<'day_moved'>): MailContent {
  const [earlier, day] = [formatShortDate(data.earlier_date), formatShortDate(data.scheduled_date)]
  const visits = data.visits === 1 ? 'its visit' : `its ${data.visits} visits`
  return {
    subject: `${data.services.join(', ')}: moved from ${earlier} to ${day}`,
    paragraphs: [
      `${data.company_name} moved ${visits} at ${address} (${data.services.join(', ')}) from ${earlier} to ${day}, at the same hours.`,
      `Their reason: ${data.change_reason}`,
      'The other visits of these services stay as they are.',
    ],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function endedService({ data: stop, address }: MailEvent<'service_ended'>): MailContent {
  const from = formatShortDate(stop.from_date)
  return {
    subject: `${stop.service} at ${address} ends on ${from}`,
    paragraphs: [
      `${whoChanged({ ...stop, changed_by: stop.stopped_by }, address)} ends ${stop.service} at ${address} from ${from} on. ${cancelledText(stop.visits)}`,
      `Their reason: ${stop.reason}`,
      stop.stopped_by === 'vendor' ? 'You can ask vendors for the service again.' : '',
    ].filter(Boolean),
    action: whereToLook({ changed_by: stop.stopped_by }),
  }
}

function pausedService({ data: stop, address }: MailEvent<'service_paused'>): MailContent {
  const [from, until] = [formatShortDate(stop.from_date), formatShortDate(stop.until_date)]
  return {
    subject: `${stop.service} at ${address} paused from ${from} to ${until}`,
    paragraphs: [
      `${whoChanged({ ...stop, changed_by: stop.stopped_by }, address)} pauses ${stop.service} at ${address} from ${from} to ${until}. ${cancelledText(stop.visits)}`,
      `Their reason: ${stop.reason}`,
      'The visits before and after stay as they are.',
    ],
    action: whereToLook({ changed_by: stop.stopped_by }),
  }
}

function onTheWay({ data: visit, address }: MailEvent<'visit_on_the_way'>): MailContent {
  const { company_name, service } = visit
  return {
    subject: `${company_name} is on the way for ${service}`,
    paragraphs: [`${company_name} is on the way to ${address} for ${service}.`],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function finishedVisit({ data: visit, address }: MailEvent<'visit_finished'>): MailContent {
  const { company_name, service, scheduled_date, minutes, photos, note } = visit
  const shown = photos === 1 ? ' A photo shows it.' : photos > 1 ? ` ${photos} photos show it.` : ''
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)} finished`,
    paragraphs: [
      `${company_name} finished ${service} at ${address} after ${formatMinutes(minutes)}.${shown}`,
      ...(note ? [`Their note: ${note}`] : []),
    ],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function assignedVisit({ data }: MailEvent<'visit_assigned'>): MailContent {
  const { service, address, company_name, visits, scheduled_date } = data
  const when = visitTime(data, scheduled_date)
  const many = `${visits} ${service} visits at ${address}`
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

function missedVisit({ data: visit, address }: MailEvent<'visit_missed'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${service} visit on ${when} missed`,
    paragraphs: [
      `Nobody checked in for ${service} at ${address} on ${when}, nor was the visit moved. It is not charged.`,
      `If ${company_name} was there, it can say ‘We came’ within ${CLAIM_DAYS} days. Then the visit counts once the building confirms it, or after ${ANSWER_DAYS} days without an answer.`,
    ],
    // Each side's own dashboard.
    action: { label: 'Open your dashboard', path: '/dashboard' },
  }
}

function madeClaim({ data: visit, address }: MailEvent<'claim_made'>): MailContent {
  const { company_name, service, scheduled_date, words } = visit
  return {
    subject: `${company_name} says that it came for ${service} on ${formatShortDate(scheduled_date)}`,
    paragraphs: [
      `The ${service} visit at ${address} on ${visitTime(visit, scheduled_date)} is missed. ${company_name} says that it came: ${words}`,
      `Please confirm this, or say that they didn’t come. Without an answer the visit counts after ${ANSWER_DAYS} days.`,
    ],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function confirmedClaim({ data: visit, address }: MailEvent<'claim_confirmed'>): MailContent {
  const { service, scheduled_date } = visit
  return {
    subject: `Your ${service} visit of ${formatShortDate(scheduled_date)} counts`,
    paragraphs: [
      `You said that you came for ${service} at ${address} on ${visitTime(visit, scheduled_date)}. The visit counts as completed now.`,
    ],
    action: whereToLook({ changed_by: 'captain' }),
  }
}

function countedClaim({ data: visit, address }: MailEvent<'claim_counted'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)} counts`,
    paragraphs: [
      `${company_name} said that it came for ${service} at ${address} on ${visitTime(visit, scheduled_date)}. Nobody answered for ${ANSWER_DAYS} days, so that the visit counts as completed now, and is charged.`,
    ],
    action: { label: 'Open your dashboard', path: '/dashboard' },
  }
}

function refusedClaim({ data: visit, address }: MailEvent<'claim_refused'>): MailContent {
  const { service, scheduled_date, reason } = visit
  return {
    subject: `Your ${service} visit of ${formatShortDate(scheduled_date)} stays missed`,
    paragraphs: [
      `The HOA representative of ${address} says that nobody came for ${service} on ${visitTime(visit, scheduled_date)}.`,
      `Their reason: ${reason}`,
    ],
    action: whereToLook({ changed_by: 'captain' }),
  }
}

function disputedVisit({ data: visit, address }: MailEvent<'visit_disputed'>): MailContent {
  const { service, scheduled_date, words } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)}: not as agreed`,
    paragraphs: [
      `The HOA representative of ${address} says that the ${service} visit of ${formatShortDate(scheduled_date)} was not as agreed: ${words}`,
      'The visit is not to be paid until this is settled. Please answer what you did about it, or charge nothing for the visit.',
    ],
    action: whereToLook({ changed_by: 'captain' }),
  }
}

function answeredDispute({ data: visit }: MailEvent<'dispute_answered'>): MailContent {
  const { company_name, service, scheduled_date, words } = visit
  return {
    subject: `${company_name} answered about ${service} of ${formatShortDate(scheduled_date)}`,
    paragraphs: [
      `The ${service} visit of ${formatShortDate(scheduled_date)} was not as agreed. ${company_name} answers: ${words}`,
      'Please settle it if you are content. Until then the visit is not to be paid.',
    ],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function settledDispute({ data: visit, address }: MailEvent<'dispute_settled'>): MailContent {
  const { service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)}: settled`,
    paragraphs: [
      `The HOA representative of ${address} is content with the ${service} visit of ${formatShortDate(scheduled_date)}. It counts as completed again.`,
    ],
    action: whereToLook({ changed_by: 'captain' }),
  }
}

function waivedVisit({ data: visit, address }: MailEvent<'visit_waived'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)}: not charged`,
    paragraphs: [
      `${company_name} charges nothing for the ${service} visit of ${formatShortDate(scheduled_date)} at ${address}, which was not as agreed.`,
    ],
    action: whereToLook({ changed_by: 'vendor' }),
  }
}

function cancelledText(visits: number): string {
  if (visits === 0) return 'No visit is cancelled.'
  return visits === 1 ? '1 visit is cancelled.' : `${visits} visits are cancelled.`
}

type ChangedVisit = Payload<'visit_moved' | 'visit_cancelled'>

function whoChanged(
  { changed_by, company_name }: Pick<ChangedVisit, 'changed_by' | 'company_name'>,
  address: string | null,
): string {
  return changed_by === 'vendor' ? company_name : `The HOA representative of ${address}`
}

function whereToLook({ changed_by }: Pick<ChangedVisit, 'changed_by'>): MailContent['action'] {
  const path = changed_by === 'vendor' ? '/home/services' : '/vendor/appointments'
  return { label: 'See your visits', path }
}

export const visitMails = {
  visit_assigned: assignedVisit,
  visit_moved: movedVisit,
  visit_cancelled: cancelledVisit,
  series_moved: movedSeries,
  series_cancelled: cancelledSeries,
  day_moved: movedDay,
  visit_on_the_way: onTheWay,
  visit_finished: finishedVisit,
  visit_missed: missedVisit,
  claim_made: madeClaim,
  claim_confirmed: confirmedClaim,
  claim_counted: countedClaim,
  claim_refused: refusedClaim,
  visit_disputed: disputedVisit,
  dispute_answered: answeredDispute,
  dispute_settled: settledDispute,
  visit_waived: waivedVisit,
  service_ended: endedService,
  service_paused: pausedService,
} satisfies Templates
