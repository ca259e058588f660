import type { ServiceType } from '../appointments/visits.ts'

/** The states of a building's service. Section 4. */
export const SERVICE_STATUSES = ['pending_quotes', 'Quote', 'Accepted', 'None'] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** The words on a card and its detail dialog. Section 2, screen 11. */
export function statusLabel(status: ServiceStatus): string {
  if (status === 'Accepted') return 'Active Service'
  return status === 'None' ? 'Not requested' : 'Quotes pending for Service'
}

/** The card's colour: green for Accepted, amber for Quote, red-tinted otherwise. Section 2, screen 11. */
export function cardTone(status: ServiceStatus): 'green' | 'amber' | 'red' {
  if (status === 'Accepted') return 'green'
  return status === 'Quote' ? 'amber' : 'red'
}

/** The detail dialog's subtitle. Section 2, screen 11. */
export function serviceSubtitle(serviceType: ServiceType | null): string {
  if (serviceType === 'recurring') return 'Recurring service'
  return serviceType === 'on-demand' ? 'One-time service' : 'Service type not set'
}
