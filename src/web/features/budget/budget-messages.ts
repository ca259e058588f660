import { formatMoney } from '../../../domain/money.ts'

/** What the screens of budgets say. */
export const BUDGET_MESSAGES = {
  saved: (year: number, total: number) => `The budget of ${year} is ${formatMoney(total)} now.`,
  saveFailed: (reason: string) => `The budget could not be saved. ${reason}`,
  replace: 'What you have typed is replaced. Versions that were saved stay.',
  nothing: (what: string) => `There is nothing ${what} to start from.`,
  /** Of a category that was renamed or removed. */
  gone: 'No longer in the catalog',
  startFailed: (reason: string) => `Last year could not be loaded. ${reason}`,
} as const
