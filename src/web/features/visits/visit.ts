import type { inferOutput } from '@trpc/tanstack-react-query'
import type { CityTime } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { canAssign, canCancel, canComplete, canMove, canReopen } from '../../../domain/visits/change.ts'
import { costOf } from '../../../domain/visits/past.ts'
import type { trpc } from '../../api.ts'
import type { KnownSession } from '../../session/session.ts'

/** A visit as the lists show it. */
export type ShownVisit = inferOutput<typeof trpc.visits.upcoming>['visits'][number]

/** A missed visit as its list shows it. */
export type MissedVisit = inferOutput<typeof trpc.visits.missed>['visits'][number]

/** What a dialog of a visit's proof needs to know of it. */
export type ProvenVisit = Pick<
  ShownVisit,
  'id' | 'name' | 'company_name' | 'scheduled_date' | 'scheduled_time'
>

/** What a visit costs, in words; empty where it is not charged. */
export function shownPrice(visit: Pick<ShownVisit, 'status' | 'per_visit_price'>): string {
  const cost = costOf(visit)
  return cost === null ? '' : formatMoney(cost)
}

/** The actions on a visit, in the order of its menu. */
export const VISIT_ACTIONS = {
  complete: 'Mark completed',
  reopen: 'Not completed after all',
  assign: 'Assign',
  move: 'Move visit',
  cancel: 'Cancel visit',
} as const
export type VisitAction = keyof typeof VISIT_ACTIONS

/** The actions this person has on a visit now, by the rules that the server asks, too. */
export function actionsFor(session: KnownSession | null, visit: ShownVisit, now: CityTime): VisitAction[] {
  const viewer = session?.viewer ?? null
  const can = {
    complete: canComplete(viewer, visit, now.date),
    reopen: canReopen(viewer, visit),
    // Of one person nobody is chosen. Product 1.8
    assign: (session?.team ?? 0) > 1 && canAssign(viewer, visit),
    move: canMove(viewer, visit, now),
    cancel: canCancel(viewer, visit, now),
  }
  return (Object.keys(VISIT_ACTIONS) as VisitAction[]).filter((action) => can[action])
}
