import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Alert, BudgetLine } from '../../../domain/budget/budget.ts'
import { FEE_CATEGORY, OTHER_CATEGORY } from '../../../domain/budget/spend-line.ts'
import type { Tx } from '../../db/pool.ts'

type OfYear = { building_id: string; year: number }

/** The versions of a year's budget, the last one first: when each was set, who set it, and its categories by name. */
export const budgetVersions = (tx: Tx, { building_id, year }: OfYear) =>
  tx
    .selectFrom('budgets as b')
    .leftJoin('profiles as p', 'p.id', 'b.set_by')
    .where('b.building_id', '=', building_id)
    .where('b.year', '=', year)
    .orderBy('b.version', 'desc')
    .select(['b.id', 'b.version', 'b.set_at', 'p.full_name as set_by'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('budget_lines as l')
          .whereRef('l.budget_id', '=', 'b.id')
          .orderBy('l.category')
          .select(['l.category', 'l.amount']),
      ).as('lines'),
    )

/** What a budget can be split by: the catalog's categories, those of extras and fees. */
export async function categories(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('service_types').select('category').distinct().execute()
  return [...new Set([...rows.map(({ category }) => category), FEE_CATEGORY, OTHER_CATEGORY])].sort()
}

type Version = OfYear & { version: number; set_by: string; set_at: Date }

export async function addBudget(tx: Tx, version: Version, lines: readonly BudgetLine[]) {
  const budget = await tx.insertInto('budgets').values(version).returning('id').executeTakeFirstOrThrow()
  const { building_id } = version
  await tx
    .insertInto('budget_lines')
    .values(lines.map(({ category, amount }) => ({ budget_id: budget.id, building_id, category, amount })))
    .execute()
  return budget
}

/** The buildings with a budget of this year. */
export const budgetedBuildings = (tx: Tx, year: number) =>
  tx
    .selectFrom('budgets')
    .where('year', '=', year)
    .where('version', '=', 1)
    .orderBy('building_id')
    .select('building_id')
    .execute()

/** Keeps that these were reached. Returns those that were not told before. */
export async function addAlerts(
  tx: Tx,
  { building_id, year }: OfYear,
  alerts: readonly Alert[],
  at: Date,
): Promise<Alert[]> {
  if (alerts.length === 0) return []
  const { rows } = await sql<Alert>`
    insert into budget_alerts (building_id, year, category, percent, budgeted, spent, at)
    select ${building_id}, ${year}, category, percent, budgeted, spent, ${at}
    from jsonb_to_recordset(${JSON.stringify(alerts)}::jsonb) as a (category text, percent smallint, budgeted bigint, spent bigint)
    on conflict on constraint told_once do nothing
    returning category, percent, budgeted, spent`.execute(tx)
  return rows
}
