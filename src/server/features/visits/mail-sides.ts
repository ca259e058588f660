import type { Payload } from '../../../domain/events.ts'
import type { MailContent, MailEvent } from '../../mail/template.ts'

type ChangedVisit = Payload<'visit_moved' | 'visit_cancelled'>

/** The side that changed a visit, as the other one reads it. */
export function whoChanged(
  { changed_by, company_name }: Pick<ChangedVisit, 'changed_by' | 'company_name'>,
  address: string | null,
): string {
  return changed_by === 'vendor' ? company_name : `The HOA representative of ${address}`
}

type Recipient = Pick<MailEvent, 'to_vendor'> & Partial<Pick<MailEvent, 'to_crew'>>

/** Where the recipient finds their visits. */
export function whereToLook({ to_vendor, to_crew }: Recipient): MailContent['action'] {
  if (to_crew) return { label: 'Open Today', path: '/vendor/today' }
  return { label: 'See your visits', path: to_vendor ? '/vendor/appointments' : '/home/services' }
}
