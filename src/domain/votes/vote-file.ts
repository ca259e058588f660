import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id } from '../text.ts'
import type { VoteState } from './vote.ts'

export const MAX_VOTE_FILES = LIMITS.vote_files

/** What an upload's address says: the vote, the file's own id, which the browser chose, and its name. */
export const NewVoteFile = z.strictObject({ vote: id, id, name: z.string().default('') })

/** Whether files of a vote still come and go: before it opens. Product 4.4 */
export const canChangeVoteFiles = (state: VoteState): boolean => state === 'draft' || state === 'scheduled'

/** Throws DomainError 'conflict' for a vote that has opened, and for a new one beside five. Product 4.4 */
export function requireVoteFile({ state }: { state: VoteState }, files: number): void {
  if (!canChangeVoteFiles(state))
    throw new DomainError('conflict', 'the vote has opened, so its files stay as they are')
  if (files >= MAX_VOTE_FILES) throw new DomainError('conflict', `a vote has at most ${MAX_VOTE_FILES} files`)
}
