import { Button, Title } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { z } from 'zod'
import { addDays, type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { formatNumber } from '../../../domain/number.ts'
import { visitsLeft } from '../../../domain/visits/day.ts'
import { visitTime } from '../../../domain/visits/messages.ts'
import { trpc } from '../../api.ts'
import { cityNow, cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Link } from '../../ui/link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ArrivalTime } from './arrival-time.tsx'
import { useComplete } from './use-complete.ts'
import classes from './vendor-visits.module.css'
import type { ShownVisit } from './visit.ts'
import { VisitActions } from './visit-actions.tsx'
import { VisitNote } from './visit-note.tsx'

// Loaded after the list: nobody opens it earlier.
const MoveDayButton = lazyPart(() => import('./move-day.tsx'), 'MoveDayButton')

const MissedVisits = lazyPart(() => import('./missed-visits.tsx'), 'MissedVisits')

const VisitsSearch = z.object({ page: z.coerce.number().int().min(1).max(100_000).catch(1) })

/** The vendor's visits: first missed ones, then past ones to mark completed, then coming ones by day. */
export function VendorVisits() {
  return (
    <>
      <Suspense fallback={null}>
        <MissedVisits />
      </Suspense>
      <VisitsToComplete />
      <VisitsToCome />
    </>
  )
}

/**
 * A vendor's past visits that are not yet marked completed, and for a minute those that were just marked. Renders nothing
 * without any.
 */
function VisitsToComplete() {
  const [marked, setMarked] = useState<ShownVisit[]>([])
  const waiting = useQuery(trpc.visits.toComplete.queryOptions({ page: 1 }))
  if (waiting.isLoadingError) {
    return (
      <LoadFailed
        reason={reasonOf(waiting.error)}
        onRetry={() => waiting.refetch()}
        busy={waiting.isFetching}
      />
    )
  }
  if (!waiting.data) return null
  const { total, visits } = waiting.data
  const recent = marked.filter(({ id }) => !visits.some((visit) => visit.id === id))
  if (total === 0 && recent.length === 0) return null
  const unmark = (visit: ShownVisit) => setMarked((all) => all.filter(({ id }) => id !== visit.id))
  function mark(visit: ShownVisit): void {
    setMarked((all) => [...all, visit])
    setTimeout(() => unmark(visit), UNDO_MS)
  }
  return (
    <section className={classes.waiting} aria-labelledby="to-mark-completed">
      <Title order={2} size="h3" id="to-mark-completed">
        To mark completed
      </Title>
      <ul className={classes.waitingVisits}>
        {recent.map((visit) => (
          <WaitingVisit key={visit.id} visit={visit} marked onDone={unmark} />
        ))}
        {visits.map((visit) => (
          <WaitingVisit key={visit.id} visit={visit} onDone={mark} />
        ))}
      </ul>
      {total > visits.length && (
        <p className={classes.more}>
          {formatNumber(total - visits.length)} more follow once these are marked.
        </p>
      )}
    </section>
  )
}

/** A little less than the server's minute, so that 'Undo' still works when it is pressed last. */
const UNDO_MS = 55_000

type WaitingVisitProps = { visit: ShownVisit; marked?: boolean; onDone: (visit: ShownVisit) => void }

function WaitingVisit({ visit, marked = false, onDone }: WaitingVisitProps) {
  const { busy, complete, reopen } = useComplete(visit)
  const when = visitTime(visit, cityToday())
  return (
    <li className={classes.waitingVisit}>
      <span className={classes.when}>{when}</span>
      <span className={classes.waitingService}>{visit.name}</span>
      <span className={classes.waitingAddress}>
        {visit.address}, {visit.city}, {visit.state}
      </span>
      <Button
        size="sm"
        className={classes.action}
        variant={marked ? 'default' : 'filled'}
        loading={busy}
        onClick={() => void (marked ? reopen : complete)(() => onDone(visit))}
        aria-label={`${marked ? 'Undo' : 'Mark completed'}: ${visit.name} on ${when}`}
      >
        {marked ? 'Undo' : 'Mark completed'}
      </Button>
    </li>
  )
}

function VisitsToCome() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { page } = VisitsSearch.parse(search)
  const upcoming = useQuery(
    trpc.visits.upcoming.queryOptions({ page, all: true }, { placeholderData: keepPreviousData }),
  )
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
  if (total === 0) return <NoVisits />
  const onPage = (to: number) => navigate({ to: pathname, search: { page: to === 1 ? undefined : to } })
  const pages = Math.ceil(total / page_size)
  return (
    <>
      <p className={classes.total}>
        {booked === 1 ? '1 upcoming visit' : `${formatNumber(booked)} upcoming visits`}
      </p>
      <div className={classes.days} aria-busy={upcoming.isPlaceholderData}>
        {daysOf(visits).map(([date, ofDay]) => (
          <Day key={date} date={date} visits={ofDay} />
        ))}
      </div>
      <Pager page={page} pages={pages} onPage={onPage} />
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
          <Suspense fallback={null}>
            <MoveDayButton date={date} />
          </Suspense>
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
            <span className={classes.price}>
              {visit.per_visit_price === null || visit.status === 'cancelled'
                ? ''
                : formatMoney(visit.per_visit_price)}
            </span>
            <span className={classes.menu}>
              <VisitActions visit={visit} />
            </span>
            <div className={classes.note}>
              <VisitNote visit={visit} today={cityToday()} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DayName({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  const day = formatShortDate(date, today)
  const near = date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : null
  if (near === null) return day
  return (
    <>
      {near} <span className={classes.near}>{day}</span>
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

/** The visits come in the order of their days. */
function daysOf(visits: ShownVisit[]): [CalendarDate, ShownVisit[]][] {
  const days = new Map<CalendarDate, ShownVisit[]>()
  for (const visit of visits) {
    const ofDay = days.get(visit.scheduled_date)
    if (ofDay) ofDay.push(visit)
    else days.set(visit.scheduled_date, [visit])
  }
  return [...days]
}
