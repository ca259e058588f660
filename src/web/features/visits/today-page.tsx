import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { formatShortDate } from '../../../domain/calendar.ts'
import { trpc } from '../../api.ts'
import { reasonOf } from '../../errors.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './today.module.css'
import { TodayStop } from './today-stop.tsx'

/** A vendor's day on the phone: its stops in order. Product 1.4 */
export function TodayPage() {
  const today = useQuery(trpc.visits.today.queryOptions())
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

type Today = inferOutput<typeof trpc.visits.today>

function Lead({ today: { date, stops } }: { today: Today }) {
  const planned = stops.filter(({ status }) => status !== 'cancelled')
  const done = planned.filter(({ status }) => status === 'completed').length
  const count = planned.length === 1 ? '1 stop' : `${planned.length} stops`
  return [formatShortDate(date), count, done > 0 && `${done} done`].filter(Boolean).join(' · ')
}

function Stops({ today: { stops } }: { today: Today }) {
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
        <TodayStop key={stop.id} stop={stop} />
      ))}
    </ol>
  )
}
