import { type CalendarDate, daysBetween } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { endedFrom, type Stop } from '../visits/stopped.ts'
import type { Cadence } from '../visits/visits.ts'

/** So many days before an agreement ends its building is reminded; from the first on it can be renewed. Product 2.9 */
export const RENEWAL_NOTICES = [90, 60, 30] as const

/** An accepted quote of a service with the days of its request, and until when it was renewed. */
export type Agreement = {
  service_type: Cadence | null
  required_every_weeks: number | null
  preferred_end_date: CalendarDate | null
  until_ended: boolean
  renewed_until: CalendarDate | null
  stops: readonly Stop[]
}

/** The last day of an agreement; null for one visit, for one that goes on until somebody ends it, and for one that was ended. Product 2.9 */
export function agreementEnd(agreement: Agreement): CalendarDate | null {
  const { service_type, required_every_weeks, preferred_end_date, until_ended, renewed_until, stops } =
    agreement
  const isRecurring = service_type === 'recurring' && required_every_weeks !== null
  if (!isRecurring || until_ended || endedFrom(stops) !== null) return null
  return renewed_until ?? preferred_end_date
}

/** Whether an agreement that ends on this day can be renewed on the city's `today`. Product 2.9 */
export function isRenewable(ends_on: CalendarDate | null, today: CalendarDate): ends_on is CalendarDate {
  if (ends_on === null) return false
  const left = daysBetween(today, ends_on)
  return left >= 0 && left <= RENEWAL_NOTICES[0]
}

/**
 * Throws DomainError 'conflict' unless vendors can be asked again, on the city's `today`, for what follows an agreement that ends on
 * this day. Product 2.9
 */
export function requireFollowable(
  ends_on: CalendarDate | null,
  today: CalendarDate,
): asserts ends_on is CalendarDate {
  if (!isRenewable(ends_on, today))
    throw new DomainError(
      'conflict',
      `vendors are asked again within ${RENEWAL_NOTICES[0]} days before an agreement ends`,
    )
}
