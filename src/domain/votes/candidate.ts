import { DomainError } from '../errors.ts'
import type { VoteState } from './vote.ts'

/** What a named candidate says; null before. */
export type CandidateAnswer = 'accepted' | 'declined' | null

/**
 * A candidate's answer, which may change from when the election is scheduled until it opens; who has not accepted by then is not on the
 * ballot. Throws DomainError 'not_found' for somebody else's candidacy, 'conflict' in another state. Product 4.4
 */
export function answerCandidacy(
  { state }: { state: VoteState },
  candidate: { candidate_id: string | null },
  person: string,
): void {
  if (candidate.candidate_id !== person) throw new DomainError('not_found')
  if (!canAnswerCandidacy(state))
    throw new DomainError(
      'conflict',
      state === 'draft'
        ? 'the election is not scheduled'
        : 'the election has opened, so the list of candidates stays',
    )
}

/**
 * Throws DomainError 'invalid_input' if a candidate of a draft has left the building: who runs the vote takes them off first. Product 4.4
 */
export function requirePresent(candidates: readonly { label: string; is_here: boolean }[]): void {
  const gone = candidates.find(({ is_here }) => !is_here)
  if (gone)
    throw new DomainError(
      'invalid_input',
      `${gone.label} is no longer in the building. Remove them from the candidates first`,
      'options',
    )
}

/** Whether candidates answer now. Product 4.4 */
export const canAnswerCandidacy = (state: VoteState): boolean => state === 'scheduled'
