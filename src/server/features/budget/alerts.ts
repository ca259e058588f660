import { reachedAlerts, yearOf } from '../../../domain/budget/budget.ts'
import { today } from '../../../domain/calendar.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { addAlerts, budgetedBuildings, budgetVersions } from './db.ts'
import { spendFigures } from './spend.db.ts'

/**
 * Tells buildings that 80 or 100 % of what this year's budget has for a category, or of the whole, are spent: each once for each amount,
 * however many servers run it. Each building in a transaction of its own, so that one that fails keeps no other untold. Product 3.4
 */
export async function tellOverspending(
  { db, now, config }: Pick<Portal, 'db' | 'now' | 'config'>,
  stop?: AbortSignal,
): Promise<void> {
  const day = today(now(), config.timeZone)
  const buildings = await asSystem(db, (tx) => budgetedBuildings(tx, yearOf(day)))
  await eachOnItsOwn(
    buildings,
    ({ building_id }) => asSystem(db, (tx) => tell(tx, building_id, day, now())),
    {
      stop,
      failed: (count) => `what ${count} buildings have spent of their budgets could not be told`,
    },
  )
}

async function tell(tx: Tx, building_id: string, day: string, at: Date): Promise<void> {
  const year = yearOf(day)
  const [budget] = await budgetVersions(tx, { building_id, year }).limit(1).execute()
  if (!budget) return
  const span = { building_id, from: `${year}-01-01`, until: `${year + 1}-01-01`, today: day }
  const spent = new Map<string, number>()
  for (const { category, spent: cents } of await spendFigures(tx, span))
    spent.set(category, (spent.get(category) ?? 0) + cents)
  const told = await addAlerts(tx, { building_id, year }, reachedAlerts(budget.lines, spent), at)
  // Of 80 and 100 % of one amount on one day, the higher says both.
  const highest = told.filter(
    ({ category, percent }) => !told.some((other) => other.category === category && other.percent > percent),
  )
  for (const alert of highest)
    await record(tx, {
      ...{ kind: 'budget_reached', actor: null, building_id, subject: budget.id },
      data: { year, ...alert },
    } as const)
}
