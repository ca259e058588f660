import { DomainError } from '../errors.ts'
import { requireOpenVote, type VoteState, type VoteTimes } from './vote.ts'

/** In whose name a ballot is: the later one here stands above the earlier, so that an owner may vote after all. Product 4.4 */
export const CASTERS = ['proxy', 'paper', 'owner'] as const
export type CastBy = (typeof CASTERS)[number]

/** How a unit has voted; in a secret vote only that it has. */
export type VotedAs = CastBy | 'secret'

type OpenBallots = VoteTimes & { state: VoteState }

/** Who somebody votes as for a unit, by the roll fixed at opening; null for nobody. Product 4.4 */
export function casterOf({
  is_voter,
  holds_proxy,
}: {
  is_voter: boolean
  holds_proxy: boolean
}): CastBy | null {
  return is_voter ? 'owner' : holds_proxy ? 'proxy' : null
}

/**
 * An open ballot of a unit: each unit has one, and the later one replaces the earlier until the vote closes, but never one that stands above it.
 * Throws DomainError 'conflict' when the vote is not open, or an owner, or a paper, has voted in the place of a proxy. Product 4.4
 */
export function castBallot(vote: OpenBallots, by: CastBy, earlier: CastBy | null, now: Date): void {
  requireOpenVote(vote, now)
  if (earlier === null || CASTERS.indexOf(earlier) <= CASTERS.indexOf(by)) return
  throw new DomainError(
    'conflict',
    earlier === 'paper' ? 'this unit has voted on paper' : 'an owner of this unit has voted already',
  )
}

/** What the server knows of a unit in a secret vote: which blinded token it signed, or that the unit voted on paper; null before. */
export type SignedUnit = { blinded: string } | 'paper' | null

/**
 * Whether a blinded token is signed for a unit: 'new' for its first one, 'again' for the same one, as after a lost response. Throws DomainError
 * 'conflict' for another one, after a paper ballot, and when the vote is not open. Product 4.4
 */
export function signBallot(
  vote: OpenBallots,
  signed: SignedUnit,
  blinded: string,
  now: Date,
): 'new' | 'again' {
  requireOpenVote(vote, now)
  if (signed === null) return 'new'
  if (signed === 'paper') throw new DomainError('conflict', 'this unit has voted on paper')
  if (signed.blinded === blinded) return 'again'
  throw new DomainError(
    'conflict',
    'a ballot of this unit was begun on another device. It can be changed there, or with its receipt',
  )
}
