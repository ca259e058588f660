import type { inferOutput } from '@trpc/tanstack-react-query'
import type { trpc } from '../../api.ts'
import type { Waiting } from './field-queue.ts'

export type StopOfDay = inferOutput<typeof trpc.visits.today>['stops'][number]

/** A stop as it will be once everything is sent that was not refused, with what waits of it. */
export function shownStop(stop: StopOfDay, waiting: Waiting[]): StopOfDay & { waiting: Waiting[] } {
  const own = waiting.filter(({ action }) => action.visit === stop.id)
  const shown = { ...stop, waiting: own }
  for (const { action, refusal } of own) {
    if (refusal !== null) continue
    if (action.kind === 'setOff') shown.on_the_way_at ??= action.at
    if (action.kind === 'checkIn') shown.checked_in_at ??= action.at
    if (action.kind === 'finish' && shown.finished_at === null) {
      shown.finished_at = action.at
      shown.status = 'completed'
      shown.note = action.note || null
    }
  }
  return shown
}
