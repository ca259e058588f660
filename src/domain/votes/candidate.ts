import { DomainError } from '../errors.ts'
import type { VoteState } from './vote.ts'

/** What a named candidate says; null before. */
export type CandidateAnswer = 'accepted' | 'declined' | null

/**
 * A candidate's answer, which may change until the election opens; who has not accepted by then is not on the ballot. Throws DomainError
 * 'not_found' for somebody else's candidacy, 'conflict' once the election has opened. Product 4.4
 */
export function answerCandidacy(
  { state }: { state: VoteState },
  candidate: { candidate_id: string | null },
  person: string,
): void {
  if (candidate.candidate_id !== person) throw new DomainError('not_found')
  if (state !== 'draft' && state !== 'scheduled')
    throw new DomainError('conflict', 'the election has opened, so the list of candidates stays')
}
