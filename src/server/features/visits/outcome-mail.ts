import { formatShortDate } from '../../../domain/calendar.ts'
import { formatMinutes, NEWS_MINUTES } from '../../../domain/visits/attendance.ts'
import { ANSWER_DAYS, CLAIM_DAYS } from '../../../domain/visits/missed.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import type { MailContent, MailEvent, Templates } from '../../mail/template.ts'
import { whereToLook } from './mail-sides.ts'

function onTheWay({ data: visit, address }: MailEvent<'visit_on_the_way'>): MailContent {
  const { company_name, service } = visit
  return {
    subject: `${company_name} is on the way for ${service}`,
    paragraphs: [`${company_name} is on the way to ${address} for ${service}.`],
    action: whereToLook({ to_vendor: false }),
  }
}

function finishedVisit({ data: visit, address }: MailEvent<'visit_finished'>): MailContent {
  const { company_name, service, scheduled_date, minutes, photos, note, late_minutes } = visit
  const shown = photos === 1 ? ' A photo shows it.' : photos > 1 ? ` ${photos} photos show it.` : ''
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)} finished`,
    paragraphs: [
      `${company_name} finished ${service} at ${address} after ${formatMinutes(minutes)}.${shown}`,
      ...(late_minutes > NEWS_MINUTES
        ? [`Their phone told us ${formatMinutes(late_minutes)} later, as it does without a network.`]
        : []),
      ...(note ? [`Their note: ${note}`] : []),
    ],
    action: whereToLook({ to_vendor: false }),
  }
}

function completedVisit({ data: visit, address }: MailEvent<'visit_completed'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)} finished`,
    paragraphs: [
      `${company_name} marked the ${service} visit at ${address} on ${visitTime(visit, scheduled_date)} as completed.`,
    ],
    action: whereToLook({ to_vendor: false }),
  }
}

function missedVisit({ data: visit, address, to_vendor }: MailEvent<'visit_missed'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${service} visit on ${when} missed`,
    paragraphs: [
      visit.begun
        ? `${company_name} checked in for ${service} at ${address} on ${when}, but never finished the visit. It is not charged.`
        : `Nobody checked in for ${service} at ${address} on ${when}, nor was the visit moved. It is not charged.`,
      `If ${company_name} was there, it can say ‘We came’ within ${CLAIM_DAYS} days. Then the visit counts once the building confirms it, or after ${ANSWER_DAYS} days without an answer.`,
    ],
    action: whereToLook({ to_vendor }),
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
    action: whereToLook({ to_vendor: false }),
  }
}

function confirmedClaim({ data: visit, address }: MailEvent<'claim_confirmed'>): MailContent {
  const { service, scheduled_date } = visit
  return {
    subject: `Your ${service} visit of ${formatShortDate(scheduled_date)} counts`,
    paragraphs: [
      `You said that you came for ${service} at ${address} on ${visitTime(visit, scheduled_date)}. The visit counts as completed now.`,
    ],
    action: whereToLook({ to_vendor: true }),
  }
}

function countedClaim({ data: visit, address, to_vendor }: MailEvent<'claim_counted'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)} counts`,
    paragraphs: [
      `${company_name} said that it came for ${service} at ${address} on ${visitTime(visit, scheduled_date)}. Nobody answered for ${ANSWER_DAYS} days, so that the visit counts as completed now, and is charged.`,
    ],
    action: whereToLook({ to_vendor }),
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
    action: whereToLook({ to_vendor: true }),
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
    action: whereToLook({ to_vendor: true }),
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
    action: whereToLook({ to_vendor: false }),
  }
}

function settledDispute({ data: visit, address }: MailEvent<'dispute_settled'>): MailContent {
  const { service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)}: settled`,
    paragraphs: [
      `The HOA representative of ${address} is content with the ${service} visit of ${formatShortDate(scheduled_date)}. It counts as completed again.`,
    ],
    action: whereToLook({ to_vendor: true }),
  }
}

function waivedVisit({ data: visit, address }: MailEvent<'visit_waived'>): MailContent {
  const { company_name, service, scheduled_date } = visit
  return {
    subject: `${service} of ${formatShortDate(scheduled_date)}: not charged`,
    paragraphs: [
      `${company_name} charges nothing for the ${service} visit of ${formatShortDate(scheduled_date)} at ${address}, which was not as agreed.`,
    ],
    action: whereToLook({ to_vendor: false }),
  }
}

/** The mails about what became of a visit. Product 1.4, 1.5 */
export const outcomeMails = {
  visit_on_the_way: onTheWay,
  visit_finished: finishedVisit,
  visit_completed: completedVisit,
  visit_missed: missedVisit,
  claim_made: madeClaim,
  claim_confirmed: confirmedClaim,
  claim_counted: countedClaim,
  claim_refused: refusedClaim,
  visit_disputed: disputedVisit,
  dispute_answered: answeredDispute,
  dispute_settled: settledDispute,
  visit_waived: waivedVisit,
} satisfies Templates
