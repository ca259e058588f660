import { z } from 'zod'
import type { CalendarDate, CityTime } from '../calendar.ts'
import { formatShortDate, formatTime } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, longText, timeOfDay } from '../text.ts'
import { type CrewViewer, may, type VendorViewer, type Viewer } from '../viewer.ts'
import type { VisitStatus } from './visits.ts'

/** What the rules look at: how a visit stands, and whose it is. */
export type Visit = {
  status: VisitStatus
  scheduled_date: CalendarDate
  scheduled_time: string
  vendor_id: string
  building_id: string
  /** When somebody of the vendor began; null before. */
  checked_in_at: Date | string | null
}

export type When = Pick<Visit, 'scheduled_date' | 'scheduled_time'>
/** What tells whether a confirmed visit is still to come. */
export type Planned = When & Pick<Visit, 'checked_in_at'>

/** The two who may change a visit; each is told what the other did. */
export type Side = 'vendor' | 'captain'

export const changeReason = longText('Reason', LIMITS.reason)
// The day and the hour that were on the screen: when the visit was moved meanwhile, nothing happens.
const shown = { shown_date: calendarDate('Date'), shown_time: timeOfDay('Time') }

export const CompleteVisit = z.strictObject({ id })
export const ReopenVisit = CompleteVisit
export const CancelVisit = z.strictObject({ id, ...shown, reason: changeReason })
export const MoveVisit = z.strictObject({
  id,
  ...shown,
  scheduled_date: calendarDate('Date'),
  scheduled_time: timeOfDay('Time'),
  reason: changeReason,
})

/** Which side of the visit the viewer is on; null for everybody else. */
export function sideOf(viewer: Viewer | null, visit: Pick<Visit, 'vendor_id' | 'building_id'>): Side | null {
  if (viewer?.kind === 'vendor') return viewer.vendor_id === visit.vendor_id ? 'vendor' : null
  if (viewer?.kind !== 'resident' || !may(viewer, 'manage_visits')) return null
  return viewer.building_id === visit.building_id ? 'captain' : null
}

/** For its vendor and the vendor's crew. Row rules show crew only the visits that they are assigned to. Product 1.8 */
export function isAttending(
  viewer: Viewer | null,
  visit: Pick<Visit, 'vendor_id' | 'building_id'>,
): viewer is VendorViewer | CrewViewer {
  return viewer?.kind === 'crew' ? viewer.vendor_id === visit.vendor_id : sideOf(viewer, visit) === 'vendor'
}

/** True on or after the visit's day, for its vendor. [4.visit.7] */
export function canComplete(viewer: Viewer | null, visit: Visit, today: CalendarDate): boolean {
  return sideOf(viewer, visit) === 'vendor' && visit.status === 'confirmed' && visit.scheduled_date <= today
}

/**
 * True while the visit is still to come, for its vendor and the building's captain.
 * [4.visit.6] [4.visit.8]
 */
export function canMove(viewer: Viewer | null, visit: Visit, now: CityTime): boolean {
  return sideOf(viewer, visit) !== null && visit.status === 'confirmed' && isToCome(visit, now)
}

/** While the visit is open, for its vendor; also when its hour has passed. Product 1.8 */
export function canAssign(viewer: Viewer | null, visit: Visit): boolean {
  return sideOf(viewer, visit) === 'vendor' && visit.status === 'confirmed'
}

/** Those who may move a visit may cancel it. [4.visit.9] */
export function canCancel(viewer: Viewer | null, visit: Visit, now: CityTime): boolean {
  return canMove(viewer, visit, now)
}

/** Those who may move a visit may suggest another time. Product 1.3 */
export function canSuggest(viewer: Viewer | null, visit: Visit, now: CityTime): boolean {
  return canMove(viewer, visit, now)
}

/**
 * A visit done. Throws DomainError 'not_allowed' for the other side, 'visit_not_open' once it is completed or
 * cancelled, 'visit_not_due' before its day.
 * [4.visit.7]
 */
export function complete(viewer: Viewer, visit: Visit, today: CalendarDate) {
  if (sideOf(viewer, visit) !== 'vendor') throw new DomainError('not_allowed')
  requireOpen(visit)
  if (!canComplete(viewer, visit, today)) throw new DomainError('visit_not_due')
  return { status: 'completed' } as const
}

type JustCompleted = Visit & { just_completed: boolean }

/** Whether the viewer went to the visit, which was marked completed less than a minute ago. */
export function canReopen(viewer: Viewer | null, visit: JustCompleted): boolean {
  return isAttending(viewer, visit) && visit.just_completed
}

/** A visit that is not done after all. Throws DomainError 'not_allowed' for the other side, 'conflict' after a minute. */
export function reopen(viewer: Viewer, visit: JustCompleted) {
  if (!isAttending(viewer, visit)) throw new DomainError('not_allowed')
  if (!canReopen(viewer, visit)) {
    throw new DomainError('conflict', 'that a visit is completed can be taken back for a minute only')
  }
  return { status: 'confirmed' } as const
}

export type Change = { by: Side; shown: When; reason: string; now: CityTime }

/**
 * A visit at another time; its series stays. Throws DomainError 'visit_not_open', 'visit_over' (its hour has come),
 * 'visit_changed' (it is not where `shown` saw it), 'invalid_input' (the time has passed or is its own). [4.visit.8]
 */
export function move(visit: Visit, to: When, change: Change) {
  requireUnchanged(visit, change)
  requireOther(visit, to)
  requireLater(to, change.now)
  const { scheduled_date, scheduled_time } = to
  return {
    scheduled_date,
    scheduled_time,
    confirmed_date: scheduled_date,
    confirmed_time: scheduled_time,
    earlier_date: visit.scheduled_date,
    earlier_time: visit.scheduled_time,
    changed_by: change.by,
    change_reason: change.reason,
  } as const
}

/** A visit called off. Throws as move does, but for its new time. */
export function cancel(visit: Visit, change: Change) {
  requireUnchanged(visit, change)
  return { status: 'cancelled', changed_by: change.by, change_reason: change.reason } as const
}

/** Throws 'invalid_input' when a visit's new time is not in the future. */
export function requireLater(to: When, now: CityTime): void {
  if (!isAfter(to, now))
    throw new DomainError('invalid_input', 'a visit can’t be moved into the past', 'scheduled_date')
}

/** Throws 'invalid_input' when a visit's new time is its own. */
export function requireOther(visit: When, to: When): void {
  if (isSameTime(visit, to))
    throw new DomainError('invalid_input', 'that is when the visit already is', 'scheduled_date')
}

/** Throws 'conflict' when there are more or fewer visits than were on the screen. */
export function requireShownCount(visits: readonly unknown[], shown: number): void {
  if (visits.length !== shown)
    throw new DomainError('conflict', 'its visits have changed meanwhile. Please look at them again')
}

function requireOpen({ status }: Pick<Visit, 'status'>): void {
  if (status !== 'confirmed') throw new DomainError('visit_not_open', `this visit was already ${status}`)
}

/** Throws 'visit_not_open', 'visit_changed' or 'visit_over' when the visit is not as it was shown. */
export function requireUnchanged(
  visit: Omit<Visit, 'vendor_id' | 'building_id'>,
  { shown, now }: Change,
): void {
  requireOpen(visit)
  if (!isSameTime(visit, shown)) {
    const { scheduled_date, scheduled_time } = visit
    const day = formatShortDate(scheduled_date, now.date)
    throw new DomainError(
      'visit_changed',
      `this visit was moved to ${day} at ${formatTime(scheduled_time)} meanwhile. Please look at it again`,
    )
  }
  if (visit.checked_in_at !== null)
    throw new DomainError('visit_over', 'the vendor has checked in at this visit')
  if (!isAfter(visit, now)) throw new DomainError('visit_over')
}

/** Whether the visit's hour is still to come, and nobody is there already. */
export function isToCome(visit: Planned, now: CityTime): boolean {
  return visit.checked_in_at === null && isAfter(visit, now)
}

/** Whether the visit's hour is still to come. */
export function isAfter({ scheduled_date, scheduled_time }: When, now: CityTime): boolean {
  return `${scheduled_date} ${scheduled_time}` > `${now.date} ${now.time}`
}

export function isSameTime(one: When, other: When): boolean {
  return one.scheduled_date === other.scheduled_date && one.scheduled_time === other.scheduled_time
}
