import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate, formatTime } from '../../../domain/calendar.ts'
import type { VoteState } from '../../../domain/votes/vote.ts'
import { typedInstant } from '../../../domain/votes/vote-times.ts'
import type { trpc } from '../../api.ts'
import { CITY_TIME_ZONE, cityToday } from '../../city.ts'
import type { Tone } from '../../ui/tone.ts'

export type ShownVote = inferOutput<typeof trpc.votes.get>
export type ListedVote = inferOutput<typeof trpc.votes.list>['votes'][number]
/** A unit that the viewer may vote for. */
export type OwnUnit = ShownVote['units'][number]

/** The color repeats what the word of a state says. */
export const VOTE_TONES: Record<VoteState, Tone> = {
  draft: 'neutral',
  scheduled: 'neutral',
  open: 'amber',
  closed: 'green',
  certified: 'green',
  failed_quorum: 'red',
  cancelled: 'neutral',
}

/** 'Fri, Nov 27, 8:00 PM' by the city's clocks. */
export function voteTime(instant: string | Date): string {
  const { date, time } = typedInstant(new Date(instant), CITY_TIME_ZONE)
  return `${formatShortDate(date, cityToday())}, ${formatTime(time)}`
}

type TimedVote = { state: VoteState; opens_at: string | Date | null; closes_at: string | Date | null }

/** When a vote opens, closes or closed. */
export function timesText({ state, opens_at, closes_at }: TimedVote): string {
  if (state === 'draft') return closes_at ? `Would close ${voteTime(closes_at)}` : 'No end yet'
  if (!opens_at || !closes_at) return ''
  if (state === 'scheduled') return `Opens ${voteTime(opens_at)}, closes ${voteTime(closes_at)}`
  return `${state === 'open' ? 'Closes' : 'Closed'} ${voteTime(closes_at)}`
}

/** Where votes are shown to this viewer. */
export const votePath = (isAdmin: boolean): string => (isAdmin ? '/admin/voting/vote' : '/home/voting/vote')
export const votingPath = (isAdmin: boolean): string => (isAdmin ? '/admin/voting' : '/home/voting')
