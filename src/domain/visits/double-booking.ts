import { type CalendarDate, formatTime } from '../calendar.ts'
import { VISIT_TIME, type VisitStatus } from './visits.ts'

/** What tells when a vendor is expected: a time of day, or a window that begins then. */
export type Expected = {
  id: string
  status: VisitStatus
  scheduled_date: CalendarDate
  scheduled_time: string
  window_minutes: number | null
}

/** Whether somebody said when the vendor comes. Every visit is booked at nine, and until then any hour of its day suits. */
const hasHour = ({ scheduled_time, window_minutes }: Expected) =>
  window_minutes !== null || scheduled_time !== VISIT_TIME

/** A visit without a window takes the minute of its time. A window ends before its last minute, where the next may begin. */
const lastsMinutes = ({ window_minutes }: Expected) => Math.max(window_minutes ?? 1, 1)

const startOf = ({ scheduled_time }: Expected) =>
  Number(scheduled_time.slice(0, 2)) * 60 + Number(scheduled_time.slice(3, 5))

/**
 * Whether two visits of one vendor can't both be kept as they are told: both are to take place, on one day, and the times
 * or windows that were agreed overlap. Product 1.7
 */
export function overlap(one: Expected, other: Expected): boolean {
  if (one.id === other.id || one.scheduled_date !== other.scheduled_date) return false
  if (one.status !== 'confirmed' || other.status !== 'confirmed') return false
  if (!hasHour(one) || !hasHour(other)) return false
  const [start, otherStart] = [startOf(one), startOf(other)]
  return start < otherStart + lastsMinutes(other) && otherStart < start + lastsMinutes(one)
}

/** How many other visits of its vendor a visit overlaps, and the first of them. */
export type DoubleBooking<V> = { visits: number; first: V }

/** Those of one vendor's visits that are booked double, by their ids. Product 1.7 */
export function doubleBookings<V extends Expected>(visits: readonly V[]): Map<string, DoubleBooking<V>> {
  const found = new Map<string, DoubleBooking<V>>()
  const add = (to: V, other: V) => {
    const known = found.get(to.id)
    if (known) known.visits += 1
    else found.set(to.id, { visits: 1, first: other })
  }
  const sorted = [...visits].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  for (const [index, visit] of sorted.entries()) {
    const end = startOf(visit) + lastsMinutes(visit)
    for (let next = index + 1; next < sorted.length; next += 1) {
      const later = sorted[next]
      // They begin one after the other: none after this one can overlap.
      if (!later || later.scheduled_date !== visit.scheduled_date || startOf(later) >= end) break
      if (!overlap(visit, later)) continue
      add(visit, later)
      add(later, visit)
    }
  }
  return found
}

const orderOf = ({ scheduled_date, scheduled_time, id }: Expected) =>
  `${scheduled_date} ${scheduled_time} ${id}`

type OtherVisit = { name: string; address: string; scheduled_time: string }

/** 'Overlaps Tree Care at 420 Denny Way, 9:00 AM, and 2 other visits' */
export function doubleBookedText({ visits, first }: DoubleBooking<OtherVisit>): string {
  const others = visits - 1
  const more = others === 0 ? '' : `, and ${others === 1 ? '1 other visit' : `${others} other visits`}`
  return `Overlaps ${first.name} at ${first.address}, ${formatTime(first.scheduled_time)}${more}`
}
