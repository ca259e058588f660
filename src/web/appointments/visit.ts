import type { inferOutput } from '@trpc/tanstack-react-query'
import { canCancel, canComplete, canMove } from '../../domain/appointments/change.ts'
import type { CityTime } from '../../domain/calendar.ts'
import type { Viewer } from '../../domain/viewer.ts'
import { queryClient, trpc } from '../api.ts'
import type { Session } from '../session.ts'

/** A visit as the lists show it. */
export type Visit = inferOutput<typeof trpc.appointments.upcoming>['visits'][number]

/** What can be done about a visit, in the order of its menu. */
export const VISIT_ACTIONS = {
  complete: 'Mark completed',
  move: 'Move visit',
  cancel: 'Cancel visit',
} as const
export type VisitAction = keyof typeof VISIT_ACTIONS

/** What this person can do about a visit at this moment; the server asks the same rules. */
export function actionsFor(session: Session | null, visit: Visit, now: CityTime): VisitAction[] {
  const viewer = viewerOf(session)
  const can = {
    complete: canComplete(viewer, visit, now.date),
    move: canMove(viewer, visit, now),
    cancel: canCancel(viewer, visit, now),
  }
  return (Object.keys(VISIT_ACTIONS) as VisitAction[]).filter((action) => can[action])
}

function viewerOf(session: Session | null): Viewer | null {
  if (session?.kind === 'vendor') return { kind: 'vendor', id: session.id }
  if (!session?.building) return null
  return { kind: 'resident', id: session.id, building_id: session.building.id, captain: session.captain }
}

/** To be called when a visit was changed, or turned out to be changed. */
export async function refreshVisits(): Promise<void> {
  const filters = [trpc.appointments, trpc.services, trpc.vendors].map((part) => part.pathFilter())
  await Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter)))
}
