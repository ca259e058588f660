import { addDays, type CalendarDate, formatShortDate } from '../../../domain/calendar.ts'
import classes from './vendor-visits.module.css'

type Props = { date: CalendarDate; today: CalendarDate }

/** 'Tue, Nov 24', and before it whether that is today or tomorrow. */
export function DayName({ date, today }: Props) {
  const day = formatShortDate(date, today)
  const near = date === today ? 'Today' : date === addDays(today, 1) ? 'Tomorrow' : null
  if (near === null) return day
  return (
    <>
      {near} <span className={classes.near}>{day}</span>
    </>
  )
}
