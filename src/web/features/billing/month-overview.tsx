import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MonthFigures } from './month-figures.tsx'
import { MonthSpend } from './month-spend.tsx'
import { NextStep } from './next-step.tsx'

/** The building's month on the dashboard: figures, the next step, and where the money goes. [8.silent.2] */
export function MonthOverview() {
  const dashboard = useQuery(trpc.billing.dashboard.queryOptions())
  // The table has many rows: new figures don't wait for it.
  const month = useDeferredValue(dashboard.data)
  if (dashboard.isLoadingError) {
    return (
      <LoadFailed
        reason={`Your dashboard could not be loaded. ${reasonOf(dashboard.error)}`}
        onRetry={() => dashboard.refetch()}
        busy={dashboard.isFetching}
      />
    )
  }
  return (
    <>
      <MonthFigures dashboard={dashboard.data} />
      {dashboard.data && <NextStep services={dashboard.data.services} />}
      <MonthSpend dashboard={month} />
    </>
  )
}
