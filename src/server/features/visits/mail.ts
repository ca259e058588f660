// Rules: [4.visit.10]

import type { Payload } from '../../../domain/events.ts'
import { visitTime } from '../../../domain/visits/messages.ts'
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

type ChangedVisit = Payload<'visit_moved' | 'visit_cancelled'>

function whoChanged({ changed_by, company_name }: ChangedVisit, address: string | null): string {
  return changed_by === 'vendor' ? company_name : `The HOA representative of ${address}`
}

function whereToLook({ changed_by }: ChangedVisit): MailContent['action'] {
  const path = changed_by === 'vendor' ? '/home/services' : '/vendor/appointments'
  return { label: 'See your visits', path }
}

export const visitMails = { visit_moved: movedVisit, visit_cancelled: cancelledVisit } satisfies Templates
