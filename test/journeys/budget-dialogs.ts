import type { Page } from '@playwright/test'
import { asks, type Dialog, press, reads } from './open-dialog.ts'

const BUDGET = { by: 'maya', path: '/home/budget' } as const

export const BUDGET_DIALOGS: Dialog[] = [
  {
    ...BUDGET,
    name: 'set budget',
    of: 'features/budget/set-budget-dialog.tsx',
    open: reads(press('Set Budget'), 'In all'),
  },
  {
    ...BUDGET,
    name: 'replace a typed budget',
    of: 'features/budget/set-budget-dialog.tsx',
    open: asks(async (page: Page) => {
      await press('Set Budget')(page)
      const dialog = page.getByRole('dialog').last()
      await dialog.getByLabel('Cleaning').fill('1200')
      await dialog.getByRole('button', { name: 'Start from what is agreed' }).click()
    }, 'Replace the Amounts'),
  },
  {
    by: 'maya',
    path: '/home/spending?part=spent',
    name: 'line of spend',
    of: 'features/budget/line-dialog.tsx',
    open: reads(press(/^Gutter Cleaning/), 'Decision'),
  },
]
