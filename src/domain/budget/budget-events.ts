import { z } from 'zod'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

/** The events of budgets. Product 3.4 */
export const BUDGET_EVENTS = {
  budget_set: kind({
    payload: z.object({ year: z.int(), version: z.int(), total: z.int() }),
    concerns: ['building'],
    refreshes: ['budget'],
    sentence: ({ actor, data }) => `${actor} set the budget of ${data.year} to ${formatMoney(data.total)}.`,
  }),
  budget_reached: kind({
    payload: z.object({
      year: z.int(),
      /** Null: the whole budget. */
      category: z.string().nullable(),
      percent: z.union([z.literal(80), z.literal(100)]),
      budgeted: z.int(),
      spent: z.int(),
    }),
    concerns: ['building'],
    refreshes: ['budget'],
    sentence: ({ data: { year, category, percent, budgeted, spent } }) =>
      `Of the budget of ${year}, ${formatMoney(spent)} of ${formatMoney(budgeted)} ${category === null ? '' : `for ${category} `}are spent: ${percent} % or more.`,
  }),
}
