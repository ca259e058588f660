import { z } from 'zod'
import { budgetTotal, budgetYear, SetBudget, setBudget, yearOf } from '../../../domain/budget/budget.ts'
import { SpendQuery, spendSpan } from '../../../domain/budget/spend-query.ts'
import { today } from '../../../domain/calendar.ts'
import { id } from '../../../domain/text.ts'
import { record } from '../../db/record.ts'
import { openTo, router } from '../../rpc/procedure.ts'
import { addBudget, budgetVersions, categories } from './db.ts'
import { countLines, spendLines } from './lines.db.ts'
import { spendSource } from './source.db.ts'
import { budgetedBuilding, spendFigures } from './spend.db.ts'

const PAGE_SIZE = 25

export const budgetRouter = router({
  /** A year's spend by month and category, its budget with the versions before, and what a budget can be split by. Product 3.4 */
  year: openTo('resident')
    .input(z.strictObject({ year: budgetYear }))
    .query(async ({ ctx: { tx, viewer, now, config }, input: { year } }) => {
      const { building_id } = viewer
      const day = today(now(), config.timeZone)
      const span = { building_id, from: `${year}-01-01`, until: `${year + 1}-01-01`, today: day }
      const [figures, versions, names, { units, first }] = await Promise.all([
        spendFigures(tx, span),
        budgetVersions(tx, { building_id, year }).execute(),
        categories(tx),
        budgetedBuilding(tx, building_id),
      ])
      return {
        year,
        today: day,
        first_year: yearOf(first ?? day),
        figures,
        versions,
        categories: names,
        units,
      }
    }),

  /** A page of what a figure is made of, with the number of its lines and their sum in cents. Product 3.5 */
  lines: openTo('resident')
    .input(SpendQuery)
    .query(async ({ ctx: { tx, viewer, now, config }, input: { page, category, to_come, ...time } }) => {
      const day = today(now(), config.timeZone)
      const span = { building_id: viewer.building_id, ...spendSpan(time), today: day }
      const filter = { category, to_come }
      const [sums, lines] = await Promise.all([
        countLines(tx, span, filter),
        spendLines(tx, span, filter, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
      ])
      return { today: day, page_size: PAGE_SIZE, ...sums, lines }
    }),

  /** What a visit or a one-time price stands on. Product 3.5 */
  source: openTo('resident')
    .input(z.strictObject({ kind: z.enum(['visit', 'start']), id }))
    .query(({ ctx: { tx }, input }) => spendSource(tx, input)),

  /** Sets a year's budget, as a version of its own. One that is sent again is there once. Product 3.4 */
  set: openTo({ resident: 'manage_budget' })
    .input(SetBudget)
    .mutation(async ({ ctx: { tx, viewer, now, config }, input: { year, version: shown, lines } }) => {
      const { building_id } = viewer
      const [[last], names] = await Promise.all([
        budgetVersions(tx, { building_id, year }).limit(1).execute(),
        categories(tx),
      ])
      const current = { version: last?.version ?? 0, lines: last?.lines ?? [], categories: names }
      const version = setBudget({ year, version: shown, lines }, current, today(now(), config.timeZone))
      if (version === null) return
      const set = { building_id, year, version, set_by: viewer.id, set_at: now() }
      const { id: subject } = await addBudget(tx, set, lines)
      const data = { year, version, total: budgetTotal(lines) }
      await record(tx, { kind: 'budget_set', actor: viewer.id, building_id, subject, data })
    }),
})
