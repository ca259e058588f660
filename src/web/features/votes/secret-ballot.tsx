import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceBits, requireChoice } from '../../../domain/votes/choice.ts'
import { reasonOf } from '../../errors.ts'
import { refreshAfter } from '../../refresh.ts'
import { notify } from '../../ui/notify.tsx'
import { useSingleFlight } from '../../ui/use-single-flight.ts'
import { castSecretBallot, changeByReceipt, keptBallot } from './cast-secret.ts'
import { ChoiceField, votableOptions } from './choice-field.tsx'
import { ReceiptField, ReceiptText } from './receipt-text.tsx'
import type { OwnUnit, ShownVote } from './shown-vote.ts'
import { VOTE_MESSAGES } from './vote-messages.ts'
import classes from './votes.module.css'

type Props = { vote: ShownVote; unit: OwnUnit }

/** A secret ballot: this browser keeps its receipt, and nothing keeps what it chooses. Product 4.4 */
export function SecretBallotPart({ vote, unit }: Props) {
  const kept = useQuery({
    queryKey: ['receipt', vote.id, unit.unit_id],
    queryFn: () => keptBallot(vote.id, unit.unit_id),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [typed, setTyped] = useState<string | null>(null)
  const [changing, setChanging] = useState(false)
  if (unit.voted_as === 'paper') return <p className={classes.hint}>This unit has voted on paper.</p>
  if (kept.isPending) return <p className={classes.hint}>Loading your ballot…</p>

  const own = kept.data ?? null
  const isElsewhere = unit.voted_as === 'secret' && own === null
  if (own?.is_cast && !changing)
    return <CastBallotText token={own.token} onChange={() => setChanging(true)} />
  if (isElsewhere && typed === null)
    return (
      <>
        <p className={classes.hint}>
          A ballot of this unit was begun on another device. It can be changed there, or here with its
          receipt.
        </p>
        <ReceiptField onReceipt={setTyped} />
      </>
    )
  return (
    <SecretChoice
      vote={vote}
      unit={unit}
      isChange={isElsewhere || (own?.is_cast ?? false)}
      onCast={async (bits) => {
        if (typed !== null) await changeByReceipt(vote.id, typed, bits)
        else await castSecretBallot({ vote, unit: unit.unit_id }, bits)
        setChanging(false)
        setTyped(null)
        await kept.refetch()
      }}
      onKeep={() => {
        setChanging(false)
        setTyped(null)
      }}
    />
  )
}

function CastBallotText({ token, onChange }: { token: string; onChange: () => void }) {
  return (
    <>
      <p role="status">
        The ballot is in the box. Nobody can tell which one it is, and this browser has not kept what you
        chose.
      </p>
      <ReceiptText token={token} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onChange}>
          Change Ballot
        </Button>
      </div>
    </>
  )
}

type SecretChoiceProps = Props & {
  isChange: boolean
  onCast: (bits: number) => Promise<void>
  onKeep: () => void
}

function SecretChoice({ vote, unit, isChange, onCast, onKeep }: SecretChoiceProps) {
  const [choice, setChoice] = useState<string[]>([])
  const { busy, run } = useSingleFlight()
  const send = () =>
    run(async () => {
      const choosable = { options: votableOptions(vote), max_choices: vote.max_choices }
      try {
        await onCast(choiceBits(choosable, requireChoice(choosable, choice)))
        notify.success(VOTE_MESSAGES.cast(unit.number))
      } catch (error) {
        notify.error(VOTE_MESSAGES.castFailed(reasonOf(error)))
      }
      // No event tells of it; it changes on the screen what an open one does.
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
          {isChange ? 'Change Ballot' : 'Cast Ballot'}
        </Button>
        {isChange && (
          <Button variant="default" disabled={busy} onClick={onKeep}>
            Keep the Ballot
          </Button>
        )}
      </div>
    </>
  )
}
