import type { Tx } from '../../db/pool.ts'

/** The files of an announcement that the viewer may see, the first one first. */
export async function announcementFiles(tx: Tx, announcement_id: string) {
  const files = await tx
    .selectFrom('announcement_files')
    .where('announcement_id', '=', announcement_id)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', 'file_name', 'file_size', 'file_path'])
    .execute()
  return files.map(({ file_path, ...file }) => ({ ...file, url: `/${file_path}` }))
}

/** A file that the viewer sees; undefined for somebody else's. */
export const findAnnouncementFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('announcement_files')
    .where('id', '=', id)
    .select(['announcement_id', 'file_path', 'file_name'])
    .executeTakeFirst()

type AddedAnnouncementFile = {
  id: string
  announcement_id: string
  building_id: string
  file_name: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this file was added before, by somebody else. */
export async function addAnnouncementFile(tx: Tx, file: AddedAnnouncementFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('announcement_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteAnnouncementFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('announcement_files').where('id', '=', id).execute()
}
