import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canAnswer, canWithdraw } from '../../../domain/awards/award.ts'
import { AWARD_MESSAGES, WAITS_LABELS } from '../../../domain/awards/messages.ts'
import { formatMoney } from '../../../domain/money.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ReasonForm } from '../../forms/reason-form.tsx'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StepBack } from '../../ui/step-back.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { InterestChoice, type SaidByRule, useDeclareInterest } from './acceptance-rule.tsx'
import type { Received } from './received-quote.tsx'
import classes from './received-quotes.module.css'

type Award = NonNullable<Received['award']>
type Props = { received: Received; award: Award }

/** The chosen quote that waits: by whom, for what, and what the viewer can do about it. Product 4.3 */
export function WaitingAward({ received, award }: Props) {
  const viewer = useViewer()
  const quote = received.quotes.find(({ id }) => id === award.service_quote_id)
  const decider = {
    id: viewer?.id ?? '',
    is_officer: received.is_officer,
    has_interest: received.interests.includes(award.service_quote_id),
  }
  return (
    <section aria-label="The chosen quote" className={classes.award}>
      <StatusBadge tone="amber">{WAITS_LABELS[award.needs === 'vote' ? 'vote' : 'two']}</StatusBadge>
      <p>
        <strong>{award.proposed_name}</strong> chose {quote?.company_name ?? 'a quote'}:{' '}
        {formatMoney(award.annual_cost)} in the first year.
      </p>
      {award.reason && (
        <p>
          The reason: <q>{award.reason}</q>
        </p>
      )}
      {award.needs === 'vote' && <VoteLink id={award.vote_id} />}
      {decider.has_interest && <p>{AWARD_MESSAGES.hasInterest}</p>}
      {canAnswer(award, decider) && <AnswerAward award={award} />}
      {canWithdraw(award, decider.id) && <WithdrawAward id={award.id} />}
    </section>
  )
}

function VoteLink({ id }: { id: string | null }) {
  if (id === null) return <p>Their vote opens within a few minutes.</p>
  return (
    <div className={classes.awardButtons}>
      <ButtonLink to="/home/voting/vote" search={{ id }} variant="default">
        See the Vote
      </ButtonLink>
    </div>
  )
}

function AnswerAward({ award }: { award: Award }) {
  const [interest, setInterest] = useState<SaidByRule['interest']>(null)
  const [asked, ask] = useState(false)
  const [refusing, refuse] = useState(false)
  const approve = useMutation(trpc.awards.approve.mutationOptions())
  const refusal = useMutation(trpc.awards.refuse.mutationOptions())
  const flight = useSingleFlight()
  const { busy: declaring, declare } = useDeclareInterest(award.service_quote_id, () => undefined)
  const busy = flight.busy || declaring

  const send = () =>
    flight.run(async () => {
      try {
        const outcome = await approve.mutateAsync({ id: award.id, interest: false })
        if ('lapsed' in outcome) notify.error(AWARD_MESSAGES.lapsed(outcome.lapsed))
        else notify.success(QUOTE_MESSAGES.accepted(outcome.visits))
      } catch (error) {
        notify.error(AWARD_MESSAGES.approveFailed(reasonOf(error)))
      }
      await refreshAfter('quote_accepted', 'award_approved')
    })

  if (refusing)
    return (
      <>
        <StepBack onClick={() => refuse(false)}>The chosen quote</StepBack>
        <ReasonForm
          draft={`refuse award ${award.id}`}
          placeholder="For example: another one includes more."
          note="The quotes are open again. Who chose this one gets an email with your reason."
          keep="Keep it"
          act="Refuse"
          send={(reason) => refusal.mutateAsync({ id: award.id, reason })}
          done={AWARD_MESSAGES.refused}
          failed={AWARD_MESSAGES.refuseFailed}
          causes={['award_refused', 'quote_accepted']}
          onKeep={() => refuse(false)}
          onDone={() => refuse(false)}
        />
      </>
    )
  return (
    <>
      <InterestChoice
        value={interest}
        error={asked && interest === null ? 'Say whether you have an interest in this vendor' : undefined}
        onChange={setInterest}
      />
      <div className={classes.awardButtons}>
        {interest === 'yes' ? (
          <Button loading={busy} onClick={() => void declare()}>
            Declare Interest
          </Button>
        ) : (
          <>
            <Button variant="default" color="red" disabled={busy} onClick={() => refuse(true)}>
              Refuse
            </Button>
            <Button loading={busy} onClick={() => (interest === 'no' ? void send() : ask(true))}>
              Approve
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function WithdrawAward({ id }: { id: string }) {
  const { mutateAsync } = useMutation(trpc.awards.withdraw.mutationOptions())
  const { busy, run } = useSingleFlight()
  const withdraw = async () => {
    const agreed = await confirm({
      title: 'Take the Choice Back',
      question: 'The quotes are open again, and the other officers get an email.',
      action: 'Take Back',
    })
    if (!agreed) return
    void run(async () => {
      try {
        await mutateAsync({ id })
        notify.success(AWARD_MESSAGES.withdrawn)
      } catch (error) {
        notify.error(AWARD_MESSAGES.withdrawFailed(reasonOf(error)))
      }
      await refreshAfter('award_withdrawn', 'quote_accepted')
    })
  }
  return (
    <div className={classes.awardButtons}>
      <Button variant="default" loading={busy} onClick={() => void withdraw()}>
        Take Back
      </Button>
    </div>
  )
}
