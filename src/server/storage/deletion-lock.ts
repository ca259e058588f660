import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/pool.ts'

/** Advisory lock: shared by deletions, exclusive for a backup. */
const DELETION = 0x5700e
const LOCK_TIMEOUT = '55P03'

/**
 * False while a backup runs. Take it before reading which files are orphans: a backup that starts later then names none
 * of them either.
 */
export async function mayDeleteFiles(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(${DELETION}) as may`.execute(tx)
  return rows[0]?.may === true
}

/**
 * Blocks deletions until `allowDeletion` or the end of this connection. A session lock, because it must be held before
 * the backup's transaction reads its first row. False if another backup holds it.
 */
export async function forbidDeletion(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = '10s'`)
    await client.query('select pg_advisory_lock($1)', [DELETION])
    await client.query('reset lock_timeout')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT) return false
    throw error
  }
}

/** Throws if the lock was lost, for example with a broken connection. */
export async function allowDeletion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_advisory_unlock($1) as held', [DELETION])
  if (!rows[0]?.held) throw new Error('Files may have been removed during the backup.')
}
