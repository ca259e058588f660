import { Button, Title } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { z } from 'zod'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatNumber } from '../../../domain/number.ts'
import { visitsLeft } from '../../../domain/visits/day.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Link } from '../../ui/link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import pastClasses from '../../ui/past-section.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { WhenSettled } from '../../ui/when-settled.tsx'
import { ArrivalTime, DayName } from './arrival-time.tsx'
import { justMarked } from './just-marked.ts'
import { ToCompletePart, UpcomingChoicePart } from './list-parts.ts'
import { MissedSection } from './missed-section.tsx'
import { PastVisitsSection } from './past-visits-section.tsx'
import { useVisitFilter } from './use-visit-filter.ts'
import { VendorTabs } from './vendor-tabs.tsx'
import classes from './vendor-visits.module.css'
import { type ShownVisit, shownPrice, visitsByDay } from './visit.ts'
import { VisitActions } from './visit-actions.tsx'
import { firstToComplete, hasAny, UPCOMING, upcomingInput, vendorLists } from './visit-lists.ts'
import { VisitNote } from './visit-note.tsx'

const MoveDayDialog = lazyPart(() => import('./move-day.tsx'), 'MoveDayDialog')

const VisitsSearch = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** /vendor/appointments: first missed ones, then past ones to mark completed, then coming ones by day, then past ones. */
export function VendorVisits() {
  // Together: one would push the others down.
  const first = [...useQueries({ queries: vendorLists() }), useVisitsToCome().upcoming]
  return (
    <VendorTabs view="/vendor/appointments">
      <WhenSettled queries={first} skeleton={<RowSkeletons count={6} />}>
        <Suspense fallback={<RowSkeletons count={6} />}>
          <MissedSection />
          <VisitsToComplete />
          <VisitsToCome />
          <PastVisitsSection />
        </Suspense>
      </WhenSettled>
    </VendorTabs>
  )
}

/** Past visits to mark completed, and those that were just marked, for the minute in which that can be taken back. */
function VisitsToComplete() {
  const marked = useQuery(justMarked).data ?? []
  const any = hasAny(useQuery(firstToComplete())) || marked.length > 0
  useEffect(() => void ToCompletePart.preload(), [])
  return any && <ToCompletePart />
}

/** The page of the visits to come in the address, and its filter. */
function useVisitsToCome() {
  const search = useLocation({ select: (location) => location.search })
  const { page } = VisitsSearch.parse(search)
  const { filter, setFilter } = useVisitFilter({ prefix: UPCOMING, page: 'page' })
  const upcoming = useQuery(
    trpc.visits.upcoming.queryOptions(upcomingInput(page, filter), { placeholderData: keepPreviousData }),
  )
  return { page, filter, setFilter, upcoming }
}

function VisitsToCome() {
  const navigate = useNavigate()
  const { page, filter, setFilter, upcoming } = useVisitsToCome()
  const filtered = (filter.service ?? filter.building) !== null
  if (upcoming.isLoadingError) {
    return (
      <LoadFailed
        reason={reasonOf(upcoming.error)}
        onRetry={() => upcoming.refetch()}
        busy={upcoming.isFetching}
      />
    )
  }
  if (upcoming.isPending) return <RowSkeletons count={6} />

  const { total, booked, page_size, visits } = upcoming.data
  if (total === 0 && !filtered) return <NoVisits />
  const onPage = (to: number, isGone = false) =>
    navigate({
      to: '.',
      // The past visits keep theirs.
      search: (before: Record<string, unknown>) => ({ ...before, page: to === 1 ? undefined : to }),
      replace: isGone,
    })
  return (
    <>
      <div className={pastClasses.head}>
        <p className={classes.total}>
          {total === 0
            ? 'No upcoming visit passes the filter.'
            : booked === 1
              ? '1 upcoming visit'
              : `${formatNumber(booked)} upcoming visits`}
        </p>
        <UpcomingChoicePart filter={filter} onFilter={setFilter} withBuildings />
      </div>
      <div className={classes.days} aria-busy={upcoming.isPlaceholderData}>
        {[...visitsByDay(visits)].map(([date, ofDay]) => (
          <Day key={date} date={date} visits={ofDay} />
        ))}
      </div>
      <Pager
        page={page}
        total={total}
        pageSize={page_size}
        isBefore={upcoming.isPlaceholderData}
        onPage={onPage}
      />
    </>
  )
}

function Day({ date, visits }: { date: CalendarDate; visits: ShownVisit[] }) {
  return (
    <section className={classes.day} aria-labelledby={`day-${date}`}>
      <div className={classes.dayHead}>
        <Title order={2} size="h4" id={`day-${date}`}>
          <DayName date={date} today={cityToday()} />
        </Title>
        {date === cityToday() && (
          <Link to="/vendor/today" className={classes.today}>
            Open Today
          </Link>
        )}
        {visitsLeft(visits, cityNow()).some(({ status }) => status === 'confirmed') && (
          <MoveDayAction date={date} />
        )}
      </div>
      <ul className={classes.visits}>
        {visits.map((visit) => (
          <li key={visit.id} className={classes.visit} data-status={visit.status}>
            <span className={classes.time}>
              <ArrivalTime visit={visit} />
            </span>
            <span className={classes.service}>{visit.name}</span>
            <span className={classes.address}>
              {visit.address}, {visit.city}, {visit.state}
            </span>
            <span className={classes.price}>{shownPrice(visit)}</span>
            <span className={classes.menu}>
              <VisitActions visit={visit} />
            </span>
            <div className={classes.note}>
              <VisitNote visit={visit} today={cityToday()} />
              {visit.assigned_name && <p className={classes.who}>{visit.assigned_name} goes</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MoveDayAction({ date }: { date: CalendarDate }) {
  const { wanted, open, dialog } = useOpened()
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.moveDay}
        onClick={open}
        aria-haspopup="dialog"
        aria-label={`Move this day: ${formatShortDate(date, cityToday())}`}
      >
        Move this day
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <MoveDayDialog date={date} {...dialog} />
        </Suspense>
      )}
    </>
  )
}

function NoVisits() {
  return (
    <EmptyState
      icon={<IconCalendar size={28} stroke={1.7} />}
      title="No visits booked yet"
      action={<ButtonLink to="/vendor/quotes">See quote requests</ButtonLink>}
    >
      When a building accepts one of your quotes, its visits appear here, day by day.
    </EmptyState>
  )
}
