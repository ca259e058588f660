import { sql } from 'kysely'
import { UNSENT_FILE_DAYS } from '../../../domain/messages/message.ts'
import type { Side } from '../../../domain/visits/change.ts'
import type { Tx } from '../../db/pool.ts'
import type { ThreadRow } from './db.ts'

/** A file that the viewer sees; undefined for somebody else's. */
export const findMessageFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('message_files')
    .where('id', '=', id)
    .select(['service_quote_id', 'message_id', 'file_path', 'file_name'])
    .executeTakeFirst()

/** Removes the oldest of a person's files in a thread that no message names, so that so many are left at most. */
export async function keepUnsent(
  tx: Tx,
  { quote, person, most }: { quote: string; person: string; most: number },
): Promise<void> {
  await tx
    .deleteFrom('message_files')
    .where(
      'id',
      'in',
      tx
        .selectFrom('message_files')
        .where('service_quote_id', '=', quote)
        .where('added_by', '=', person)
        .where('message_id', 'is', null)
        .orderBy('added_at', 'desc')
        .orderBy('id')
        .offset(most)
        .select('id'),
    )
    .execute()
}

type AddedMessageFile = {
  id: string
  side: Side
  file_name: string
  file_path: string
  file_size: number
  added_by: string
  added_at: Date
}

/** False if this file was added before, by somebody else. */
export async function addMessageFile(tx: Tx, thread: ThreadRow, file: AddedMessageFile): Promise<boolean> {
  const { id: service_quote_id, building_service_id, building_id, vendor_id } = thread
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_files')
    .values({ ...file, service_quote_id, building_service_id, building_id, vendor_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteMessageFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('message_files').where('id', '=', id).where('message_id', 'is', null).execute()
}

/** Removes files that were sent days ago and that no message names. The hourly job deletes what no row names any more. */
export async function deleteUnsent(tx: Tx, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('message_files')
    .where(
      'id',
      'in',
      tx
        .selectFrom('message_files')
        .where('message_id', 'is', null)
        .where('added_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${UNSENT_FILE_DAYS})`)
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
