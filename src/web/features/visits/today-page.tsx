import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { useEffect } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import type { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { startFieldQueue, useWaiting } from './field-queue.ts'
import { shownStop } from './shown-stop.ts'
import classes from './today.module.css'
import { todayQuery } from './today-query.ts'
import { TodayStop } from './today-stop.tsx'

/** A vendor's day on the phone: its stops in order. Product 1.4 */
export function TodayPage() {
  const today = useQuery(todayQuery())
  useOffline()
  return (
    <Page>
      <PageHeader title="Today" lead={today.data && <Lead today={today.data} />} />
      {today.data ? (
        <Stops today={today.data} />
      ) : today.isError ? (
        <LoadFailed
          reason={`Your stops could not be loaded. ${reasonOf(today.error)}`}
          onRetry={() => today.refetch()}
          busy={today.isFetching}
        />
      ) : (
        <RowSkeletons count={3} label="Loading your stops…" />
      )}
    </Page>
  )
}

/** From now on this screen also opens without a network, and sends what was done here. */
function useOffline(): void {
  useEffect(() => {
    void startFieldQueue()
    // Without a worker, as in a private window, it works while it stays open.
    void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  }, [])
}

type Today = inferOutput<typeof trpc.visits.today>

function Lead({ today: { date, stops } }: { today: Today }) {
  const planned = stops.filter(({ status }) => status !== 'cancelled')
  const done = planned.filter(({ status }) => status === 'completed').length
  const count = planned.length === 1 ? '1 stop' : `${planned.length} stops`
  return [formatShortDate(date), count, done > 0 && `${done} done`].filter(Boolean).join(' · ')
}

function Stops({ today: { stops } }: { today: Today }) {
  const waiting = useWaiting()
  if (stops.length === 0)
    return (
      <EmptyState
        icon={<IconCalendar size={28} stroke={1.7} />}
        title="No stops today"
        action={<ButtonLink to="/vendor/appointments">See all appointments</ButtonLink>}
      >
        The visits of a day appear here in the order of their hours.
      </EmptyState>
    )
  return (
    <ol className={classes.stops} aria-label="Stops">
      {stops.map((stop) => (
        <TodayStop key={stop.id} stop={shownStop(stop, waiting)} />
      ))}
    </ol>
  )
}
