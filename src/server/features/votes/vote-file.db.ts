import type { Tx } from '../../db/pool.ts'

/** The files of a vote that the viewer may see, the first one first. */
export async function filesOfVote(tx: Tx, vote_id: string) {
  const files = await tx
    .selectFrom('vote_files')
    .where('vote_id', '=', vote_id)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', 'file_name', 'file_size', 'file_path'])
    .execute()
  return files.map(({ file_path, ...file }) => ({ ...file, url: `/${file_path}` }))
}

/** A file that the viewer sees; undefined for somebody else's. */
export const findVoteFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('vote_files')
    .where('id', '=', id)
    .select(['vote_id', 'file_path', 'file_name'])
    .executeTakeFirst()

type AddedVoteFile = {
  id: string
  vote_id: string
  building_id: string
  file_name: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this file was added before, by somebody else. */
export async function addVoteFile(tx: Tx, file: AddedVoteFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('vote_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteVoteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vote_files').where('id', '=', id).execute()
}
