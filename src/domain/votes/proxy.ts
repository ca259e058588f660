import { DomainError } from '../errors.ts'
import type { VotedAs } from './ballot.ts'
import { requireOpenVote, type VoteState, type VoteTimes } from './vote.ts'

type ProxyVote = VoteTimes & {
  state: VoteState
  is_secret: boolean
  /** For how many units one person may hold a proxy; 0 allows none. */
  proxies: number
}

type GivenProxy = {
  /** Whether the holder is on the roll for the same unit. */
  holder_owns_unit: boolean
  /** Who holds the unit's proxy now. */
  held_by: string | null
  /** For how many other units of this vote the holder has a proxy. */
  held_units: number
  /** In whose name the unit has voted; in a secret vote only that it has. */
  voted_by: VotedAs | null
}

/**
 * An owner lets somebody of the building vote for their unit: 'same' for who holds its proxy already, as after a lost response. Another holder
 * replaces the first. Throws DomainError 'conflict' when the vote is not open or allows no proxies, for a co-owner, for a holder with as many
 * as the vote allows, and when the unit has voted without its proxy, or in secret. Product 4.4
 */
export function giveProxy(vote: ProxyVote, holder: string, given: GivenProxy, now: Date): 'given' | 'same' {
  requireOpenVote(vote, now)
  const refuse = (message: string) => new DomainError('conflict', message)
  if (vote.proxies === 0) throw refuse('this vote allows no proxies')
  if (given.held_by === holder) return 'same'
  if (given.holder_owns_unit) throw refuse('they own the unit themselves, so they vote for it anyway')
  if (given.voted_by !== null && (vote.is_secret || given.voted_by !== 'proxy'))
    throw refuse('this unit has voted already')
  if (given.held_units >= vote.proxies)
    throw refuse(
      `they hold ${vote.proxies === 1 ? 'a proxy' : `${vote.proxies} proxies`} already, as many as this vote allows`,
    )
  return 'given'
}

/**
 * An owner takes a proxy back. Of an open vote, the ballot that its holder cast goes with it, and the owner may vote; in a secret one nobody
 * can tell which ballot that was. Throws DomainError 'conflict' when the vote is not open, and after a secret ballot. Product 4.4
 */
export function revokeProxy(
  vote: ProxyVote,
  voted_by: GivenProxy['voted_by'],
  now: Date,
): { drops_ballot: boolean } {
  requireOpenVote(vote, now)
  if (vote.is_secret && voted_by !== null)
    throw new DomainError('conflict', 'the ballot is in the box already, and nobody can tell which one it is')
  return { drops_ballot: voted_by === 'proxy' }
}
