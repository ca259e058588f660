import { useMutation } from '@tanstack/react-query'
import { VISIT_MESSAGES } from '../../domain/appointments/messages.ts'
import { trpc } from '../api.ts'
import { reasonOf } from '../errors.ts'
import { notify } from '../ui/notify.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { refreshVisits, type Visit } from './visit.ts'

/** Marks a visit completed, for its vendor. */
export function useComplete({ id }: Visit) {
  const completing = useMutation(trpc.appointments.complete.mutationOptions())
  const { busy, run } = useBusy()
  const complete = () =>
    run(async () => {
      try {
        await completing.mutateAsync({ id })
        notify.success(VISIT_MESSAGES.completed)
      } catch (error) {
        notify.error(VISIT_MESSAGES.completeFailed(reasonOf(error)))
      }
      await refreshVisits()
    })
  return { busy, complete }
}
