import type { CalendarDate } from '../calendar.ts'
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

/** The same of one visit: a dispute that its vendor ended without charging is over. */
export function pastStatus(visit: { status: VisitStatus; outcome: Outcome }): string {
  return visit.outcome === 'waived' ? 'Not charged' : PAST_VISITS[visit.status]
}

/** What a visit costs its building, in cents; null where it is not charged. */
export function costOf(visit: { status: VisitStatus; price: number | null }): number | null {
  return CHARGED.includes(visit.status) ? visit.price : null
}

type StandingVisit = Parameters<typeof pastStatus>[0] & {
  scheduled_date: CalendarDate
  checked_in_at: Date | string | null
  claimed_at: Date | string | null
}

/** How a visit stands in a calendar, in a word or two; '' for one that is still to come. Product 1.7 */
export function standing(visit: StandingVisit, today: CalendarDate): string {
  if (visit.status !== 'confirmed') return pastStatus(visit)
  if (visit.checked_in_at !== null) return 'Checked in'
  return visit.scheduled_date < today ? pastStatus(visit) : ''
}

/** Whether something proves the visit, or is said to: it was held, or its vendor says so. Product 1.5 */
export function hasProof({ status, claimed_at }: Pick<StandingVisit, 'status' | 'claimed_at'>): boolean {
  return status === 'completed' || status === 'disputed' || claimed_at !== null
}
