import { Button, Title } from '@mantine/core'
import { IconCheck, IconMapPin, IconTruck } from '@tabler/icons-react'
import type { inferOutput } from '@trpc/tanstack-react-query'
import { Suspense, useState } from 'react'
import { formatShortDate } from '../../../domain/calendar.ts'
import {
  canCheckIn,
  canFinish,
  canSetOff,
  formatMinutes,
  minutesOnSite,
} from '../../../domain/visits/attendance.ts'
import { canReopen } from '../../../domain/visits/change.ts'
import type { trpc } from '../../api.ts'
import { cityToday } from '../../city.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ArrivalTime } from './arrival-time.tsx'
import { hourOf } from './city-clock.ts'
import { PhotoStrip, VisitPhotos } from './photo-strip.tsx'
import classes from './today.module.css'
import { useAttendance } from './use-attendance.ts'
import { useComplete } from './use-complete.ts'

// Loaded with the first visit that can be finished.
const FinishDialog = lazyPart(() => import('./finish-dialog.tsx'), 'FinishDialog')

type StopOfDay = inferOutput<typeof trpc.visits.today>['stops'][number]

/** One stop of the day, with what is to do there next as its one large button. */
export function TodayStop({ stop }: { stop: StopOfDay }) {
  const { name, address, city, state, zip_code, description, scheduled_date, status } = stop
  const viewer = useSession()?.viewer ?? null
  const today = cityToday()
  const { busy, setOff, checkIn } = useAttendance(stop.id)
  const place = `${address}, ${city}, ${state} ${zip_code}`
  const headingId = `stop-${stop.id}`
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
      {status === 'confirmed' && <p className={classes.scope}>{description}</p>}
      {status === 'confirmed' && (
        <div className={classes.links}>
          <a href={directionsTo(place)} target="_blank" rel="noreferrer" className={classes.link}>
            <IconMapPin size={20} stroke={1.7} aria-hidden />
            Directions
          </a>
          {canSetOff(viewer, stop, today) && (
            <Button
              variant="default"
              className={classes.setOff}
              leftSection={<IconTruck size={20} stroke={1.7} aria-hidden />}
              disabled={busy}
              onClick={() => void setOff()}
            >
              On my way
            </Button>
          )}
        </div>
      )}
      {canCheckIn(viewer, stop, today) && (
        <Button fullWidth size="xl" loading={busy} onClick={() => void checkIn()}>
          Check In
        </Button>
      )}
      {canFinish(viewer, stop) && <Working stop={stop} />}
      {stop.finished_at !== null && (
        <>
          {stop.note && <p className={classes.scope}>{stop.note}</p>}
          <PhotoStrip photos={stop.photos} />
        </>
      )}
      {canReopen(viewer, stop) && <Undo stop={stop} />}
    </li>
  )
}

/** The maps app of the phone, which opens at this address. */
const directionsTo = (place: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`

function StopStatus({ stop }: { stop: StopOfDay }) {
  const { status, checked_in_at, finished_at, on_the_way_at } = stop
  if (status === 'cancelled') return <StatusBadge tone="red">Cancelled</StatusBadge>
  if (finished_at && checked_in_at)
    return (
      <StatusBadge tone="green">
        Finished {hourOf(finished_at)}, {formatMinutes(minutesOnSite(checked_in_at, finished_at))}
      </StatusBadge>
    )
  if (status === 'completed') return <StatusBadge tone="green">Completed</StatusBadge>
  if (checked_in_at) return <StatusBadge tone="green">Checked in {hourOf(checked_in_at)}</StatusBadge>
  if (on_the_way_at) return <StatusBadge tone="amber">On the way</StatusBadge>
  return null
}

function Working({ stop }: { stop: StopOfDay }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <VisitPhotos visit={stop.id} photos={stop.photos} />
      <Button
        fullWidth
        size="xl"
        leftSection={<IconCheck size={24} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Finish Visit
      </Button>
      <Suspense fallback={null}>
        <FinishDialog
          id={stop.id}
          title="Finish Visit"
          lead={`${stop.name} · ${stop.address}`}
          photos={stop.photos.length}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      </Suspense>
    </>
  )
}

/** For the minute in which that a visit is done can be taken back. */
function Undo({ stop }: { stop: StopOfDay }) {
  const { busy, reopen } = useComplete(stop)
  return (
    <Button variant="subtle" loading={busy} onClick={() => void reopen()}>
      Not finished after all
    </Button>
  )
}
