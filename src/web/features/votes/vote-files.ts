import { MAX_VOTE_FILES } from '../../../domain/votes/vote-file.ts'
import type { FilePlace } from '../../ui/sent-files.tsx'

/** Where the files of a vote are sent. */
export const votePlace = (vote: string): FilePlace => ({
  address: (file) => `/api/vote-files?${new URLSearchParams({ vote, ...file })}`,
  added: 'vote_file_added',
  removed: 'vote_file_removed',
  failed: 'The file could not be sent',
  removeFailed: 'The file could not be removed',
})

export const VOTE_FILES = {
  add: 'Add files to this vote',
  most: MAX_VOTE_FILES,
  tooMany: `A vote has at most ${MAX_VOTE_FILES} files.`,
}
