import type { AttachedExtension } from '../../../domain/documents/attached-file.ts'
import { DomainError } from '../../../domain/errors.ts'
import { NewVoteFile, requireVoteFile } from '../../../domain/votes/vote-file.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { attachedFile } from '../../storage/attached-file.ts'
import type { Attachment, Query } from '../../storage/attachment.ts'
import { readQuery } from '../../storage/read-query.ts'
import { lockVote } from './drafts.db.ts'
import { readVote } from './vote.db.ts'
import { addVoteFile, deleteVoteFile, filesOfVote, findVoteFile } from './vote-file.db.ts'

/** The vote under a lock, and the same file if it was added before. Throws for a new one that the rule refuses. */
async function lockForFile(tx: Tx, query: Query) {
  const { vote: voteId, id } = readQuery(NewVoteFile, query)
  if (!(await lockVote(tx, voteId, 'officers'))) throw new DomainError('not_found')
  const vote = await readVote(tx, voteId)
  const earlier = await findVoteFile(tx, id)
  if (!earlier) requireVoteFile(vote, (await filesOfVote(tx, voteId)).length)
  else if (earlier.vote_id !== voteId) throw new DomainError('conflict', 'this file was added elsewhere')
  return { id, vote, earlier }
}

/** What explains a vote's question. One that is sent again, as after a lost response, is there once. Product 4.4 */
export const voteFileAttachment = {
  name: 'vote-file',
  path: '/api/vote-files',
  addedBy: [{ resident: 'manage_votes' }],
  seenBy: { by: 'session', path: '/vote-files', audiences: ['resident', 'admin'], rowRules: true },
  buildingOf: ({ building_id }) => building_id,
  keptIn: { table: 'vote_files', column: 'file_path', size: 'file_size' },
  ...attachedFile('vote-files', NewVoteFile),
  async check(tx, _viewer, query) {
    await lockForFile(tx, query)
  },
  async save(tx, viewer, { name: file_name, key, size }, query) {
    const { id, vote, earlier } = await lockForFile(tx, query)
    if (earlier) return { answer: { id, url: `/${earlier.file_path}` }, replaced: key }
    const { id: vote_id, building_id } = vote
    const file = { file_name, file_path: key, file_size: size, added_by: viewer.id }
    const added = await addVoteFile(tx, { id, vote_id, building_id, ...file })
    // Somebody else's file, which the viewer doesn't see.
    if (!added) throw new DomainError('not_found')
    await record(tx, { kind: 'vote_file_added', actor: viewer.id, building_id, subject: vote_id })
    return { answer: { id, url: `/${key}` } }
  },
  async remove(tx, viewer, query) {
    const { id, vote: voteId } = readQuery(NewVoteFile, query)
    if (!(await lockVote(tx, voteId, 'officers'))) throw new DomainError('not_found')
    const vote = await readVote(tx, voteId)
    const file = await findVoteFile(tx, id)
    if (file?.vote_id !== voteId) return { answer: {} }
    requireVoteFile(vote, 0)
    await deleteVoteFile(tx, id)
    const { building_id } = vote
    await record(tx, { kind: 'vote_file_removed', actor: viewer.id, building_id, subject: voteId })
    return { answer: {}, replaced: file.file_path }
  },
} as const satisfies Attachment<{ resident: 'manage_votes' }, AttachedExtension, { id: string; url: string }>
