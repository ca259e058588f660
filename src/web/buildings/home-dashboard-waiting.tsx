import { Skeleton } from '@mantine/core'
import { MonthSpend } from '../billing/month-spend.tsx'
import { Page } from '../ui/page.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DashboardFigures } from './dashboard-figures.tsx'

export const HOME_TITLE = 'Your building at a glance'

/** The resident's dashboard until it is known whose it is. */
export function HomeDashboardWaiting() {
  return (
    <Page>
      <PageHeader
        eyebrow={<Skeleton component="span" display="inline-block" height={14} width={160} />}
        title={HOME_TITLE}
      />
      <DashboardFigures dashboard={undefined} />
      <MonthSpend dashboard={undefined} />
    </Page>
  )
}
