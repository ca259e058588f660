import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { type NewEvent, record } from '../../db/record.ts'
import type { Portal } from '../../rpc/context.ts'
import { acceptUnanswered, markMissed, type Told } from './claims.db.ts'

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
  await takeUp(async (tx) => {
    const visits = await markMissed(tx, step)
    return visits.map((visit) => ({ kind: 'visit_missed', ...eventOf(visit) }) as const)
  })
  await takeUp(async (tx) => {
    const visits = await acceptUnanswered(tx, step)
    return visits.map((visit) => ({ kind: 'claim_counted', ...eventOf(visit) }) as const)
  })

  async function takeUp(change: (tx: Tx) => Promise<NewEvent[]>): Promise<void> {
    let found: number
    do {
      found = await asSystem(db, async (tx) => {
        const events = await change(tx)
        await record(tx, ...events)
        return events.length
      })
    } while (found > 0 && !stop?.aborted)
  }
}

const eventOf = <V extends Told>({ id: subject, building_id, vendor_id, ...data }: V) =>
  ({ actor: null, building_id, vendor_id, subject, data }) as const
