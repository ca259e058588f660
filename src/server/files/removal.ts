import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../database/pool.ts'

/** One backup, or any number of removals at once. */
const REMOVAL = 0x5700e
const LOCK_TIMEOUT = '55P03'

/**
 * False while a backup runs. Taken before it is read which files are unkept: a backup then begins only after that, and
 * so its rows name none of those either.
 */
export async function mayRemoveFiles(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(${REMOVAL}) as may`.execute(tx)
  return rows[0]?.may === true
}

/**
 * From now on no file is removed, until `allowRemoval` or the end of this connection. A lock of the session, because it
 * must be there before the transaction looks at its first row. False when another backup has it.
 */
export async function forbidRemoval(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query(`set lock_timeout = '10s'`)
    await client.query('select pg_advisory_lock($1)', [REMOVAL])
    await client.query('reset lock_timeout')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT) return false
    throw error
  }
}

/** Fails when the lock was lost meanwhile, as with a connection that broke. */
export async function allowRemoval(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_advisory_unlock($1) as held', [REMOVAL])
  if (!rows[0]?.held) throw new Error('Files may have been removed during the backup.')
}
