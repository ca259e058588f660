import { z } from 'zod'
import { visitTime } from '../../domain/appointments/messages.ts'
import type { Content, Occasion } from './letters.ts'

/** What the event of a changed visit noted of it; `changed_by` is the side that does not get this letter. */
const Visit = z.object({
  service: z.string(),
  company_name: z.string(),
  scheduled_date: z.string(),
  scheduled_time: z.string(),
  changed_by: z.enum(['vendor', 'captain']),
  change_reason: z.string(),
})
const Moved = Visit.extend({ earlier_date: z.string(), earlier_time: z.string() })

export function movedVisit({ data, place }: Occasion): Content {
  const visit = Moved.parse(data)
  const { service, earlier_date, earlier_time } = visit
  const when = visitTime(visit, earlier_date)
  const earlier = visitTime({ scheduled_date: earlier_date, scheduled_time: earlier_time }, earlier_date)
  return {
    subject: `${service} visit moved to ${when}`,
    paragraphs: [
      `${whoChanged(visit, place)} moved the ${service} visit at ${place} from ${earlier} to ${when}.`,
      `Their reason: ${visit.change_reason}`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(visit),
  }
}

export function cancelledVisit({ data, place }: Occasion): Content {
  const visit = Visit.parse(data)
  const { service, scheduled_date } = visit
  const when = visitTime(visit, scheduled_date)
  return {
    subject: `${service} visit on ${when} cancelled`,
    paragraphs: [
      `${whoChanged(visit, place)} cancelled the ${service} visit at ${place} on ${when}.`,
      `Their reason: ${visit.change_reason}`,
      'The other visits of this service stay as they are.',
    ],
    action: whereToLook(visit),
  }
}

type Visit = z.infer<typeof Visit>

function whoChanged({ changed_by, company_name }: Visit, place: string | null): string {
  return changed_by === 'vendor' ? company_name : `The HOA representative of ${place}`
}

function whereToLook({ changed_by }: Visit): Content['action'] {
  const path = changed_by === 'vendor' ? '/home/services' : '/vendor/appointments'
  return { label: 'See your visits', path }
}
