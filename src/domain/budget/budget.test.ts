import { expect, test } from 'vitest'
import { budgetCategories, budgetSheet, isBudgetOpen, reachedAlerts, SetBudget, setBudget } from './budget.ts'

// Budgets: Product 3.4.

const TODAY = '2026-11-20'
const LINES = [{ category: 'Cleaning', amount: 1200_00 }]
const none = { version: 0, lines: [], categories: ['Cleaning', 'Security'] }
const shown = { year: 2026, version: 0, lines: LINES }

test('each change of a budget is the next version', () => {
  expect(setBudget(shown, none, TODAY)).toBe(1)
  const one = { ...none, version: 1, lines: LINES }
  expect(setBudget({ ...shown, version: 1, lines: [{ category: 'Cleaning', amount: 1 }] }, one, TODAY)).toBe(
    2,
  )
})

test('one that is sent again is there once, another one is refused', () => {
  const one = { ...none, version: 1, lines: LINES }
  expect(setBudget(shown, one, TODAY)).toBeNull()
  expect(() => setBudget({ ...shown, lines: [{ category: 'Cleaning', amount: 1 }] }, one, TODAY)).toThrow(
    'the budget was changed meanwhile',
  )
  expect(() => setBudget({ ...shown, version: 2 }, one, TODAY)).toThrow('changed meanwhile')
})

test('a budget is of this year or the next, and of each category of the catalog once', () => {
  expect([2025, 2026, 2027, 2028].filter((year) => isBudgetOpen(year, TODAY))).toEqual([2026, 2027])
  expect(() => setBudget({ ...shown, year: 2025 }, none, TODAY)).toThrow('for this year or the next')
  expect(() => setBudget({ ...shown, lines: [...LINES, ...LINES] }, none, TODAY)).toThrow('once')
  const strange = [{ category: 'Parties', amount: 1 }]
  expect(() => setBudget({ ...shown, lines: strange }, none, TODAY)).toThrow('categories of the catalog')
  expect(SetBudget.safeParse({ year: 2026, version: 0, lines: [] }).error?.issues[0]?.message).toBe(
    'Enter at least one amount',
  )
  const dear = { year: 2026, version: 0, lines: [{ category: 'Cleaning', amount: 1_000_000_001 }] }
  expect(SetBudget.safeParse(dear).error?.issues[0]?.message).toBe('An amount can be at most $10,000,000.00')
})

test('a line whose category the catalog no longer has stays, and can be changed', () => {
  const one = { version: 1, lines: LINES, categories: ['Security'] }
  expect(budgetCategories(one.categories, one.lines)).toEqual(['Cleaning', 'Security'])
  const next = [...LINES, { category: 'Security', amount: 1 }]
  expect(setBudget({ ...shown, version: 1, lines: next }, one, TODAY)).toBe(2)
  // Once it is dropped, it can't come back.
  const two = { ...one, version: 2, lines: [{ category: 'Security', amount: 1 }] }
  expect(() => setBudget({ ...shown, version: 2 }, two, TODAY)).toThrow('categories of the catalog')
})

test('80 and 100 % are reached to the cent, by each category and by the whole', () => {
  const lines = [
    { category: 'Cleaning', amount: 100_00 },
    { category: 'Snow and Ice', amount: 300_00 },
  ]
  const reached = (spent: Record<string, number>) =>
    reachedAlerts(lines, new Map(Object.entries(spent))).map(({ category, percent }) => [category, percent])
  expect(reached({ Cleaning: 79_99 })).toEqual([])
  expect(reached({ Cleaning: 80_00 })).toEqual([['Cleaning', 80]])
  expect(reached({ Cleaning: 100_00 })).toEqual([
    ['Cleaning', 80],
    ['Cleaning', 100],
  ])
  expect(reached({ Cleaning: 79_99, 'Snow and Ice': 240_01 })).toEqual([
    ['Snow and Ice', 80],
    [null, 80],
  ])
  // What nobody budgeted counts for the whole.
  expect(reached({ Security: 400_00 })).toEqual([
    [null, 80],
    [null, 100],
  ])
})

test('a year’s sheet adds up by month and by category', () => {
  const figures = [
    { month: '2026-01-01', category: 'Cleaning', spent: 90_00, to_come: 0 },
    { month: '2026-12-01', category: 'Cleaning', spent: 10_00, to_come: 20_00 },
    { month: '2026-12-01', category: 'Security', spent: 0, to_come: 5_00 },
  ]
  const { months, categories, total } = budgetSheet(2026, LINES, figures)
  expect(total).toEqual({ budget: 1200_00, spent: 100_00, to_come: 25_00, forecast: 125_00 })
  expect(months[0]).toEqual({
    month: '2026-01-01',
    budget: 100_00,
    spent: 90_00,
    to_come: 0,
    forecast: 90_00,
  })
  expect(months[11]).toMatchObject({ spent: 10_00, to_come: 25_00, forecast: 35_00 })
  expect(categories.map(({ category, budget, forecast }) => [category, budget, forecast])).toEqual([
    ['Cleaning', 1200_00, 120_00],
    ['Security', 0, 5_00],
  ])
})
