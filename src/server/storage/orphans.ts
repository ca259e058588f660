import { sql } from 'kysely'
import { attachments } from '../app.ts'
import { asSystem } from '../db/as-viewer.ts'
import { toDomainError } from '../db/errors.ts'
import type { Tx } from '../db/pool.ts'
import type { Portal } from '../rpc/context.ts'
import type { Attachment } from './attachment.ts'
import { mayDeleteFiles } from './deletion-lock.ts'

const HOUR = 60 * 60 * 1000
const BATCH = 500

/** Deletes files that no row names, as a portal that died during an upload leaves them. Returns their number. */
export async function removeOrphans(portal: Portal): Promise<number> {
  let removed = 0
  let batch: string[] = []
  // A new file has no row yet. No upload takes an hour.
  for await (const key of portal.files.olderThan(new Date(portal.now().getTime() - HOUR))) {
    if (!attachments.some(({ isKey }) => isKey(key))) continue
    batch.push(key)
    if (batch.length < BATCH) continue
    removed += await deleteUnnamed(portal, batch)
    batch = []
  }
  removed += await deleteUnnamed(portal, batch)
  await forgetKeys(portal)
  return removed
}

/** A key holds its time, so no server claims one of yesterday again. */
async function forgetKeys({ db }: Portal): Promise<void> {
  await asSystem(db, (tx) =>
    tx.deleteFrom('file_keys').where('claimed_at', '<', sql<Date>`now() - interval '1 day'`).execute(),
  )
}

/**
 * Deletes a file that no row names any more, after this error if any. Skipped while the database is busy: nobody knows
 * what it names, and the person shouldn't wait for it twice. What is left behind, the hourly job deletes.
 */
export async function deleteOrphan(portal: Portal, key: string, error?: unknown): Promise<void> {
  if (toDomainError(error)?.code === 'busy') return
  await deleteUnnamed(portal, [key]).catch((failure) =>
    portal.log.warn(
      { err: failure, key },
      'a file without a row could not be deleted; the hourly job retries',
    ),
  )
}

/** Deletes none while a backup runs: it copies an earlier state of the rows, which may name them. */
async function deleteUnnamed(portal: Portal, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const named = await asSystem(
    portal.db,
    async (tx) => (await mayDeleteFiles(tx)) && namedKeys(tx, attachments, keys),
  )
  if (!named) return 0
  const orphans = keys.filter((key) => !named.has(key))
  for (const key of orphans) await portal.files.remove(key)
  return orphans.length
}

/** Those of these keys that a row of these kinds names. */
export async function namedKeys(tx: Tx, kinds: readonly Attachment[], keys: string[]): Promise<Set<string>> {
  const named = new Set<string>()
  for (const { keptIn } of kinds) {
    const { table, column, prefix = '' } = keptIn
    const values = keys.map((key) => prefix + key)
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(values)})`.execute(tx)
    for (const { value } of rows) named.add(value.slice(prefix.length))
  }
  return named
}
