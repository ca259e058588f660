import { outcomeText, turnoutText, unitsText, VOTE_STATE_LABELS } from '../../../domain/votes/vote-words.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ToneCard } from '../../ui/tone-card.tsx'
import { type ListedVote, timesText, VOTE_TONES, votePath } from './shown-vote.ts'

/** A vote in a list: what it asks, how it stands, and what the viewer does next. */
export function VoteCard({ vote, isAdmin }: { vote: ListedVote; isAdmin: boolean }) {
  const { id, question, state, is_secret, result, address } = vote
  const toCast = vote.to_cast ?? 0
  const tone = state === 'open' && toCast === 0 ? 'green' : VOTE_TONES[state]
  return (
    <ToneCard
      tone={tone}
      title={question}
      badge={<StatusBadge tone={tone}>{VOTE_STATE_LABELS[state]}</StatusBadge>}
      subtitle={isAdmin ? `${address}. ${timesText(vote)}` : timesText(vote)}
      footer={
        <ButtonLink to={votePath(isAdmin)} search={{ id }} variant={toCast > 0 ? 'filled' : 'default'}>
          {toCast > 0
            ? 'Vote'
            : state === 'draft'
              ? 'See the draft'
              : result
                ? 'See the result'
                : 'See the vote'}
        </ButtonLink>
      }
    >
      <p>{voteStanding(vote, toCast)}</p>
      <p>{is_secret ? 'Secret ballots' : 'Open ballots'}</p>
    </ToneCard>
  )
}

function voteStanding(vote: ListedVote, toCast: number): string {
  const { state, kind, basis, result, options, cancel_reason } = vote
  if (result) return `${outcomeText({ kind, ...result }, options)}. ${turnoutText(result, basis)} took part.`
  if (state === 'cancelled') return cancel_reason ?? ''
  if (state !== 'open') return ''
  const voted = `${vote.voted ?? 0} of ${unitsText(vote.units ?? 0)} have voted.`
  return toCast > 0 ? `Your vote is missing${toCast > 1 ? ` for ${toCast} units` : ''}. ${voted}` : voted
}
