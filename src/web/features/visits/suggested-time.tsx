import '../../ui/part-styles.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
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
import classes from './suggested-time.module.css'
import type { ShownVisit } from './visit.ts'

type Props = { visit: ShownVisit }

/** The time that one side suggests for a visit, and the other one's answer. Product 1.3 */
export function SuggestedTime({ visit }: Props) {
  const { suggested_date, suggested_time, suggested_by, suggestion_reason, company_name } = visit
  const viewer = useViewer()
  const { busy, answer } = useAnswerChoice(visit)
  if (suggested_date === null || suggested_time === null) return null
  const when = visitTime({ scheduled_date: suggested_date, scheduled_time: suggested_time }, cityToday())
  const about = `${when} for ${visit.name}`
  return (
    <div className={classes.suggestion}>
      <p className={classes.text}>
        {suggested_by === 'vendor' ? company_name : 'The HOA representative'} suggests <strong>{when}</strong>
        : <q>{suggestion_reason}</q>
      </p>
      {canAnswerTime(viewer, visit, cityNow()) && (
        <div className={classes.answers}>
          <Button loading={busy === 'accept'} onClick={() => answer('accept')} aria-label={`Accept ${about}`}>
            Accept
          </Button>
          <Button
            variant="default"
            loading={busy === 'decline'}
            onClick={() => answer('decline')}
            aria-label={`Decline ${about}`}
          >
            Decline
          </Button>
        </div>
      )}
      {canWithdrawTime(viewer, visit, cityNow()) && (
        <div className={classes.answers}>
          <Button
            variant="default"
            loading={busy === 'withdraw'}
            onClick={() => answer('withdraw')}
            aria-label={`Withdraw ${about}`}
          >
            Withdraw
          </Button>
        </div>
      )}
    </div>
  )
}

type AnswerChoice = 'accept' | 'decline' | 'withdraw'

function useAnswerChoice({ id, suggested_by, suggested_date, suggested_time, company_name }: ShownVisit) {
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
