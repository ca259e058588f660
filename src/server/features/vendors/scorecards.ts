import { today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { countScorecards, vendorsAfter } from './scorecard.db.ts'

/** Vendors in one transaction: those of a large city take longer than a statement may. */
const STEP = 20
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Counts the scorecards of all vendors anew. The same on any number of servers, and however often; a step that fails keeps no other
 * from being counted. Product 2.7
 */
export async function refreshScorecards(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const { timeZone } = config
  const day = today(now(), timeZone)
  const failures: unknown[] = []
  let after: string | undefined = BEFORE_ALL
  while (after && !stop?.aborted) {
    const from: string = after
    const vendors = await asSystem(db, (tx) => vendorsAfter(tx, from, STEP))
    after = vendors.at(-1)
    if (vendors.length === 0) break
    await asSystem(db, (tx) => countScorecards(tx, { day, timeZone, vendors })).catch((error) =>
      failures.push(error),
    )
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some scorecards could not be counted')
}
