import type { FeatureCases } from '../feature-cases.ts'
import { all, neighbor, withPower } from '../row-rules.ts'
import { finished } from './invoices.ts'

const LINES = [{ category: 'Landscaping', amount: 9_000_00 }]

export const budget = {
  // Services that nobody else asks for, in the category 'Other'.
  prepare: async (world) => ({ visit: await finished(world, 'Holiday Lights') }),
  procedures: {
    year: { audiences: ['resident'], by: 'ned', input: () => ({ year: 2026 }) },
    lines: {
      audiences: ['resident'],
      by: 'ned',
      input: () => ({ year: 2026, month: null, category: 'Other', to_come: false, page: 1 }),
    },
    source: {
      audiences: ['resident'],
      by: 'ned',
      input: (_, { visit }) => ({ kind: 'visit', id: visit }),
      strangers: { id: ['otto'] },
    },
    set: {
      audiences: [{ resident: 'manage_budget' }],
      by: 'maya',
      input: () => ({ year: 2026, version: 0, lines: LINES }),
    },
  },
  async grow(world) {
    await world.as('maya').budget.set({ year: 2026, version: 0, lines: LINES })
    await finished(world, 'Moving Day Help')
  },
  // A budget of each building, of which 80 % were told.
  seed: (_, db) =>
    db.query(`
      with made as (insert into budgets (building_id, year, version, set_by, set_at)
        select id, 2026, 1, captain_id, now() from buildings where captain_id is not null returning *),
      lines as (insert into budget_lines (budget_id, building_id, category, amount) select id, building_id, 'Cleaning', 100000 from made),
      told as (insert into budget_alerts (building_id, year, category, percent, budgeted, spent, at)
        select building_id, 2026, 'Cleaning', 80, 100000, 90000, now() from made)
      insert into events (kind, actor, building_id, subject, data)
      select 'budget_set', set_by, building_id, id, '{"year": 2026, "version": 1, "total": 100000}' from made`),
  tables: { budgets: neighbor, budget_lines: neighbor, budget_alerts: neighbor },
  writes: {
    budgets: { insert: all(withPower('manage_budget'), ({ set_by }, { id }) => set_by === id) },
    budget_lines: { insert: withPower('manage_budget') },
  },
  refusedUpdates: [
    ['a budget', 'update budgets set year = 2027 returning id'],
    ['a line of a budget', 'update budget_lines set amount = 1 returning budget_id as id'],
  ],
  exports: {
    '/api/budget/statement.csv': { audiences: ['resident'], by: 'ned', strangers: ['otto'] },
    '/api/budget/statement.pdf': {
      audiences: ['resident'],
      by: 'ned',
      strangers: ['otto'],
      shows: 'Snow and Ice',
    },
  },
  events: {
    budget_set: { data: { year: 2026, version: 1, total: 9_000_00 } },
    budget_reached: {
      data: { year: 2026, category: 'Landscaping', percent: 80, budgeted: 9_000_00, spent: 7_500_00 },
      mailedTo: ['maya'],
    },
  },
  breaches: [
    [`a year's budgets are counted, and each has lines`, 'update budgets set version = version + 1'],
    [`a year's budgets are counted, and each has lines`, 'delete from budget_lines'],
    ['each budget has its event', `delete from events where kind = 'budget_set'`],
    ['what was told of a budget was budgeted', 'update budget_alerts set budgeted = budgeted - 1'],
    ['the lines of a sent invoice share its tax', 'update invoice_lines set tax = tax + 1'],
    ['the lines of a sent invoice share its tax', 'update invoice_lines set tax = null'],
  ],
} satisfies FeatureCases<'budget', Record<'visit', string>>
