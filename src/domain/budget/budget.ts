import { z } from 'zod'
import { type CalendarDate, startOfMonth } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { text, wholeNumber } from '../text.ts'
import { monthShares } from './shares.ts'

/** The highest amount of a category in a year, in cents: ten million dollars. */
export const MAX_BUDGET = 1_000_000_000

/** A calendar year of which spend is shown. */
export const budgetYear = wholeNumber('Year', 2000, 2999)

export type BudgetLine = { category: string; amount: number }

/** A year's budget on the wire; `version` is the one that was shown, 0 before the first. Product 3.4 */
export const SetBudget = z.strictObject({
  year: budgetYear,
  version: z.int().min(0).max(1_000_000),
  lines: z
    .array(
      z.strictObject({
        category: text('Category', LIMITS.category),
        amount: z
          .int()
          .min(1, 'An amount must be more than $0.00')
          .max(MAX_BUDGET, `An amount can be at most ${formatMoney(MAX_BUDGET)}`),
      }),
    )
    .min(1, 'Enter at least one amount')
    .max(LIMITS.budget_lines, `A budget can have at most ${LIMITS.budget_lines} categories`),
})

/** Whether the budget of a year can be set on the city's `today`: of this year and the next one. Product 3.4 */
export const isBudgetOpen = (year: number, today: CalendarDate) =>
  year === yearOf(today) || year === yearOf(today) + 1

/**
 * The next version of a year's budget; null if this one was set already, as before a lost response. Throws DomainError 'conflict' when it was set meanwhile, 'invalid_input' for another year than this or
 * the next, a category that is none of `categories` and not budgeted yet, or one twice. Product 3.4
 */
export function setBudget(
  shown: { year: number; version: number; lines: readonly BudgetLine[] },
  current: { version: number; lines: readonly BudgetLine[]; categories: readonly string[] },
  today: CalendarDate,
): number | null {
  if (!isBudgetOpen(shown.year, today))
    throw new DomainError('invalid_input', 'A budget is set for this year or the next', 'year')
  if (shown.version === current.version - 1 && isSame(shown.lines, current.lines)) return null
  if (shown.version !== current.version)
    throw new DomainError('conflict', 'the budget was changed meanwhile. Please look at it again')
  const names = shown.lines.map(({ category }) => category)
  if (new Set(names).size < names.length)
    throw new DomainError('invalid_input', 'A category is in a budget once')
  const known = budgetCategories(current.categories, current.lines)
  if (names.some((name) => !known.includes(name)))
    throw new DomainError('invalid_input', 'Choose categories of the catalog')
  return current.version + 1
}

function isSame(one: readonly BudgetLine[], other: readonly BudgetLine[]): boolean {
  const said = (lines: readonly BudgetLine[]) =>
    lines
      .map(({ category, amount }) => `${amount} ${category}`)
      .sort()
      .join('\n')
  return said(one) === said(other)
}

/** What a budget can be split by: the catalog's categories, and those of its lines that the catalog no longer has. Product 3.4 */
export const budgetCategories = (categories: readonly string[], lines: readonly BudgetLine[]): string[] =>
  [...new Set([...categories, ...lines.map(({ category }) => category)])].sort()

/** The sum of a budget, in cents. */
export const budgetTotal = (lines: readonly BudgetLine[]) =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** The percentages of a budgeted amount that are told. */
export const ALERTS = [80, 100] as const
export type Alert = {
  category: string | null
  percent: (typeof ALERTS)[number]
  budgeted: number
  spent: number
}

/** Which percentages of a budget are spent, of each category and of the whole (null); cents. The highest of each comes last. Product 3.4 */
export function reachedAlerts(lines: readonly BudgetLine[], spent: ReadonlyMap<string, number>): Alert[] {
  const whole = { category: null, amount: budgetTotal(lines) }
  const all = [...spent.values()].reduce((sum, cents) => sum + cents, 0)
  return [...lines, whole].flatMap(({ category, amount: budgeted }) => {
    const cents = category === null ? all : (spent.get(category) ?? 0)
    return ALERTS.filter((percent) => budgeted > 0 && cents * 100 >= budgeted * percent).map((percent) => ({
      ...{ category, percent, budgeted },
      spent: cents,
    }))
  })
}

/** Spend of a month (its 1st) and a category, in cents. */
export type SpendAmounts = { month: CalendarDate; category: string; spent: number; to_come: number }
/** A row of a budget, in cents: forecast is spent and to come together. */
export type BudgetRow = { budget: number; spent: number; to_come: number; forecast: number }
export type BudgetSheet = {
  months: ({ month: CalendarDate } & BudgetRow)[]
  categories: ({ category: string; months: BudgetRow[] } & BudgetRow)[]
  total: BudgetRow
}

/**
 * A year's budget beside what was spent and is to come, by month and by category, each to the cent. A category's budget is spread evenly over
 * the months. Categories that have neither are left out. Product 3.4
 */
export function budgetSheet(
  year: number,
  lines: readonly BudgetLine[],
  figures: readonly SpendAmounts[],
): BudgetSheet {
  const months = monthsOfYear(year)
  const names = [...new Set([...lines, ...figures].map(({ category }) => category))].sort()
  const categories = names.map((category) => {
    const shares = monthShares(lines.find((line) => line.category === category)?.amount ?? 0)
    const own = figures.filter((figure) => figure.category === category)
    const rows = months.map((month, at) => {
      const inMonth = own.filter((figure) => figure.month === month)
      return rowOf(shares[at] ?? 0, sumOf(inMonth, 'spent'), sumOf(inMonth, 'to_come'))
    })
    return { category, months: rows, ...added(rows) }
  })
  return {
    months: months.map((month, at) => ({
      month,
      ...added(categories.flatMap((row) => row.months[at] ?? [])),
    })),
    categories,
    total: added(categories),
  }
}

/** The months of a year, each as its 1st. */
export const monthsOfYear = (year: number): CalendarDate[] =>
  Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}-01`)

export const yearOf = (day: CalendarDate): number => Number(startOfMonth(day).slice(0, 4))

const rowOf = (budget: number, spent: number, to_come: number): BudgetRow => ({
  ...{ budget, spent, to_come },
  forecast: spent + to_come,
})
const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)
const added = (rows: readonly BudgetRow[]) =>
  rowOf(sumOf(rows, 'budget'), sumOf(rows, 'spent'), sumOf(rows, 'to_come'))
