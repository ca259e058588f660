import type { Payload } from '../../../domain/events.ts'
import type { MailContent } from '../../mail/template.ts'

type ChangedVisit = Payload<'visit_moved' | 'visit_cancelled'>

/** The side that changed a visit, as the other one reads it. */
export function whoChanged(
  { changed_by, company_name }: Pick<ChangedVisit, 'changed_by' | 'company_name'>,
  address: string | null,
): string {
  return changed_by === 'vendor' ? company_name : `The HOA representative of ${address}`
}

/** Where the side that did not change it finds its visits. */
export function whereToLook({ changed_by }: Pick<ChangedVisit, 'changed_by'>): MailContent['action'] {
  const path = changed_by === 'vendor' ? '/home/services' : '/vendor/appointments'
  return { label: 'See your visits', path }
}
