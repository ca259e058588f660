import type { VisitStatus } from './visits.ts'

/** How a visit of a day gone by stands. */
export const PAST_VISITS: Record<VisitStatus, string> = {
  completed: 'Completed',
  cancelled: 'Cancelled',
  missed: 'Missed',
  confirmed: 'Not marked done yet',
}

/** What a visit costs its building, in cents; null for a cancelled or missed one. */
export function costOf(visit: { status: VisitStatus; per_visit_price: number | null }): number | null {
  return visit.status === 'cancelled' || visit.status === 'missed' ? null : visit.per_visit_price
}
