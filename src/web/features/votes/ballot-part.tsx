import { Title } from '@mantine/core'
import { Suspense, useId } from 'react'
import { CASTER_LABELS, choiceLabel } from '../../../domain/votes/vote-words.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { OpenBallot } from './open-ballot.tsx'
import type { OwnUnit, ShownVote } from './shown-vote.ts'
import classes from './votes.module.css'

// The library of blind signatures loads with a secret ballot alone.
const SecretBallotPart = lazyPart(() => import('./secret-ballot.tsx'), 'SecretBallotPart')
const ProxyPart = lazyPart(() => import('./proxy-part.tsx'), 'ProxyPart')

type Props = { vote: ShownVote; unit: OwnUnit }

/** The viewer's ballot for one unit. */
export function BallotPart({ vote, unit }: Props) {
  const id = useId()
  return (
    <section className={classes.ballot} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {unit.is_voter ? `Your ballot for unit ${unit.number}` : `As proxy for unit ${unit.number}`}
      </Title>
      {vote.is_secret ? (
        <Suspense fallback={<p className={classes.hint}>Loading your ballot…</p>}>
          <SecretBallotPart vote={vote} unit={unit} />
        </Suspense>
      ) : (
        <>
          <CastText vote={vote} unit={unit} />
          <OpenBallot vote={vote} unit={unit} />
        </>
      )}
      {unit.is_voter && vote.proxies > 0 && (
        <Suspense fallback={null}>
          <ProxyPart vote={vote} unit={unit} />
        </Suspense>
      )}
    </section>
  )
}

/** What was cast for the unit before. */
function CastText({ vote, unit }: Props) {
  const { choice, voted_as } = unit
  if (choice === null || voted_as === null || voted_as === 'secret') return null
  const by = voted_as === 'owner' ? '' : ` (${CASTER_LABELS[voted_as]})`
  return (
    <p className={classes.hint} role="status">
      Cast: {choiceLabel(choice, vote.options)}
      {by}. It can be changed until the vote closes.
    </p>
  )
}
