import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { trpc } from '../api.ts'
import { MonthSpend } from '../billing/month-spend.tsx'
import { reasonOf } from '../errors.ts'
import { Welcome } from '../services/welcome.tsx'
import { useSession } from '../session.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AskBox } from './ask-box.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'
import { HOME_TITLE } from './home-dashboard-waiting.tsx'
import { NextStep } from './next-step.tsx'
import { NoBuilding } from './no-building.tsx'

/** /home/dashboard: what the building spends, what it has, and what comes next (section 2, screen 8). */
export function HomeDashboardPage() {
  const building = useSession()?.building
  return (
    <Page>
      <PageHeader eyebrow={building ? (building.name ?? building.address) : undefined} title={HOME_TITLE} />
      {building ? <Dashboard /> : <NoBuilding />}
      <Welcome />
    </Page>
  )
}

function Dashboard() {
  const dashboard = useQuery(trpc.billing.dashboard.queryOptions())
  const month = useDeferredValue(dashboard.data) // many rows, further down: new figures don't wait for them
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
      <DashboardFigures dashboard={dashboard.data} />
      {dashboard.data && <NextStep services={dashboard.data.services} />}
      <MonthSpend dashboard={month} />
      <AskBox />
    </>
  )
}
