import { type CalendarDate, formatShortDate, formatTime } from '../calendar.ts'
import { formatNumber } from '../number.ts'
import type { When } from './change.ts'

/** 'Tue, Nov 24 at 9:00 AM'. */
export function visitTime({ scheduled_date, scheduled_time }: When, today: CalendarDate): string {
  return `${formatShortDate(scheduled_date, today)} at ${formatTime(scheduled_time)}`
}

/** '1 Snow Removal visit', '9 Snow Removal visits'. */
export function countedVisits(visits: number, service: string): string {
  return visits === 1 ? `1 ${service} visit` : `${visits} ${service} visits`
}

/** '1 visit', '9 visits'. */
export const visitCount = (visits: number) => (visits === 1 ? '1 visit' : `${formatNumber(visits)} visits`)
