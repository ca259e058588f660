import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, today } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import { changeReason, sideOf, type Visit } from './change.ts'

/** So many minutes after its arrival window a visit that nobody came to is missed. Product 1.5 */
export const MISSED_MINUTES = 120

/**
 * So many days back visits become missed by themselves. Older ones, as after a longer standstill of the portal, stay as they
 * are: their vendors had no chance to finish them.
 */
export const LOOK_BACK_DAYS = 7

/** So many days after a visit its vendor may say that they came. */
export const CLAIM_DAYS = 30

/** So many days after it was made a claim counts without an answer. Product 1.5 */
export const ANSWER_DAYS = 7

export const ClaimVisit = z.strictObject({ id, words: longText('What happened', LIMITS.visit_note) })
export const ConfirmClaim = z.strictObject({ id })
export const RefuseClaim = z.strictObject({ id, reason: changeReason })

/** What is typed to claim a visit, and to refuse a claim. */
export const claimForm = formSchema(z.object({ words: ClaimVisit.shape.words }))
export const refuseForm = formSchema(z.object({ words: RefuseClaim.shape.reason }))

/** How a claim stands: 'unanswered' once it counts because a week went by, null while it is open. */
export type ClaimAnswer = 'confirmed' | 'refused' | 'unanswered' | null

/** What the rules look at of a visit that may be claimed. */
export type ClaimedVisit = Visit & { claimed_at: Date | string | null; claim_answer: ClaimAnswer }

/** For the vendor of a missed visit, once, within 30 days. Product 1.5 */
export function canClaim(viewer: Viewer | null, visit: ClaimedVisit, today: CalendarDate): boolean {
  return (
    sideOf(viewer, visit) === 'vendor' &&
    visit.status === 'missed' &&
    visit.claimed_at === null &&
    daysBetween(visit.scheduled_date, today) <= CLAIM_DAYS
  )
}

/** For the building's side, while the claim is open. Product 1.5 */
export function canAnswerClaim(viewer: Viewer | null, visit: ClaimedVisit): boolean {
  return (
    sideOf(viewer, visit) === 'captain' &&
    visit.status === 'missed' &&
    visit.claimed_at !== null &&
    visit.claim_answer === null
  )
}

/**
 * Throws DomainError 'not_allowed' for the other side, 'conflict' when the visit is not missed, was claimed already, or is
 * more than 30 days ago. Product 1.5
 */
export function requireClaimable(viewer: Viewer, visit: ClaimedVisit, today: CalendarDate): void {
  if (sideOf(viewer, visit) !== 'vendor') throw new DomainError('not_allowed')
  if (visit.claimed_at !== null) throw new DomainError('conflict', 'you said already that you came')
  if (visit.status !== 'missed') throw new DomainError('conflict', 'this visit is not missed')
  if (!canClaim(viewer, visit, today))
    throw new DomainError('conflict', `this visit was more than ${CLAIM_DAYS} days ago`)
}

/** Throws DomainError 'not_allowed' for the other side, 'conflict' without an open claim. Product 1.5 */
export function requireOpenClaim(viewer: Viewer, visit: ClaimedVisit): void {
  if (sideOf(viewer, visit) !== 'captain') throw new DomainError('not_allowed')
  if (!canAnswerClaim(viewer, visit)) throw new DomainError('conflict', 'this was answered meanwhile')
}

/** The city's day on which an open claim counts by itself. */
export function countsOn(claimed_at: Date | string, timeZone: string): CalendarDate {
  return addDays(today(new Date(claimed_at), timeZone), ANSWER_DAYS)
}
