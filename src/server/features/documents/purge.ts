import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { deleteDocuments, lockExpired } from './bin.db.ts'

/** Documents in one transaction, so that a failure loses only its own step. */
const STEP = 500

/**
 * Deletes the documents whose time in the bin is over. Idempotent, on any number of servers. The hourly job deletes their
 * files, which no row names any more.
 */
export async function purgeExpired({ db }: Pick<Portal, 'db'>, stop?: AbortSignal): Promise<void> {
  let found: number
  do {
    found = await asSystem(db, async (tx) => {
      const expired = await lockExpired(tx, STEP)
      await purge(tx, null, expired)
      return expired.length
    })
  } while (found > 0 && !stop?.aborted)
}

type Purged = { id: string; building_id: string; file_name: string }

/** Deletes documents for good, by this person or by the portal. */
export async function purge(tx: Tx, actor: string | null, documents: Purged[]): Promise<void> {
  if (documents.length === 0) return
  await deleteDocuments(tx, documents)
  const events = documents.map(
    ({ id, building_id, file_name }) =>
      ({ kind: 'document_purged', actor, building_id, subject: id, data: { file_name } }) as const,
  )
  await record(tx, ...events)
}
