import '../../ui/part-styles.ts'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { yearOf } from '../../../domain/budget/budget.ts'
import { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useSession } from '../../session/session.ts'
import { DownloadLink } from '../../ui/download-link.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NoBuilding } from '../../ui/no-building.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardSkeletons } from '../../ui/skeletons.tsx'
import classes from './budget-page.module.css'
import { BudgetView } from './budget-view.tsx'
import { useYear } from './spend-address.ts'

// Only who sets the budget loads it.
const SetBudgetButton = lazyPart(() => import('./set-budget-button.tsx'), 'SetBudgetButton')

/** /home/budget: what a year's budget has, what is spent and to come, and each unit's share. Product 3.4 */
export function BudgetPage() {
  const session = useSession()
  const building = session?.building
  const { year, showYear } = useYear()
  const budget = useQuery({
    ...trpc.budget.year.queryOptions({ year }, { placeholderData: keepPreviousData }),
    enabled: Boolean(building),
  })
  if (!building)
    return (
      <Page>
        <PageHeader title="Budget" />
        <NoBuilding />
      </Page>
    )
  const first = budget.data?.first_year ?? year
  const last = Math.max(year, yearOf(cityToday()) + 1)
  const years = Array.from({ length: last - Math.min(first, year) + 1 }, (_, at) => String(last - at))
  return (
    <Page>
      <PageHeader
        eyebrow={building.name ?? building.address}
        title="Budget"
        lead="What your building plans to spend, has spent, and still has to pay. Each amount opens what it is made of."
      />
      <div className={classes.choice}>
        <NativeSelect
          label="Year"
          data={years}
          value={String(year)}
          onChange={({ currentTarget }) => showYear(Number(currentTarget.value))}
        />
        <div className={classes.downloads}>
          <DownloadLink path="/api/budget/statement.pdf" month={null} filter={{ year: String(year) }} />
          <DownloadLink path="/api/budget/statement.csv" month={null} filter={{ year: String(year) }} />
          {budget.data && (
            <Suspense fallback={null}>
              <SetBudgetButton budget={budget.data} isBefore={budget.isPlaceholderData} />
            </Suspense>
          )}
        </div>
      </div>
      {budget.data ? (
        <BudgetView budget={budget.data} />
      ) : budget.isError ? (
        <LoadFailed
          reason={`The budget could not be loaded. ${reasonOf(budget.error)}`}
          onRetry={() => budget.refetch()}
          busy={budget.isFetching}
        />
      ) : (
        <CardSkeletons label="Loading the budget…" />
      )}
    </Page>
  )
}
