import { Button, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { canAnswerCandidacy } from '../../../domain/votes/candidate.ts'
import type { VoteState } from '../../../domain/votes/vote.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { useViewer } from '../../session/session.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import type { ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

const ANSWERS = { accepted: 'stands', declined: 'does not stand' } as const

function standing({ answer, is_here }: ShownVote['options'][number], state: VoteState): string {
  if (answer) return ANSWERS[answer]
  if (!is_here) return 'is no longer in the building'
  return state === 'draft' ? 'is asked once the election is scheduled' : 'has not answered yet'
}

/** Who is named for an election, and the viewer's own answer. Product 4.4 */
export function CandidatePart({ vote }: { vote: ShownVote }) {
  const viewer = useViewer()
  const { mutateAsync } = useMutation(trpc.votes.answerCandidacy.mutationOptions())
  const { busy, run } = useSingleFlight()
  const own = vote.options.find(({ candidate_id }) => candidate_id === viewer?.id)
  const answer = (option_id: string, accepts: boolean) =>
    run(async () => {
      try {
        await mutateAsync({ id: vote.id, option_id, accepts })
        notify.success(VOTE_MESSAGES.answered(accepts))
      } catch (error) {
        notify.error(VOTE_MESSAGES.failed(reasonOf(error)))
      }
      await refreshAfter('candidacy_answered')
    })
  const isAsked = canAnswerCandidacy(vote.state) && own
  return (
    <section className={classes.section} aria-labelledby="candidates">
      <Title order={2} id="candidates">
        Candidates
      </Title>
      <ul>
        {vote.options.map((option) => (
          <li key={option.id}>
            {option.label}: {standing(option, vote.state)}
          </li>
        ))}
      </ul>
      {isAsked && (
        <div className={classes.actions}>
          <p>You were named. Only who accepts is on the ballot.</p>
          {own.answer !== 'accepted' && (
            <Button loading={busy} onClick={() => void answer(own.id, true)}>
              I Stand
            </Button>
          )}
          {own.answer !== 'declined' && (
            <Button variant="default" loading={busy} onClick={() => void answer(own.id, false)}>
              I Don’t Stand
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
