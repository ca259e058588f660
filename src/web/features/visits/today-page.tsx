import { Title } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import { cityToday } from '../../city.ts'
import { reasonOf } from '../../errors.ts'
import { useViewer } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import type { Waiting } from './field-action.ts'
import { saySignedOut, startFieldQueue, useWaiting } from './field-queue.ts'
import { shownStop } from './shown-stop.ts'
import classes from './today.module.css'
import { todayQuery } from './today-query.ts'
import { StopWork, TodayStop, Unsent } from './today-stop.tsx'

/** A vendor's day on the phone: its stops in order. Product 1.4 */
export function TodayPage() {
  const today = useQuery(todayQuery())
  const waiting = useWaiting()
  useOffline()
  const stops = today.data?.stops.map((stop) => shownStop(stop, waiting)) ?? []
  return (
    <Page>
      <PageHeader title="Today" lead={today.data && leadOf(today.data.date, stops)} />
      {today.data ? (
        <Stops date={today.data.date} stops={stops} waiting={waiting} />
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
    void StopWork.preload()
    // Without a worker, as in a private window, it works while it stays open.
    void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
    return saySignedOut
  }, [])
}

type ShownStops = ReturnType<typeof shownStop>[]

function leadOf(date: CalendarDate, stops: ShownStops): string {
  const planned = stops.filter(({ status }) => status !== 'cancelled')
  const done = planned.filter(({ status }) => status === 'completed' || status === 'disputed').length
  const count = planned.length === 1 ? '1 stop' : `${planned.length} stops`
  return [formatShortDate(date), count, done > 0 && `${done} done`].filter(Boolean).join(' · ')
}

type StopsProps = { date: CalendarDate; stops: ShownStops; waiting: Waiting[] }

function Stops({ date, stops, waiting }: StopsProps) {
  // Kept from another day, and there is no network yet.
  const isOld = date !== cityToday()
  // Of visits that were moved to another day meanwhile.
  const elsewhere = waiting.filter(({ action }) => !stops.some(({ id }) => id === action.visit))
  const visits = [...new Map(elsewhere.map(({ action }) => [action.visit, action.stop]))]
  return (
    <>
      <p role="status" className={classes.waiting}>
        {waitingText(waiting)}
      </p>
      {isOld && (
        <p role="status" className={classes.waiting}>
          This phone has the stops of {formatShortDate(date)}. Those of today load once there is a network.
        </p>
      )}
      {stops.length === 0 && visits.length === 0 ? (
        !isOld && <NoStops />
      ) : (
        <ol className={classes.stops} aria-label="Stops">
          {visits.map(([visit, name]) => (
            <li key={visit} className={classes.stop}>
              <Title order={2} size="h3">
                {name}
              </Title>
              <Unsent visit={visit} waiting={elsewhere.filter(({ action }) => action.visit === visit)} />
            </li>
          ))}
          {stops.map((stop) => (
            <TodayStop key={stop.id} stop={stop} />
          ))}
        </ol>
      )}
    </>
  )
}

function waitingText(waiting: Waiting[]): string {
  const held = waiting.filter(({ isHeld }) => isHeld).length
  if (held === 0) return ''
  const what = held === 1 ? '1 step waits' : `${held} steps wait`
  return `${what} to be sent. You can go on, and close this page: this phone keeps them until there is a network.`
}

function NoStops() {
  const isCrew = useViewer()?.kind === 'crew'
  return (
    <EmptyState
      icon={<IconCalendar size={28} stroke={1.7} />}
      title="No stops today"
      action={isCrew ? undefined : <ButtonLink to="/vendor/appointments">See all appointments</ButtonLink>}
    >
      {isCrew
        ? 'The visits that your company assigns you to appear here on their day.'
        : 'The visits of a day appear here in the order of their hours.'}
    </EmptyState>
  )
}
