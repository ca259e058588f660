import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { id, wholeNumber } from '../text.ts'
import type { Viewer } from '../viewer.ts'
import { canAssign, requireShownCount, sideOf, type Visit } from './change.ts'
import type { SeriesVisit } from './series.ts'

/** Which visits somebody is assigned to: the one alone, it and later ones, or all that are still to come. Product 1.8 */
const assignedScope = z.enum(['this', 'later', 'all'], { error: 'Choose which visits' })
export type AssignedScope = z.output<typeof assignedScope>

export const AssignVisit = z.strictObject({
  id,
  /** Null gives the visits back to the company. */
  person: id.nullable(),
  scope: assignedScope,
  /** How many were on the screen: with another number nothing happens. */
  visits: wholeNumber('Visits', 0, 10_000),
})

type AssignedVisit = Pick<SeriesVisit, 'id' | 'status' | 'nominal_date' | 'scheduled_date' | 'checked_in_at'>

/** The visits of a series that an assignment is for: open, from today on, and nobody is there yet; the named one anyway. */
export function visitsToAssign<V extends AssignedVisit>(
  all: readonly V[],
  visit: Pick<V, 'id' | 'nominal_date'>,
  { scope, today }: { scope: AssignedScope; today: CalendarDate },
): V[] {
  return all.filter((each) => {
    if (each.status !== 'confirmed') return false
    if (each.id === visit.id) return true
    if (scope === 'this' || each.checked_in_at !== null || each.scheduled_date < today) return false
    return scope === 'all' || each.nominal_date >= visit.nominal_date
  })
}

type Assignment = { scope: AssignedScope; visits: number; today: CalendarDate }

/**
 * The visits that somebody is assigned to. Throws DomainError 'not_allowed' for others than the vendor, 'visit_not_open' once
 * the visit is over, 'conflict' when there are other visits than were shown. Product 1.8
 */
export function assign<V extends AssignedVisit & Visit>(
  viewer: Viewer,
  all: readonly V[],
  visit: V,
  { scope, visits, today }: Assignment,
): V[] {
  if (sideOf(viewer, visit) !== 'vendor') throw new DomainError('not_allowed')
  if (!canAssign(viewer, visit))
    throw new DomainError('visit_not_open', `this visit was already ${visit.status}`)
  const assigned = visitsToAssign(all, visit, { scope, today })
  requireShownCount(assigned, visits)
  return assigned
}
