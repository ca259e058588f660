import { Button, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconMapPin, IconTruck } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import {
  canCheckIn,
  canFinish,
  canSetOff,
  formatMinutes,
  minutesOnSite,
} from '../../../domain/visits/attendance.ts'
import { canReopen } from '../../../domain/visits/change.ts'
import { cityToday } from '../../city.ts'
import { hourOf } from '../../city-clock.ts'
import { useSession } from '../../session/session.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PhotoStrip } from '../../ui/photo-strip.tsx'
import { Sections } from '../../ui/sections.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ArrivalTime } from './arrival-time.tsx'
import type { Waiting } from './field-action.ts'
import { act, discardRefused, sendAgain } from './field-queue.ts'
import type { ShownStop } from './shown-stop.ts'
import { belowStop } from './slots.ts'
import classes from './today.module.css'
import { UnsentPhotos, unsentPhotos } from './unsent-photos.tsx'
import { UNDO_MS, useComplete } from './use-complete.ts'

// Loaded after the list, and before it is needed: then there may be no network.
export const StopWork = lazyPart(() => import('./stop-work.tsx'), 'StopWork')

const StopRisk = lazyPart(() => import('./visit-risk.tsx'), 'VisitRisk')

const nameOf = ({ name, address }: ShownStop) => `${name} · ${address}`

/** One stop of the day, with what is to do there next as its one large button. */
export function TodayStop({ stop }: { stop: ShownStop }) {
  const { name, address, city, state, zip_code, description, scheduled_date, status } = stop
  // A list that an earlier version kept says nothing of documents.
  const { missing = [] }: Partial<ShownStop> = stop
  const { viewer = null, team = 0 } = useSession() ?? {}
  // Without a network the list may be old, and the document renewed since.
  const { online } = useNetwork()
  const today = cityToday()
  const now = () => new Date().toISOString()
  const place = `${address}, ${city}, ${state} ${zip_code}`
  const headingId = `stop-${stop.id}`
  const isOpen = status === 'confirmed' || canCheckIn(viewer, stop, today)
  return (
    <li className={classes.stop} data-status={status} aria-labelledby={headingId}>
      <div className={classes.head}>
        <span className={classes.time}>
          {scheduled_date !== today && <small>{formatShortDate(scheduled_date, today)} </small>}
          <ArrivalTime visit={stop} />
        </span>
        <StopStatus stop={stop} />
      </div>
      <Title order={2} size="h3" id={headingId}>
        {address}
      </Title>
      <p className={classes.service}>{name}</p>
      {viewer?.kind === 'vendor' && team > 1 && (
        <p className={classes.held}>{assigneeText(stop.assigned_to, stop.assigned_name, viewer.id)}</p>
      )}
      {isOpen && <p className={classes.scope}>{description}</p>}
      {isOpen && <StopScope stop={stop} />}
      {isOpen && (
        <div className={classes.links}>
          <a href={directionsTo(place)} target="_blank" rel="noreferrer" className={classes.link}>
            <IconMapPin size={20} stroke={1.7} aria-hidden />
            Directions
          </a>
          {canSetOff(viewer, stop, today) && missing.length === 0 && (
            <Button
              variant="default"
              className={classes.setOff}
              leftSection={<IconTruck size={20} stroke={1.7} aria-hidden />}
              onClick={() => act({ kind: 'setOff', visit: stop.id, stop: nameOf(stop), at: now() })}
            >
              On my way
            </Button>
          )}
        </div>
      )}
      <Sections slot={belowStop} props={{ stop }} />
      {missing.length > 0 && (
        <Suspense fallback={null}>
          <StopRisk visit={{ ...stop, missing }} today={today} />
        </Suspense>
      )}
      {canCheckIn(viewer, stop, today) && (missing.length === 0 || !online) && (
        <Button
          fullWidth
          size="xl"
          onClick={() => act({ kind: 'checkIn', visit: stop.id, stop: nameOf(stop), at: now() })}
        >
          Check In
        </Button>
      )}
      {canFinish(viewer, stop) && (
        <Suspense fallback={<RowSkeletons count={1} label="Loading…" />}>
          <StopWork stop={stop} name={nameOf(stop)} />
        </Suspense>
      )}
      {stop.finished_at !== null && (
        <>
          {stop.note && <p className={classes.scope}>{stop.note}</p>}
          <PhotoStrip photos={stop.photos.filter(({ shows }) => (shows ?? 'visit') === 'visit')} />
          <UnsentPhotos photos={unsentPhotos(stop.photos, stop.waiting)} />
        </>
      )}
      {canReopen(viewer, stop) && <Undo stop={stop} />}
      <Unsent visit={stop.id} waiting={stop.waiting} />
    </li>
  )
}

/** Crew sees no stop of others. Product 1.8 */
function assigneeText(id: string | null, name: string | null, viewerId: string): string {
  if (id === null) return 'Nobody assigned yet'
  return id === viewerId ? 'You go' : `${name} goes`
}

/** That something of this stop waits for the network, or was refused. */
export function Unsent({ visit: id, waiting }: { visit: string; waiting: Waiting[] }) {
  const refusal = waiting.find((each) => each.refusal !== null)?.refusal
  if (refusal)
    return (
      <div className={classes.refused} role="alert">
        <p>Not sent: {refusal}</p>
        <div className={classes.links}>
          <Button variant="default" onClick={() => sendAgain(id)}>
            Send again
          </Button>
          <Button variant="subtle" color="red" onClick={() => void askToDiscard(id)}>
            Discard
          </Button>
        </div>
      </div>
    )
  if (!waiting.some(({ isHeld }) => isHeld)) return null
  return <p className={classes.held}>Waiting to be sent</p>
}

async function askToDiscard(visit: string): Promise<void> {
  const question = {
    title: 'Discard',
    question: 'Discard what was not sent of this visit, its photos and its note included?',
    action: 'Discard',
    danger: true,
  }
  if (await confirm(question)) discardRefused(visit)
}

/** The maps app of the phone, which opens at this address. */
const directionsTo = (place: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

function StopStatus({ stop }: { stop: ShownStop }) {
  const { status, checked_in_at, finished_at, on_the_way_at } = stop
  if (status === 'cancelled') return <StatusBadge tone="red">Cancelled</StatusBadge>
  if (status === 'disputed') return <StatusBadge tone="red">Disputed</StatusBadge>
  if (finished_at && checked_in_at)
    return (
      <StatusBadge tone="green">
        Finished {hourOf(finished_at)}, {formatMinutes(minutesOnSite(checked_in_at, finished_at))}
      </StatusBadge>
    )
  if (status === 'completed') return <StatusBadge tone="green">Completed</StatusBadge>
  if (checked_in_at) return <StatusBadge tone="green">Checked in {hourOf(checked_in_at)}</StatusBadge>
  if (on_the_way_at) return <StatusBadge tone="amber">On the way</StatusBadge>
  if (status === 'missed') return <StatusBadge tone="red">Missed</StatusBadge>
  return null
}

/** What the building answered about the work. A list that an earlier version kept has none. */
function StopScope({ stop: { scope = [] } }: { stop: Partial<ShownStop> }) {
  if (scope.length === 0) return null
  return (
    <ul className={classes.answers} aria-label="Scope of work">
      {scope.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** For the minute in which that a visit is done can be taken back. */
function Undo({ stop }: { stop: ShownStop }) {
  const { busy, reopen } = useComplete(stop)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <Button variant="subtle" loading={busy} onClick={() => void reopen()}>
      Not finished after all
    </Button>
  )
}
