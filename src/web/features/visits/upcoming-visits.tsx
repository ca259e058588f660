import { Button, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import pastClasses from '../../ui/past-section.module.css'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ArrivalTime } from './arrival-time.tsx'
import { UpcomingChoicePart } from './list-parts.ts'
import classes from './upcoming-visits.module.css'
import { useVisitFilter, type VisitFilterValues } from './use-visit-filter.ts'
import { type ShownVisit, shownPrice } from './visit.ts'
import { VisitActions } from './visit-actions.tsx'
import { UPCOMING, upcomingPage } from './visit-lists.ts'
import { VisitNote } from './visit-note.tsx'

/** A building's visits to come, soonest first, a page at a time. [2.services.16] */
export function UpcomingVisits() {
  const [pages, setPages] = useState(1)
  const { filter, setFilter } = useVisitFilter({ prefix: UPCOMING })
  const { first, visits, loadingMore, failed, retry } = useVisits(pages, filter)
  const total = first?.total ?? 0
  const filtered = (filter.service ?? filter.building) !== null

  return (
    <section className={classes.section} aria-labelledby="upcoming-visits">
      <div className={pastClasses.head}>
        <Title order={2} id="upcoming-visits">
          Upcoming visits
        </Title>
        {(total > 0 || filtered) && (
          <UpcomingChoicePart
            filter={filter}
            onFilter={(to) => {
              setPages(1)
              setFilter(to)
            }}
            withBuildings={false}
          />
        )}
      </div>
      {first ? (
        <VisitList visits={visits} filtered={filtered} />
      ) : failed ? (
        <LoadFailed reason={`Your visits could not be loaded. ${reasonOf(failed)}`} onRetry={retry} />
      ) : (
        <RowSkeletons label="Loading your visits…" />
      )}
      {first && visits.length < total && (
        <div className={classes.more}>
          <span className={classes.count}>
            {visits.length} of {total} visits
          </span>
          <Button
            variant="default"
            loading={loadingMore}
            onClick={() => (failed ? retry() : setPages(pages + 1))}
          >
            Show more
          </Button>
          {failed && <span role="alert">{reasonOf(failed)}</span>}
        </div>
      )}
    </section>
  )
}

function useVisits(pages: number, filter: VisitFilterValues) {
  return useQueries({
    queries: Array.from({ length: pages }, (_, index) => upcomingPage(index + 1, filter)),
    combine: (results) => ({
      first: results[0]?.data,
      visits: results.flatMap(({ data }) => data?.visits ?? []),
      loadingMore: results.some(({ isPending, isFetching }) => isPending && isFetching),
      failed: results.find(({ isLoadingError }) => isLoadingError)?.error,
      retry: () => {
        for (const result of results) if (result.isLoadingError) void result.refetch()
      },
    }),
  })
}

function VisitList({ visits, filtered }: { visits: ShownVisit[]; filtered: boolean }) {
  const today = cityToday()
  if (visits.length === 0) {
    return (
      <p className={classes.empty}>
        {filtered
          ? 'No upcoming visit passes the filter.'
          : "No visits are booked. They appear here once you accept a vendor's quote."}
      </p>
    )
  }
  return (
    <ul className={classes.list}>
      {visits.map((visit) => (
        <li key={visit.id} className={classes.visit} data-status={visit.status}>
          <span className={classes.date}>{formatShortDate(visit.scheduled_date, today)}</span>
          <span className={classes.time}>
            <ArrivalTime visit={visit} />
          </span>
          <span className={classes.service}>{visit.name}</span>
          <span className={classes.vendor}>{visit.company_name}</span>
          <span className={classes.price}>{shownPrice(visit)}</span>
          <span className={classes.menu}>
            <VisitActions visit={visit} />
          </span>
          <div className={classes.note}>
            <VisitNote visit={visit} today={today} />
          </div>
        </li>
      ))}
    </ul>
  )
}
