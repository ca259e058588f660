import { useMutation } from '@tanstack/react-query'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ShownVisit } from './visit.ts'

/** Marks a visit completed, for its vendor. */
export function useComplete({ id }: ShownVisit) {
  const completing = useMutation(trpc.visits.complete.mutationOptions())
  const { busy, run } = useSingleFlight()
  const complete = () =>
    run(async () => {
      try {
        await completing.mutateAsync({ id })
        notify.success(VISIT_MESSAGES.completed)
      } catch (error) {
        notify.error(VISIT_MESSAGES.completeFailed(reasonOf(error)))
      }
      await refreshAfter('visit_completed')
    })
  return { busy, complete }
}
