import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { acceptUnanswered, markMissed } from './claims.db.ts'

/** Visits in one transaction, so that a failure loses only its own step. */
const STEP = 200

/**
 * Marks visits missed that nobody came to, and lets claims count that nobody answered. Idempotent, on any number of servers:
 * each takes visits that no other one holds, and a visit changes once. Product 1.5
 */
export async function settleMissed(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const step = { now: now(), timeZone: config.timeZone, limit: STEP }
  for (const { kind, take } of [
    { kind: 'visit_missed', take: markMissed },
    { kind: 'claim_counted', take: acceptUnanswered },
  ] as const) {
    let found: number
    do {
      found = await asSystem(db, async (tx) => {
        const visits = await take(tx, step)
        const events = visits.map(({ id: subject, building_id, vendor_id, ...data }) => ({
          kind,
          actor: null,
          building_id,
          vendor_id,
          subject,
          data,
        }))
        await record(tx, ...events)
        return visits.length
      })
    } while (found > 0 && !stop?.aborted)
  }
}
