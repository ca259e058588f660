import { DomainError } from '../errors.ts'
import { may, type Viewer } from '../viewer.ts'
import type { VoteKind, VoteOutcome } from './tally.ts'

/** How a vote stands. Only a closed one that reached its quorum can be certified. Product 4.4 */
export const VOTE_STATES = [
  'draft',
  'scheduled',
  'open',
  'closed',
  'failed_quorum',
  'certified',
  'cancelled',
] as const
export type VoteState = (typeof VOTE_STATES)[number]

/** The tabs of a list of votes: what is to come or open, and what is over. Product 4.4 */
export const VOTE_TABS = {
  current: ['draft', 'scheduled', 'open'],
  past: ['closed', 'failed_quorum', 'certified', 'cancelled'],
} as const satisfies Record<string, readonly VoteState[]>
export type VoteTab = keyof typeof VOTE_TABS

/** When a vote opens and closes; null before that is known. */
export type VoteTimes = { opens_at: Date | null; closes_at: Date | null }

const MINUTE = 60_000
/** A vote is open at least this long, in minutes. */
export const SHORTEST_VOTE = 60
/** And at most this long, in days. */
export const LONGEST_VOTE = 366

/** Who makes votes and runs them: officers with the power, and admins. Product 4.2, 4.4 */
export const mayRunVotes = (viewer: Viewer | null): boolean =>
  viewer?.kind === 'admin' || may(viewer, 'manage_votes')

/** Whether its result is known, which nobody sees before. Product 4.4 */
export const isDecided = (state: VoteState): boolean =>
  state === 'closed' || state === 'failed_quorum' || state === 'certified'

const conflict = (message: string) => new DomainError('conflict', message)

/** Throws DomainError 'conflict' unless the vote is a draft: what is scheduled goes back to a draft before it is changed. Product 4.4 */
export function requireDraftVote({ state }: { state: VoteState }): void {
  if (state !== 'draft') throw conflict('this vote is no draft any more')
}

type PlannedVote = VoteTimes & {
  state: VoteState
  kind: VoteKind
  /** How many options or candidates it has; a question of yes and no has none. */
  options: number
  max_choices: number
}

/**
 * A draft becomes 'scheduled', to open at its time, or now if it has none or that has passed. Throws DomainError 'conflict' for another state,
 * 'invalid_input' for too few options, a missing end, or a time of less than an hour or more than a year. Product 4.4
 */
export function scheduleVote(vote: PlannedVote, now: Date) {
  requireDraftVote(vote)
  const { kind, options, max_choices, closes_at } = vote
  if (kind === 'election' && options < 1)
    throw new DomainError('invalid_input', 'Name at least one candidate', 'options')
  if (kind !== 'yes_no' && kind !== 'election' && options < 2)
    throw new DomainError('invalid_input', 'Enter at least two options', 'options')
  if (kind === 'several' && max_choices > options)
    throw new DomainError('invalid_input', 'More can be chosen than there are options', 'max_choices')
  const opens_at = vote.opens_at && vote.opens_at > now ? vote.opens_at : now
  if (!closes_at) throw new DomainError('invalid_input', 'Say when the vote closes', 'closes_on')
  const minutes = (closes_at.getTime() - opens_at.getTime()) / MINUTE
  if (minutes < SHORTEST_VOTE)
    throw new DomainError('invalid_input', 'A vote is open for at least an hour', 'closes_on')
  if (minutes > LONGEST_VOTE * 24 * 60)
    throw new DomainError('invalid_input', 'A vote is open for at most a year', 'closes_on')
  return { state: 'scheduled', opens_at, closes_at } as const
}

/** A scheduled vote becomes a draft again, to be changed. Throws DomainError 'conflict' for another state. Product 4.4 */
export function unscheduleVote({ state }: { state: VoteState }) {
  if (state !== 'scheduled') throw conflict('this vote is not scheduled')
  return { state: 'draft' } as const
}

/** Why a vote did not open at its time, as its cancellation says. */
export const NOT_OPENED = {
  'no units': 'Nobody could vote: the building has no units.',
  'no candidates': 'No candidate had accepted.',
} as const

/**
 * What becomes of a scheduled vote at its time: it opens with the roll of that moment, or is cancelled where nobody could vote or be elected.
 * `candidates` have accepted. Null for another state, as when another server was first. Product 4.4
 */
export function openVote(
  { state, kind }: { state: VoteState; kind: VoteKind },
  { units, candidates }: { units: number; candidates: number },
) {
  if (state !== 'scheduled') return null
  if (units === 0) return { state: 'cancelled', reason: NOT_OPENED['no units'] } as const
  if (kind === 'election' && candidates === 0)
    return { state: 'cancelled', reason: NOT_OPENED['no candidates'] } as const
  return { state: 'open' } as const
}

/** What becomes of an open vote at its end; null for another state, as when another server was first. Product 4.4 */
export function closeVote({ state }: { state: VoteState }, outcome: VoteOutcome) {
  if (state !== 'open') return null
  return { state: outcome === 'failed_quorum' ? 'failed_quorum' : 'closed' } as const
}

/** Throws DomainError 'conflict' unless ballots are taken now: from its opening until its end, whether or not that was noticed yet. Product 4.4 */
export function requireOpenVote({ state, closes_at }: VoteTimes & { state: VoteState }, now: Date): void {
  if (state === 'draft' || state === 'scheduled') throw conflict('this vote is not open yet')
  if (state === 'cancelled') throw conflict('this vote was cancelled')
  if (state !== 'open' || !closes_at || closes_at <= now) throw conflict('this vote is closed')
}

/**
 * Throws DomainError 'conflict' unless the words of the vote may change: as a draft or scheduled, and when it is open before its first ballot.
 * Product 4.4
 */
export function requireRewordable({ state, voted }: { state: VoteState; voted: number }): void {
  if (state === 'draft' || state === 'scheduled') return
  if (state !== 'open') throw conflict('this vote is over')
  if (voted > 0) throw conflict('somebody has voted already, so the question stays as it is')
}

/** Throws DomainError 'conflict' unless the vote can be cancelled: scheduled or open. Its ballots are then never counted. Product 4.4 */
export function cancelVote({ state }: { state: VoteState }) {
  if (state !== 'scheduled' && state !== 'open')
    throw conflict('only a vote that is scheduled or open is cancelled')
  return { state: 'cancelled' } as const
}

/** Throws DomainError 'conflict' unless the vote is closed and reached its quorum. Product 4.4 */
export function certifyVote({ state }: { state: VoteState }) {
  if (state === 'failed_quorum') throw conflict('this vote did not reach its quorum, so it decides nothing')
  if (state !== 'closed') throw conflict('only a closed vote is certified')
  return { state: 'certified' } as const
}

/** Throws DomainError 'conflict' unless this is the version that was shown: somebody may have changed the words meanwhile. Product 4.4 */
export function requireShownVersion({ version }: { version: number }, shown: number): void {
  if (version !== shown) throw conflict('the vote was changed meanwhile. Please read it again')
}

const HOUR = 60 * MINUTE
/** How long before its end those who have not voted are reminded, in hours. */
export const REMINDER_HOURS = 48

/** When those who have not voted are reminded, once: two days before the end, but not in the first half of a shorter vote. Product 4.4 */
export const reminderTime = (opens_at: Date, closes_at: Date): Date =>
  new Date(
    Math.max(closes_at.getTime() - REMINDER_HOURS * HOUR, (opens_at.getTime() + closes_at.getTime()) / 2),
  )
