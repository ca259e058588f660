import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { isBudgetOpen } from '../../../domain/budget/budget.ts'
import { may } from '../../../domain/viewer.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useOpened } from '../../ui/use-opened.ts'
import type { YearBudget } from './year-budget.ts'

const SetBudgetDialog = lazyPart(() => import('./set-budget-dialog.tsx'), 'SetBudgetDialog')

/** Opens a year's budget for who sets it. `isBefore`: it is still another year's. */
export function SetBudgetButton({ budget, isBefore }: { budget: YearBudget; isBefore: boolean }) {
  const { wanted, open, dialog } = useOpened()
  if (!may(useSession()?.viewer ?? null, 'manage_budget') || !isBudgetOpen(budget.year, budget.today))
    return null
  return (
    <>
      <Button onClick={open} disabled={isBefore}>
        {budget.versions.length > 0 ? 'Change Budget' : 'Set Budget'}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <SetBudgetDialog budget={budget} {...dialog} />
        </Suspense>
      )}
    </>
  )
}
