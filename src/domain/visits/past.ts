import type { VisitStatus } from './visits.ts'

/** How a visit of a day gone by stands. */
export const PAST_VISITS: Record<VisitStatus, string> = {
  completed: 'Completed',
  cancelled: 'Cancelled',
  confirmed: 'Not marked done yet',
}

/** What a visit costs its building, in cents; null for a cancelled one. */
export function costOf(visit: { status: VisitStatus; per_visit_price: number | null }): number | null {
  return visit.status === 'cancelled' ? null : visit.per_visit_price
}
