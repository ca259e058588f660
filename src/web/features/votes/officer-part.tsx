import { Button, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { notify } from '../../ui/notify.tsx'
import type { Question } from '../../ui/overlays.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { type ShownVote, votingPath } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

const DraftDialog = lazyPart(() => import('./draft-dialog.tsx'), 'DraftDialog')
const CancelDialog = lazyPart(() => import('./cancel-dialog.tsx'), 'CancelDialog')
const RewordDialog = lazyPart(() => import('./reword-dialog.tsx'), 'RewordDialog')

type Props = { vote: ShownVote; isAdmin: boolean }

const SCHEDULE: Question = {
  title: 'Schedule Vote',
  question: VOTE_MESSAGES.confirmSchedule,
  action: 'Schedule',
}
const DISCARD: Question = {
  title: 'Discard Draft',
  question: VOTE_MESSAGES.confirmDiscard,
  action: 'Discard',
  danger: true,
}
const CERTIFY: Question = {
  title: 'Certify Result',
  question: VOTE_MESSAGES.confirmCertify,
  action: 'Certify',
}

/** What who runs a vote does with it. Product 4.4 */
export function OfficerPart({ vote, isAdmin }: Props) {
  const navigate = useNavigate()
  const schedule = useMutation(trpc.votes.schedule.mutationOptions())
  const unschedule = useMutation(trpc.votes.unschedule.mutationOptions())
  const discard = useMutation(trpc.votes.discard.mutationOptions())
  const certify = useMutation(trpc.votes.certify.mutationOptions())
  const edit = useOpened()
  const cancel = useOpened()
  const reword = useOpened()
  const { busy, run } = useSingleFlight()
  const act = (work: () => Promise<unknown>, done: string, question?: Question) =>
    run(async () => {
      if (question && !(await confirm(question))) return
      try {
        await work()
        notify.success(done)
      } catch (error) {
        notify.error(VOTE_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('vote_changed')
    })
  const { id, state, roll } = vote
  const isWorded = state === 'scheduled' || (state === 'open' && roll.voted === 0)
  const button = (label: string, onClick: () => unknown, variant: 'filled' | 'default' = 'default') => (
    <Button key={label} variant={variant} disabled={busy} onClick={() => void onClick()}>
      {label}
    </Button>
  )
  const leave = async () => {
    await discard.mutateAsync({ id })
    void navigate({ to: votingPath(isAdmin) })
  }
  const buttons = [
    ...(state === 'draft'
      ? [
          button(
            'Schedule Vote',
            () => act(() => schedule.mutateAsync({ id }), VOTE_MESSAGES.scheduled, SCHEDULE),
            'filled',
          ),
          button('Edit Draft', edit.open),
          button('Discard Draft', () => act(leave, VOTE_MESSAGES.discarded, DISCARD)),
        ]
      : []),
    ...(state === 'scheduled'
      ? [button('Back to Draft', () => act(() => unschedule.mutateAsync({ id }), VOTE_MESSAGES.unscheduled))]
      : []),
    ...(isWorded ? [button('Change the Words', reword.open)] : []),
    ...(state === 'scheduled' || state === 'open' ? [button('Cancel Vote', cancel.open)] : []),
    ...(state === 'closed'
      ? [
          button(
            'Certify Result',
            () => act(() => certify.mutateAsync({ id }), VOTE_MESSAGES.certified, CERTIFY),
            'filled',
          ),
        ]
      : []),
  ]
  if (buttons.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="running">
      <Title order={2} id="running">
        Running this vote
      </Title>
      <div className={classes.actions}>{buttons}</div>
      <Suspense fallback={null}>
        {edit.wanted && <DraftDialog vote={vote} isAdmin={isAdmin} {...edit.dialog} />}
        {cancel.wanted && <CancelDialog vote={vote} {...cancel.dialog} />}
        {reword.wanted && <RewordDialog vote={vote} {...reword.dialog} />}
      </Suspense>
    </section>
  )
}
