import { formatMoney } from '../money.ts'
import type { BudgetRow } from './budget.ts'

// What the screen, the CSV and the PDF say of a budget.

/** How an amount of a budget stands: '62 % spent', '$120.00 over', 'Forecast $40.00 over', 'No budget'. Cents. */
export function budgetStanding({ budget, spent, forecast }: BudgetRow): string {
  if (budget === 0) return 'No budget'
  if (spent > budget) return `${formatMoney(spent - budget)} over`
  if (forecast > budget) return `Forecast ${formatMoney(forecast - budget)} over`
  return `${Math.floor((spent * 100) / budget)} % spent`
}
