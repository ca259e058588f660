import { type CalendarDate, formatShortDate, formatTime } from '../calendar.ts'
import type { When } from './change.ts'

/** 'Tue, Nov 24 at 9:00 AM'. */
export function visitTime({ scheduled_date, scheduled_time }: When, today: CalendarDate): string {
  return `${formatShortDate(scheduled_date, today)} at ${formatTime(scheduled_time)}`
}
