import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'
import type { FieldAction, Waiting } from './field-action.ts'

export type StopOfDay = inferOutput<typeof trpc.visits.today>['stops'][number]

/** A stop after this action, if it is one of its own. */
export function stopAfter(stop: StopOfDay, action: FieldAction): StopOfDay {
  if (action.visit !== stop.id) return stop
  if (action.kind === 'setOff') return { ...stop, on_the_way_at: stop.on_the_way_at ?? action.at }
  if (action.kind === 'checkIn') {
    const status = stop.status === 'missed' ? 'confirmed' : stop.status
    return { ...stop, checked_in_at: stop.checked_in_at ?? action.at, status }
  }
  if (action.kind === 'photo' || stop.finished_at !== null) return stop
  return { ...stop, finished_at: action.at, status: 'completed', note: action.note || null }
}

/** A stop as it will be once everything is sent that was not refused, with what waits of it. */
export function shownStop(stop: StopOfDay, waiting: Waiting[]): StopOfDay & { waiting: Waiting[] } {
  const own = waiting.filter(({ action }) => action.visit === stop.id)
  const accepted = own.filter(({ refusal }) => refusal === null)
  return { ...accepted.reduce((shown, { action }) => stopAfter(shown, action), stop), waiting: own }
}

export type ShownStop = ReturnType<typeof shownStop>
