import { useMutation } from '@tanstack/react-query'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'

/** That the vendor is on the way to a visit, and that they have begun. */
export function useAttendance(id: string) {
  const settingOff = useMutation(trpc.visits.setOff.mutationOptions())
  const checkingIn = useMutation(trpc.visits.checkIn.mutationOptions())
  const { busy, run } = useSingleFlight()

  const setOff = () =>
    run(async () => {
      try {
        await settingOff.mutateAsync({ id })
        notify.success(VISIT_MESSAGES.setOff)
      } catch (error) {
        notify.error(VISIT_MESSAGES.setOffFailed(reasonOf(error)))
      }
      await refreshAfter('visit_on_the_way')
    })

  const checkIn = () =>
    run(async () => {
      try {
        await checkingIn.mutateAsync({ id, at: new Date().toISOString() })
        notify.success(VISIT_MESSAGES.checkedIn)
      } catch (error) {
        notify.error(VISIT_MESSAGES.checkInFailed(reasonOf(error)))
      }
      await refreshAfter('visit_checked_in')
    })

  return { busy, setOff, checkIn }
}
