import { Title } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useEffect, useState } from 'react'
import { formatNumber } from '../../../domain/number.ts'
import { visitTime } from '../../../domain/visits/visit-time.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ArrivalTime, DayName } from './arrival-time.tsx'
import { comingPage } from './coming-query.ts'
import { startFieldQueue } from './field-queue.ts'
import { belowStop } from './slots.ts'
import classes from './today.module.css'

// Seldom: most visits lack nothing.
const ComingRisk = lazyPart(() => import('./visit-risk.tsx'), 'VisitRisk')

type ComingList = inferOutput<typeof trpc.visits.coming>
type ComingVisit = ComingList['visits'][number]

/** What a person of a vendor is assigned to after today, soonest first, without prices. Product 1.8 */
export function ComingPage() {
  const [page, setPage] = useState(1)
  const coming = useQuery({ ...comingPage(page), placeholderData: keepPreviousData })
  // What was shown here stays on this phone, too.
  useEffect(() => void startFieldQueue(), [])
  const { total = 0, page_size = 1 } = coming.data ?? {}
  return (
    <Page>
      <PageHeader title="Upcoming Visits" lead={coming.data && total > 0 && countText(total)} />
      {coming.data ? (
        <div aria-busy={coming.isPlaceholderData}>
          <ComingVisits list={coming.data} />
          <Pager
            page={page}
            total={total}
            pageSize={page_size}
            isBefore={coming.isPlaceholderData}
            onPage={setPage}
            label="Pages of visits to come"
          />
        </div>
      ) : coming.isError ? (
        <LoadFailed
          reason={`Your visits could not be loaded. ${reasonOf(coming.error)}`}
          onRetry={() => coming.refetch()}
          busy={coming.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading your visits…" />
      )}
    </Page>
  )
}

const countText = (total: number) =>
  total === 1 ? '1 visit after today' : `${formatNumber(total)} visits after today`

function ComingVisits({ list: { visits, total } }: { list: ComingList }) {
  if (total === 0) return <NothingComing />
  return (
    <ol className={classes.stops} aria-label="Visits to come">
      {visits.map((visit) => (
        <ComingStop key={visit.id} visit={visit} />
      ))}
    </ol>
  )
}

function ComingStop({ visit }: { visit: ComingVisit }) {
  const { id, status, scheduled_date, address, city, state, zip_code, name } = visit
  // A list that an earlier version kept says nothing of documents.
  const { missing = [] }: Partial<ComingVisit> = visit
  const today = cityToday()
  const headingId = `coming-${id}`
  return (
    <li className={classes.stop} data-status={status} aria-labelledby={headingId}>
      <div className={classes.head}>
        <span className={classes.time}>
          <DayName date={scheduled_date} today={today} />, <ArrivalTime visit={visit} />
        </span>
        {status === 'cancelled' ? (
          <StatusBadge tone="red">Cancelled</StatusBadge>
        ) : (
          visit.earlier_date !== null && <StatusBadge tone="amber">Moved</StatusBadge>
        )}
      </div>
      <Title order={2} size="h3" id={headingId}>
        {address}
      </Title>
      <p className={classes.service}>
        {name} · {city}, {state} {zip_code}
      </p>
      {movedText(visit, today)}
      <Suspense fallback={null}>
        {missing.length > 0 && <ComingRisk visit={{ ...visit, missing }} today={today} />}
        <Sections slot={belowStop} props={{ stop: visit }} />
      </Suspense>
    </li>
  )
}

function movedText({ status, earlier_date, earlier_time }: ComingVisit, today: string) {
  if (status === 'cancelled' || earlier_date === null || earlier_time === null) return null
  const from = { scheduled_date: earlier_date, scheduled_time: earlier_time }
  return <p className={classes.scope}>Moved from {visitTime(from, today)}</p>
}

function NothingComing() {
  const isCrew = useViewer()?.kind === 'crew'
  return (
    <EmptyState
      icon={<IconCalendar size={28} stroke={1.7} />}
      title="No visits after today"
      action={isCrew ? undefined : <ButtonLink to="/vendor/appointments">See all appointments</ButtonLink>}
    >
      {isCrew
        ? 'The visits that your company assigns you to appear here, soonest first.'
        : 'The visits that you are assigned to yourself appear here, soonest first.'}
    </EmptyState>
  )
}
