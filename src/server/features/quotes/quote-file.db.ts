import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

/** Throws DomainError 'not_found' for a quote that the viewer does not see. */
export async function requireQuote(tx: Tx, id: string): Promise<void> {
  const seen = await tx.selectFrom('service_quotes').where('id', '=', id).select('id').executeTakeFirst()
  if (!seen) throw new DomainError('not_found')
}

/** The files of a quote that the viewer sees, the first one first. */
export const filesOfQuote = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('quote_files')
    .where('service_quote_id', '=', quoteId)
    .orderBy('added_at')
    .orderBy('id')
    .select(['id', 'file_name', 'file_size', sql<string>`'/' || file_path`.as('url')])
    .execute()

/** A file that the viewer sees; undefined for somebody else's. */
export const findQuoteFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('quote_files')
    .where('id', '=', id)
    .select(['service_quote_id', 'file_path', 'file_name'])
    .executeTakeFirst()

type AddedQuoteFile = {
  id: string
  service_quote_id: string
  building_id: string
  vendor_id: string
  file_name: string
  file_path: string
  file_size: number
  added_by: string
}

/** False if this file was added before, by somebody else. */
export async function addQuoteFile(tx: Tx, file: AddedQuoteFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('quote_files')
    .values(file)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteQuoteFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('quote_files').where('id', '=', id).execute()
}

/** The building has not opened the quote as it is now. */
export async function markUnopened(tx: Tx, quoteId: string): Promise<void> {
  await tx
    .updateTable('service_quotes')
    .set({ opened_at: null, updated_at: sql`now()` })
    .where('id', '=', quoteId)
    .execute()
}
