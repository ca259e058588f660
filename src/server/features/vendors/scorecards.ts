import { today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { countScorecards } from './scorecard.db.ts'

/** Counts the scorecards of all vendors anew. The same on any number of servers, and however often. Product 2.7 */
export async function refreshScorecards({
  db,
  now,
  config,
}: Pick<Portal, 'db' | 'now' | 'config'>): Promise<void> {
  const { timeZone } = config
  await asSystem(db, (tx) => countScorecards(tx, { day: today(now(), timeZone), timeZone }))
}
