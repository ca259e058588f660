import { Suspense } from 'react'
import { type CalendarDate, formatShortDate, formatTime, weekday } from '../../../domain/calendar.ts'
import { pastStatus } from '../../../domain/visits/past.ts'
import { hourOf } from '../../city-clock.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ProofButton } from './proof-button.tsx'
import type { ShownVisit } from './visit.ts'
import classes from './visit-note.module.css'
import { SuggestedTime, VisitRisk } from './visit-parts.ts'

type Props = { visit: ShownVisit; today: CalendarDate }

/** What happened to a visit, what puts it at risk, and the time that is suggested for it. */
export function VisitNote({ visit, today }: Props) {
  return (
    <>
      <Happened visit={visit} today={today} />
      <Suspense fallback={null}>
        {visit.missing.length > 0 && <VisitRisk visit={visit} today={today} />}
        {visit.status === 'confirmed' && visit.suggested_date !== null && <SuggestedTime visit={visit} />}
      </Suspense>
    </>
  )
}

/** What happened to a visit: completed, missed, cancelled or moved, by which side and why. */
function Happened({ visit, today }: Props) {
  const { status, change_reason, changed_by, earlier_date, earlier_time, company_name } = visit
  if (status === 'completed')
    return (
      <div className={classes.note}>
        <StatusBadge tone="green">Completed</StatusBadge>
        <ProofButton visit={visit} />
      </div>
    )
  if (status === 'disputed')
    return (
      <div className={classes.note}>
        <StatusBadge tone="red">{pastStatus(visit)}</StatusBadge>
        <ProofButton visit={visit} />
      </div>
    )
  if (status === 'missed') return <StatusBadge tone="red">Missed</StatusBadge>
  if (status === 'confirmed' && visit.checked_in_at !== null)
    return <StatusBadge tone="green">Here since {hourOf(visit.checked_in_at)}</StatusBadge>
  if (status === 'confirmed' && visit.on_the_way_at !== null)
    return <StatusBadge tone="amber">On the way since {hourOf(visit.on_the_way_at)}</StatusBadge>
  if (visit.shift_days === null) return <Unsuited />
  if (changed_by === null)
    return isPutOff(visit) ? (
      <p className={classes.text}>Put off from {formatShortDate(visit.nominal_date, today)}</p>
    ) : null
  const by = changed_by === 'vendor' ? company_name : 'the HOA representative'
  return (
    <div className={classes.note}>
      <StatusBadge tone={status === 'cancelled' ? 'red' : 'amber'}>
        {status === 'cancelled' ? 'Cancelled' : 'Moved'}
      </StatusBadge>
      <p className={classes.text}>
        {status !== 'cancelled' && earlier_date && earlier_time && (
          <>
            From {formatShortDate(earlier_date, today)} at {formatTime(earlier_time)},{' '}
          </>
        )}
        {status === 'cancelled' ? 'By' : 'by'} {by}: <q className={classes.reason}>{change_reason}</q>
      </p>
    </div>
  )
}

/** The building is closed on its day: that the vendor comes on other weekdays is no news. */
const isPutOff = ({ shift_days, weekdays, nominal_date }: ShownVisit) =>
  shift_days !== 0 && (weekdays.length === 0 || weekdays.includes(weekday(nominal_date)))

function Unsuited() {
  return (
    <div className={classes.note}>
      <StatusBadge tone="red">Cancelled</StatusBadge>
      <p className={classes.text}>No day within a week suits both the building and the vendor</p>
    </div>
  )
}
