import { useMutation } from '@tanstack/react-query'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ShownVisit } from './visit.ts'

/** A little less than the server’s minute (undo_time in recipients.sql), so that taking it back still works when it is pressed last. */
export const UNDO_MS = 55_000

/** Marks a visit completed, for its vendor, or takes that back. */
export function useComplete({ id }: Pick<ShownVisit, 'id'>) {
  const completing = useMutation(trpc.visits.complete.mutationOptions())
  const reopening = useMutation(trpc.visits.reopen.mutationOptions())
  const { busy, run } = useSingleFlight()

  const send = (reopens: boolean, onDone?: () => void) =>
    run(async () => {
      try {
        await (reopens ? reopening : completing).mutateAsync({ id })
        notify.success(reopens ? VISIT_MESSAGES.reopened : VISIT_MESSAGES.completed)
        onDone?.()
      } catch (error) {
        const { reopenFailed, completeFailed } = VISIT_MESSAGES
        notify.error((reopens ? reopenFailed : completeFailed)(reasonOf(error)))
      }
      await refreshAfter(reopens ? 'visit_reopened' : 'visit_completed')
    })

  return {
    busy,
    complete: (onDone?: () => void) => send(false, onDone),
    reopen: (onDone?: () => void) => send(true, onDone),
  }
}
