import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BudgetRow, monthsOfYear } from './budget.ts'
import { budgetStanding } from './budget-words.ts'
import { statementOf } from './statement.ts'

// Statements: Product 3.5.

const CATEGORIES = ['Cleaning', 'Security', 'Snow and Ice']
const cents = fc.nat(5_000_000_00)
const figures = fc.array(
  fc.record({
    month: fc.constantFrom(...monthsOfYear(2026)),
    category: fc.constantFrom(...CATEGORIES),
    spent: cents,
    to_come: cents,
  }),
  { maxLength: 40 },
)
const lines = fc
  .subarray(CATEGORIES)
  .chain((names) =>
    fc.tuple(
      ...names.map((category) =>
        fc.integer({ min: 1, max: 1_000_000_000 }).map((amount) => ({ category, amount })),
      ),
    ),
  )

const KEYS = ['budget', 'spent', 'to_come', 'forecast'] as const
const sumOf = (rows: readonly BudgetRow[]) => KEYS.map((key) => rows.reduce((sum, row) => sum + row[key], 0))

test('twelve months’ statements add up to the year’s, of each category and of the whole, to the cent', () => {
  fc.assert(
    fc.property(lines, figures, (budget, spent) => {
      const year = statementOf({ year: 2026, month: null }, budget, spent)
      const months = monthsOfYear(2026).map((month) => statementOf({ year: 2026, month }, budget, spent))
      expect(sumOf(months.map(({ total }) => total))).toEqual(sumOf([year.total]))
      expect(sumOf(year.months)).toEqual(sumOf([year.total]))
      for (const category of CATEGORIES) {
        const own = months.flatMap(({ categories }) => categories.filter(({ name }) => name === category))
        expect(sumOf(own)).toEqual(sumOf(year.categories.filter(({ name }) => name === category)))
      }
      for (const each of [year, ...months]) {
        expect(sumOf(each.categories)).toEqual(sumOf([each.total]))
        expect(each.total.spent + each.total.to_come).toBe(each.total.forecast)
      }
    }),
  )
})

test('a month leaves out what has nothing in it', () => {
  const spent = [{ month: '2026-02-01', category: 'Security', spent: 5_00, to_come: 0 }]
  const names = (month: string | null) =>
    statementOf({ year: 2026, month }, [], spent).categories.map(({ name }) => name)
  expect([names('2026-01-01'), names('2026-02-01'), names(null)]).toEqual([[], ['Security'], ['Security']])
  expect(statementOf({ year: 2026, month: '2026-02-01' }, [], spent).title).toBe('Statement of February 2026')
})

test('an amount says how it stands', () => {
  const row = (budget: number, spent: number, to_come = 0) => ({
    budget,
    spent,
    to_come,
    forecast: spent + to_come,
  })
  expect(
    [row(0, 5), row(100_00, 79_99), row(100_00, 100_01), row(100_00, 60_00, 60_00), row(100_00, 100_00)].map(
      budgetStanding,
    ),
  ).toEqual(['No budget', '79 % spent', '$0.01 over', 'Forecast $20.00 over', '100 % spent'])
})
