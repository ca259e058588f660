import { sql } from 'kysely'
import type { Tx } from './pool.ts'

const OFFERS = 0x0ffe45

/**
 * Held to the end of the transaction. Requests and acceptances wait while a vendor changes its offer or an admin what it may
 * do, and the other way round, but not for each other. Without it, a new vendor might never be asked, or be asked for a
 * service that is taken, and a building might not be told that its new visits are at risk.
 */
export async function lockOffers(tx: Tx, by: 'request' | 'vendor'): Promise<void> {
  const lock = by === 'vendor' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(${sql.lit(OFFERS)})`.execute(tx)
}
