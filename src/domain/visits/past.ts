import type { Outcome } from './dispute.ts'
import { CHARGED, type VisitStatus } from './visits.ts'

/** How a visit of a day gone by stands. */
export const PAST_VISITS: Record<VisitStatus, string> = {
  completed: 'Completed',
  cancelled: 'Cancelled',
  missed: 'Missed',
  disputed: 'Disputed',
  confirmed: 'Not marked done yet',
}

/** The same in words; a dispute that the vendor ended without charging is over. */
export function pastStatus(visit: { status: VisitStatus; outcome: Outcome }): string {
  return visit.outcome === 'waived' ? 'Waived' : PAST_VISITS[visit.status]
}

/** What a visit costs its building, in cents; null where it is not charged. */
export function costOf(visit: { status: VisitStatus; per_visit_price: number | null }): number | null {
  return CHARGED.includes(visit.status) ? visit.per_visit_price : null
}
