import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import { sideOf, type Visit } from './change.ts'

/** So many days after a visit was finished its building may say that it was not as agreed. Product 1.5 */
export const DISPUTE_DAYS = 7

export const DisputeVisit = z.strictObject({
  id,
  words: longText('What was not as agreed', LIMITS.visit_note),
})
export const AnswerDispute = z.strictObject({ id, words: longText('What you did', LIMITS.visit_note) })
export const EndDispute = z.strictObject({ id })

/** What is typed to dispute a visit, and to answer. */
export const disputeForm = formSchema(z.object({ words: DisputeVisit.shape.words }))
export const answerForm = formSchema(z.object({ words: AnswerDispute.shape.words }))

/** How a dispute ended: 'settled' is to be paid after all, 'waived' is not; null while it is open. */
export type Outcome = 'settled' | 'waived' | null

/** What the rules look at of a visit that may be disputed. */
export type DisputedVisit = Visit & {
  /** When it was finished or marked completed; null where a claim completed it. */
  done_at: Date | string | null
  /** When its one dispute was opened; null without one. */
  opened_at: Date | string | null
  outcome: Outcome
}

const DAY_MS = 24 * 60 * 60 * 1000

/** For the building's side of a completed visit, once, within seven days of its end. Product 1.5 */
export function canDispute(viewer: Viewer | null, visit: DisputedVisit, now: Date): boolean {
  const { status, done_at, opened_at } = visit
  return (
    sideOf(viewer, visit) === 'captain' &&
    status === 'completed' &&
    opened_at === null &&
    done_at !== null &&
    now.getTime() - new Date(done_at).getTime() <= DISPUTE_DAYS * DAY_MS
  )
}

/** For the vendor, while it is open: says what they did about it, as often as they like, or waives the charge. Product 1.5 */
export function canAnswerDispute(viewer: Viewer | null, visit: DisputedVisit): boolean {
  return sideOf(viewer, visit) === 'vendor' && isUnsettled(visit)
}

/** For the building's side, while it is open. Product 1.5 */
export function canSettle(viewer: Viewer | null, visit: DisputedVisit): boolean {
  return sideOf(viewer, visit) === 'captain' && isUnsettled(visit)
}

/**
 * Throws DomainError 'not_allowed' for the other side, 'conflict' when the visit is not completed, was disputed before, or
 * ended more than seven days ago. Product 1.5
 */
export function requireDisputable(viewer: Viewer, visit: DisputedVisit, now: Date): void {
  if (sideOf(viewer, visit) !== 'captain') throw new DomainError('not_allowed')
  if (visit.opened_at !== null) throw new DomainError('conflict', 'this visit was disputed already')
  if (visit.status !== 'completed') throw new DomainError('conflict', 'this visit is not completed')
  if (!canDispute(viewer, visit, now))
    throw new DomainError('conflict', `a visit can be disputed for ${DISPUTE_DAYS} days after its end`)
}

/** Throws DomainError 'not_allowed' for another than `side`, 'conflict' without an open dispute. Product 1.5 */
export function requireOpenDispute(viewer: Viewer, visit: DisputedVisit, side: 'vendor' | 'captain'): void {
  if (sideOf(viewer, visit) !== side) throw new DomainError('not_allowed')
  if (!isUnsettled(visit)) throw new DomainError('conflict', 'this dispute was settled meanwhile')
}

function isUnsettled({ status, opened_at, outcome }: DisputedVisit): boolean {
  return status === 'disputed' && opened_at !== null && outcome === null
}
