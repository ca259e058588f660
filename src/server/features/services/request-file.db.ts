import { sql } from 'kysely'
import type { RequestRound } from '../../../domain/services/round.ts'
import type { Tx } from '../../db/pool.ts'
import { requireRound } from '../quotes/requests.db.ts'

/** The files of a round, the first one first. Throws DomainError 'not_found' for a round that the viewer does not see. */
export async function filesOfRound(tx: Tx, { building_service_id, round }: RequestRound) {
  await requireRound(tx, { building_service_id, round })
  return tx
    .selectFrom('request_files')
    .where('building_service_id', '=', building_service_id)
    .where('round', '=', round)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', 'file_name', 'file_size', sql<string>`'/' || file_path`.as('url')])
    .execute()
}

/** A file that the viewer sees; undefined for somebody else's. */
export const findRequestFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('request_files')
    .where('id', '=', id)
    .select(['building_service_id', 'round', 'file_path', 'file_name'])
    .executeTakeFirst()

export async function countRequestFiles(
  tx: Tx,
  { id, round }: { id: string; round: number },
): Promise<number> {
  const { count } = await tx
    .selectFrom('request_files')
    .where('building_service_id', '=', id)
    .where('round', '=', round)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type AddedFile = RequestRound & {
  id: string
  building_id: string
  file_name: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this file was added before, by somebody else. */
export async function addRequestFile(tx: Tx, file: AddedFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('request_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteRequestFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('request_files').where('id', '=', id).execute()
}
