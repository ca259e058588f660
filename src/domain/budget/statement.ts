import type { CalendarDate } from '../calendar.ts'
import { formatMonth } from '../calendar.ts'
import { type BudgetLine, type BudgetRow, budgetSheet, type SpendAmounts } from './budget.ts'

/** Which time a statement is of: a month (its 1st), or a whole year without one. */
export type StatementTime = { year: number; month: CalendarDate | null }

/** What a statement adds up, in cents: of a month its categories, of a year its months, too. */
export type StatementSums = {
  title: string
  categories: ({ name: string } & BudgetRow)[]
  /** Empty in a month's. */
  months: ({ name: string } & BudgetRow)[]
  total: BudgetRow
}

/**
 * The sums of a month's or a year's statement. Of each category and of the whole, twelve months add up to the year. Categories without
 * anything in that time are left out. Product 3.5
 */
export function statementOf(
  { year, month }: StatementTime,
  lines: readonly BudgetLine[],
  figures: readonly SpendAmounts[],
): StatementSums {
  const sheet = budgetSheet(year, lines, figures)
  if (month === null)
    return {
      title: `Statement of ${year}`,
      categories: sheet.categories.map(({ category: name, ...row }) => ({ name, ...row })),
      months: sheet.months.map(({ month, ...row }) => ({ name: formatMonth(month), ...row })),
      total: sheet.total,
    }
  const at = sheet.months.findIndex((row) => row.month === month)
  const { month: _, ...total } = sheet.months[at] ?? { month, ...NOTHING }
  return {
    title: `Statement of ${formatMonth(month)}`,
    categories: sheet.categories.flatMap(({ category: name, months }) => {
      const row = months[at] ?? NOTHING
      return row.budget === 0 && row.forecast === 0 ? [] : [{ name, ...row }]
    }),
    months: [],
    total,
  }
}

const NOTHING: BudgetRow = { budget: 0, spent: 0, to_come: 0, forecast: 0 }
