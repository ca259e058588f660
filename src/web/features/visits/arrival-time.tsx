import { addDays, type CalendarDate, formatShortDate, formatTime } from '../../../domain/calendar.ts'
import { windowEnd } from '../../../domain/visits/availability.ts'
import type { ShownVisit } from './visit.ts'
import classes from './visit-note.module.css'

type Props = { visit: Pick<ShownVisit, 'scheduled_time' | 'window_minutes'> }

/** '8:00 AM', and below it until when the vendor arrives, where that was agreed. */
export function ArrivalTime({ visit: { scheduled_time, window_minutes } }: Props) {
  return (
    <>
      {formatTime(scheduled_time)}
      {window_minutes !== null && (
        <small className={classes.until}> to {formatTime(windowEnd(scheduled_time, window_minutes))}</small>
      )}
    </>
  )
}

/** 'Tue, Nov 24', and before it whether that is today or tomorrow. */
export function DayName({ date, today }: { date: CalendarDate; today: CalendarDate }) {
  const day = formatShortDate(date, today)
  const near = date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : null
  if (near === null) return day
  return (
    <>
      {near} <span className={classes.near}>{day}</span>
    </>
  )
}
