import { z } from 'zod'
import type { CalendarDate, CityTime } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { calendarDate, id, timeOfDay } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import {
  type Change,
  canMove,
  isAfter,
  move,
  requireLater,
  requireOther,
  requireUnchanged,
  type Side,
  sideOf,
  type Visit,
  type When,
} from './change.ts'

// The time that was on the screen: when another one is suggested meanwhile, nothing happens.
export const AnswerTime = z.strictObject({
  id,
  suggested_date: calendarDate('Date'),
  suggested_time: timeOfDay('Time'),
})

/** The time that a side suggests for a visit; nulls where none is open. */
export type Suggested = {
  suggested_by: Side | null
  suggested_date: CalendarDate | null
  suggested_time: string | null
}

/** For the other side than the one that suggests, before both times have come. Product 1.3 */
export function canAnswerTime(viewer: Viewer | null, visit: Visit & Suggested, now: CityTime): boolean {
  return (
    canMove(viewer, visit, now) && isSuggested(visit, now) && sideOf(viewer, visit) !== visit.suggested_by
  )
}

/** For the side that suggests. Product 1.3 */
export function canWithdrawTime(viewer: Viewer | null, visit: Visit & Suggested, now: CityTime): boolean {
  return isSuggested(visit, now) && sideOf(viewer, visit) === visit.suggested_by
}

/** Another time for a visit, in place of what was suggested before. Throws as move does. Product 1.3 */
export function suggest(visit: Visit, to: When, change: Change) {
  requireUnchanged(visit, change)
  requireOther(visit, to)
  requireLater(to, change.now)
  return {
    suggested_by: change.by,
    from_date: visit.scheduled_date,
    from_time: visit.scheduled_time,
    suggested_date: to.scheduled_date,
    suggested_time: to.scheduled_time,
    reason: change.reason,
  }
}

type OpenSuggestion = Suggested & { reason: string }

/**
 * The visit at the suggested time, moved by the side that suggested it. Throws as requireOpenTime and move do. Product 1.3
 */
export function acceptTime(
  viewer: Viewer,
  visit: Visit,
  suggestion: OpenSuggestion | undefined,
  { shown, now }: { shown: When; now: CityTime },
) {
  const { to, by, reason } = requireOpenTime(viewer, visit, suggestion, { shown, of: 'other' })
  return move(visit, to, { by, shown: visit, reason, now })
}

/**
 * What is suggested, by which side and why. Throws DomainError 'not_allowed' for another side than the suggestion's own or
 * the `other` one, 'conflict' when what was `shown` is not suggested any more. Product 1.3
 */
export function requireOpenTime(
  viewer: Viewer,
  visit: Visit,
  suggestion: OpenSuggestion | undefined,
  { shown, of }: { shown: When; of: 'own' | 'other' },
) {
  const side = sideOf(viewer, visit)
  if (side === null) throw new DomainError('not_allowed')
  const { suggested_by: by, suggested_date, suggested_time, reason } = suggestion ?? {}
  const isShown = suggested_date === shown.scheduled_date && suggested_time === shown.scheduled_time
  if (!suggested_date || !suggested_time || !by || !reason || !isShown || visit.status !== 'confirmed')
    throw new DomainError('conflict', 'this time is not suggested any more. Please look at the visit again')
  if ((side === by) !== (of === 'own')) throw new DomainError('not_allowed')
  return { to: { scheduled_date: suggested_date, scheduled_time: suggested_time }, by, reason }
}

function isSuggested({ suggested_date, suggested_time }: Suggested, now: CityTime): boolean {
  if (suggested_date === null || suggested_time === null) return false
  return isAfter({ scheduled_date: suggested_date, scheduled_time: suggested_time }, now)
}
