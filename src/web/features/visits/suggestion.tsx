import { useMutation, useQuery } from '@tanstack/react-query'
import type { CityTime } from '../../../domain/calendar.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { closedText } from '../../../domain/visits/availability.ts'
import { VISIT_MESSAGES } from '../../../domain/visits/messages.ts'
import { canAnswerTime, canWithdrawTime } from '../../../domain/visits/suggestion.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ShownVisit } from './visit.ts'

// The time that one side suggests for a visit, for its row and for a calendar's menu. Product 1.3

export const ANSWERS = { accept: 'Accept', decline: 'Decline', withdraw: 'Withdraw' } as const
export type AnswerChoice = keyof typeof ANSWERS

/** How this person can answer what is suggested for a visit now, by the rules that the server asks, too. */
export function answersTo(viewer: Viewer | null, visit: ShownVisit, now: CityTime): AnswerChoice[] {
  if (canAnswerTime(viewer, visit, now)) return ['accept', 'decline']
  return canWithdrawTime(viewer, visit, now) ? ['withdraw'] : []
}

/** 'Tue, Nov 24 at 9:00 AM'; null while nothing is suggested. */
export function suggestedTimeText({ suggested_date, suggested_time }: ShownVisit): string | null {
  if (suggested_date === null || suggested_time === null) return null
  return visitTime({ scheduled_date: suggested_date, scheduled_time: suggested_time }, cityToday())
}

export function SuggestionText({ visit }: { visit: ShownVisit }) {
  return (
    <>
      {visit.suggested_by === 'vendor' ? visit.company_name : 'The HOA representative'} suggests{' '}
      <strong>{suggestedTimeText(visit)}</strong>: <q>{visit.suggestion_reason}</q>{' '}
      <ClosedNote visit={visit} />
    </>
  )
}

/** When nobody comes to the building, for who may accept such a time. Product 1.2 */
function ClosedNote({ visit }: { visit: ShownVisit }) {
  const { building_service_id, suggested_date, suggested_time } = visit
  const asked = answersTo(useViewer(), visit, cityNow()).includes('accept')
  const service = useQuery(
    trpc.visits.ofService.queryOptions({ id: building_service_id }, { enabled: asked }),
  )
  if (!asked || !service.data || suggested_date === null || suggested_time === null) return null
  const to = { scheduled_date: suggested_date, scheduled_time: suggested_time }
  const closed = closedText([to], service.data.closures, cityToday())
  if (closed === null) return null
  return (
    <>
      <br />
      {closed}. You can accept it all the same.
    </>
  )
}

export function useAnswerChoice({
  id,
  suggested_by,
  suggested_date,
  suggested_time,
  company_name,
}: ShownVisit) {
  const { busy, run } = useSingleFlight()
  const sending = {
    accept: useMutation(trpc.visits.acceptTime.mutationOptions()),
    decline: useMutation(trpc.visits.declineTime.mutationOptions()),
    withdraw: useMutation(trpc.visits.withdrawTime.mutationOptions()),
  }
  const answer = (choice: AnswerChoice) =>
    void run(async () => {
      if (suggested_date === null || suggested_time === null) return
      const other = suggested_by === 'vendor' ? company_name : 'The HOA representative'
      const to = { scheduled_date: suggested_date, scheduled_time: suggested_time }
      try {
        await sending[choice].mutateAsync({ id, suggested_date, suggested_time })
        const said = {
          accept: VISIT_MESSAGES.moved(visitTime(to, cityToday()), other),
          decline: VISIT_MESSAGES.timeDeclined(other),
          withdraw: VISIT_MESSAGES.timeWithdrawn,
        }
        notify.success(said[choice])
      } catch (error) {
        notify.error(VISIT_MESSAGES.answerFailed(reasonOf(error)))
      }
      await refreshAfter(choice === 'accept' ? 'time_accepted' : 'time_declined')
    })
  const pending = (Object.keys(sending) as AnswerChoice[]).find((choice) => sending[choice].isPending)
  return { busy: busy ? pending : undefined, answer }
}
