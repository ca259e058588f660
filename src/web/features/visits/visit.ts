import type { inferOutput } from '@trpc/tanstack-react-query'
import type { CalendarDate, CityTime } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import {
  canAssign,
  canCancel,
  canComplete,
  canMove,
  canReopen,
  canSuggest,
} from '../../../domain/visits/change.ts'
import { costOf } from '../../../domain/visits/past.ts'
import type { trpc } from '../../api.ts'
import type { KnownSession } from '../../session/session.ts'

/** A visit as the lists show it. */
export type ShownVisit = inferOutput<typeof trpc.visits.upcoming>['visits'][number]

/** A visit as a calendar shows it. */
export type CalendarVisit = inferOutput<typeof trpc.visits.calendar>['visits'][number]

/** A missed visit as its list shows it. */
export type MissedVisit = inferOutput<typeof trpc.visits.missed>['visits'][number]

/** What a dialog of a visit's proof needs to know of it. */
export type ProvenVisit = Pick<
  ShownVisit,
  'id' | 'name' | 'company_name' | 'scheduled_date' | 'scheduled_time'
>

/** What a visit costs, in words; empty where it is not charged. */
export function shownPrice(visit: Pick<ShownVisit, 'status' | 'price'>): string {
  const cost = costOf(visit)
  return cost === null ? '' : formatMoney(cost)
}

/** The actions on a visit, in the order of its menu. */
export const VISIT_ACTIONS = {
  complete: 'Mark completed',
  reopen: 'Not completed after all',
  assign: 'Assign',
  move: 'Move visit',
  suggest: 'Suggest another time',
  cancel: 'Cancel visit',
} as const
export type VisitAction = keyof typeof VISIT_ACTIONS

/** The actions this person has on a visit now, by the rules that the server asks, too. */
export function actionsFor(session: KnownSession | null, visit: ShownVisit, now: CityTime): VisitAction[] {
  const viewer = session?.viewer ?? null
  const can = {
    complete: canComplete(viewer, visit, now.date) && visit.missing.length === 0,
    reopen: canReopen(viewer, visit),
    // Of one person nobody is chosen. Product 1.8
    assign: (session?.team ?? 0) > 1 && canAssign(viewer, visit),
    move: canMove(viewer, visit, now),
    suggest: canSuggest(viewer, visit, now),
    cancel: canCancel(viewer, visit, now),
  }
  return (Object.keys(VISIT_ACTIONS) as VisitAction[]).filter((action) => can[action])
}

/** What the menu of a visit offers: the actions, and its entry for one's own calendar while it is to come. */
export type VisitItem = VisitAction | 'file'

export function itemsFor(session: KnownSession | null, visit: ShownVisit, now: CityTime): VisitItem[] {
  const hasFile = visit.status === 'confirmed' && visit.checked_in_at === null
  return [...actionsFor(session, visit, now), ...(hasFile ? (['file'] as const) : [])]
}

/** Visits by their days, in the order in which they come. */
export function visitsByDay<V extends Pick<ShownVisit, 'scheduled_date'>>(
  visits: readonly V[],
): Map<CalendarDate, V[]> {
  const days = new Map<CalendarDate, V[]>()
  for (const visit of visits) {
    const ofDay = days.get(visit.scheduled_date)
    if (ofDay) ofDay.push(visit)
    else days.set(visit.scheduled_date, [visit])
  }
  return days
}
