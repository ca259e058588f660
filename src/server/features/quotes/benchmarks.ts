import { startOfMonth, today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { countBenchmarks } from './benchmark.db.ts'

/** Counts the benchmarks of this month, once, on any number of servers. Product 2.8 */
export async function refreshBenchmarks({
  db,
  now,
  config,
}: Pick<Portal, 'db' | 'now' | 'config'>): Promise<void> {
  const { timeZone } = config
  await asSystem(db, (tx) => countBenchmarks(tx, { month: startOfMonth(today(now(), timeZone)), timeZone }))
}
