import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { ChoiceField } from './choice-field.tsx'
import type { OwnUnit, ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

type Props = { vote: ShownVote; unit: OwnUnit }

/** An open ballot: chosen and cast in two taps. Product 4.4 */
export function OpenBallot({ vote, unit }: Props) {
  const { mutateAsync: cast } = useMutation(trpc.votes.cast.mutationOptions())
  const [choice, setChoice] = useState<string[]>(unit.choice ?? [])
  const { busy, run } = useSingleFlight()
  const send = () =>
    run(async () => {
      try {
        await cast({ id: vote.id, version: vote.version, unit_id: unit.unit_id, choice })
        notify.success(VOTE_MESSAGES.cast(unit.number))
      } catch (error) {
        notify.error(VOTE_MESSAGES.castFailed(reasonOf(error)))
      }
      await refreshAfter('ballot_cast')
    })
  return (
    <>
      <ChoiceField
        vote={vote}
        choice={choice}
        onChange={setChoice}
        label={`${vote.question}, unit ${unit.number}`}
      />
      <div className={classes.actions}>
        <Button size="lg" loading={busy} disabled={choice.length === 0} onClick={() => void send()}>
          {unit.voted_as === null ? 'Cast Ballot' : 'Change Ballot'}
        </Button>
      </div>
    </>
  )
}
