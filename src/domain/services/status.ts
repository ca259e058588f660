import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'

/** The states of a building's service. [4.service.1] */
export const SERVICE_STATUSES = ['pending_quotes', 'Quote', 'Accepted', 'None'] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

/** The states in which vendors can still send quotes, and residents accept one. */
export const OPEN_STATUSES: readonly ServiceStatus[] = ['pending_quotes', 'Quote']

export function isOpen(status: ServiceStatus): boolean {
  return OPEN_STATUSES.includes(status)
}

/** Throws DomainError 'conflict' unless vendors can still send quotes, or a resident accept one: a request that is open can be changed. */
export function checkChangeable({ status }: { status: ServiceStatus }): void {
  if (!isOpen(status)) throw new DomainError('conflict', 'this request is no longer open')
}

/** Whether a service's dialog leads to its quotes. [2.services.22] */
export function canViewQuotes({ status }: { status: ServiceStatus }): boolean {
  return status === 'Quote'
}

/**
 * Asking vendors, or a first price, turns pending_quotes into Quote. Any other status stays. [4.service.4] [4.service.8]
 */
export function toQuote(status: ServiceStatus): ServiceStatus {
  return status === 'pending_quotes' ? 'Quote' : status
}

/** How a building's service stands; `next_visit_date` is null when no visit is to come. */
export type Standing = { status: ServiceStatus; next_visit_date: CalendarDate | null }

/**
 * Whether the building no longer has the service: its status is None, or it was accepted and no visit is to come. It can
 * be requested again. [4.service.6] [4.service.9]
 */
export function isOver({ status, next_visit_date }: Standing): boolean {
  return status === 'None' || (status === 'Accepted' && next_visit_date === null)
}
