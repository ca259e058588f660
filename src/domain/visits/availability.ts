import { allForYear } from '@18f/us-federal-holidays'
import { z } from 'zod'
import { addDays, type CalendarDate, daysBetween, formatShortDate, formatTime, weekday } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { timeOfDay, typedTime } from '../text.ts'
import { VISIT_TIME } from './visits.ts'

/** Days of the week by ISO 8601, in order: 1 is Monday, 7 is Sunday. */
const weekdays = z
  .array(z.int().min(1).max(7), { error: 'Weekdays must be a list' })
  .max(7, 'A week has seven days')
  .transform((days) => [...new Set(days)].sort((one, other) => one - other))

const BOTH_OR_NONE = 'Enter both times, or none'
const time = (label: string) => timeOfDay(label).nullable()

/** When a vendor comes: on which weekdays (none named: on all), and between which times of day it arrives. Product 1.2 */
const availability = { weekdays, arrives_from: time('Arrives between'), arrives_until: time('and') }
export const Availability = z.strictObject(availability).superRefine(refuseHalfWindow)

/** The same as typed. */
export const typedAvailability = {
  ...availability,
  arrives_from: typedTime(availability.arrives_from),
  arrives_until: typedTime(availability.arrives_until),
}

/** Refuses one end of a window without the other, or one that ends before it begins. */
export function refuseHalfWindow(
  { arrives_from: from, arrives_until: until }: Pick<Availability, 'arrives_from' | 'arrives_until'>,
  context: z.RefinementCtx,
): void {
  if ((from === null) !== (until === null)) {
    const path = [from === null ? 'arrives_from' : 'arrives_until']
    context.addIssue({ code: 'custom', message: BOTH_OR_NONE, path })
  } else if (from !== null && until !== null && from >= until) {
    context.addIssue({ code: 'custom', message: 'Enter a later time', path: ['arrives_until'] })
  }
}

export type Availability = z.output<z.ZodObject<typeof availability>>

export const ANY_TIME: Availability = { weekdays: [], arrives_from: null, arrives_until: null }

/** When nobody may come to a building: on weekdays, on federal holidays, and from one time of day to another. Product 1.2 */
export const closures = {
  closed_weekdays: weekdays.refine(
    (days) => days.length < 7,
    'On one day of the week vendors must be able to come',
  ),
  closed_on_holidays: z.boolean({ error: 'Federal holidays must be yes or no' }),
  quiet_from: time('Quiet from'),
  quiet_until: time('Quiet until'),
}
export type Closures = z.output<z.ZodObject<typeof closures>>

/** Their names: fields of a building. */
export const CLOSURES = [
  'closed_weekdays',
  'closed_on_holidays',
  'quiet_from',
  'quiet_until',
] as const satisfies readonly (keyof Closures)[]

/** Refuses a quiet hour without the other, or two that are the same. */
export function refuseQuietHours(
  { quiet_from: from, quiet_until: until }: Pick<Closures, 'quiet_from' | 'quiet_until'>,
  context: z.RefinementCtx,
): void {
  if ((from === null) !== (until === null)) {
    const path = [from === null ? 'quiet_from' : 'quiet_until']
    context.addIssue({ code: 'custom', message: BOTH_OR_NONE, path })
  } else if (from !== null && from === until) {
    context.addIssue({ code: 'custom', message: 'Enter another time', path: ['quiet_until'] })
  }
}

/** A visit to book: its day by the schedule and the day it takes place, as many days later; null when no day suits both. */
export type Booking = { nominal_date: CalendarDate; scheduled_date: CalendarDate; shift_days: number | null }

/** A visit is put off by at most so many days, so that it never meets the one of the next week. */
const MOST_DAYS = 6

/**
 * The bookings of these days: each on the first day within the following six on which both may; that day itself without
 * weekdays and holidays. Product 1.2
 */
export function bookingsOn(
  days: readonly CalendarDate[],
  { weekdays }: Pick<Availability, 'weekdays'>,
  building: Closures,
) {
  return days.map((nominal_date): Booking => {
    for (let shift_days = 0; shift_days <= MOST_DAYS; shift_days += 1) {
      const scheduled_date = addDays(nominal_date, shift_days)
      const comes = weekdays.length === 0 || weekdays.includes(weekday(scheduled_date))
      if (comes && !isClosed(scheduled_date, building)) return { nominal_date, scheduled_date, shift_days }
    }
    return { nominal_date, scheduled_date: nominal_date, shift_days: null }
  })
}

/**
 * The same for a series that people have moved by a number of days: each as many days later. That may be on a weekday which
 * does not suit, so only holidays put these off further. Product 1.2, 1.3
 */
export function bookingsOfSeries(
  days: readonly CalendarDate[],
  moved: number,
  { weekdays, ...building }: Pick<Availability, 'weekdays'> & Closures,
): Booking[] {
  if (moved === 0) return bookingsOn(days, { weekdays }, building)
  return bookingsOn(days, { weekdays }, { ...building, closed_on_holidays: false }).map((placed) => {
    const on = addDays(placed.scheduled_date, moved)
    if (placed.shift_days === null || !building.closed_on_holidays || !isFederalHoliday(on))
      return { ...placed, scheduled_date: on }
    const [later] = bookingsOn([on], ANY_TIME, building)
    const shift_days = placed.shift_days + (later?.shift_days ?? MOST_DAYS + 1)
    // Without what puts it off, so that the next night finds how far people have moved the series, and no more.
    if (!later || shift_days > MOST_DAYS)
      return { ...placed, scheduled_date: addDays(placed.nominal_date, moved), shift_days: null }
    return { ...placed, scheduled_date: later.scheduled_date, shift_days }
  })
}

/** By how many days people have moved the series, as a visit of it tells. Product 1.3 */
export function daysMoved({
  nominal_date,
  series_date,
  shift_days,
}: Pick<Booking, 'nominal_date' | 'shift_days'> & { series_date: CalendarDate }): number {
  return daysBetween(nominal_date, series_date) - (shift_days ?? 0)
}

/** Whether nobody may come to the building on this day. Product 1.2 */
export function isClosed(date: CalendarDate, { closed_weekdays, closed_on_holidays }: Closures): boolean {
  return closed_weekdays.includes(weekday(date)) || (closed_on_holidays && isFederalHoliday(date))
}

/** The day itself and, when it is on a weekend, the working day on which it is observed. */
export function isFederalHoliday(date: CalendarDate): boolean {
  const year = Number(date.slice(0, 4))
  const observed = [year, year + 1].flatMap((each) => holidaysOf(each, true)) // January 1 may be observed in December
  return [...holidaysOf(year, false), ...observed].includes(date)
}

const known = new Map<string, CalendarDate[]>()

function holidaysOf(year: number, observed: boolean): CalendarDate[] {
  const key = `${year} ${observed}`
  const kept = known.get(key)
  if (kept) return kept
  const shift = { shiftSaturdayHolidays: observed, shiftSundayHolidays: observed, utc: true }
  const days = allForYear(year, shift).map(({ dateString }) => dateString)
  known.set(key, days)
  return days
}

/**
 * When a visit is on its day ('HH:MM:SS'), and the minutes within which the vendor arrives; null without a window. Without
 * one it is at nine, or when the quiet hours end. Throws 'conflict' when the window reaches into them. Product 1.2
 */
export function arrivalOf({ arrives_from: from, arrives_until: until }: Availability, building: Closures) {
  const { quiet_from, quiet_until } = building
  if (from === null || until === null) {
    const time = quiet_until !== null && isQuiet(VISIT_TIME, building) ? quiet_until : VISIT_TIME
    return { time, window_minutes: null }
  }
  const meets = quiet_from !== null && from < quiet_from && quiet_from < until
  if (isQuiet(from, building) || meets) {
    throw new DomainError(
      'conflict',
      `nobody comes to this building ${quietText(building)}, and the vendor arrives ${windowText(from, until)}`,
    )
  }
  return { time: from, window_minutes: minutes(until) - minutes(from) }
}

/** Whether nobody may come at this time of day. The quiet hours may go past midnight. */
export function isQuiet(time: string, { quiet_from: from, quiet_until: until }: Closures): boolean {
  if (from === null || until === null) return false
  return from < until ? from <= time && time < until : from <= time || time < until
}

/** Whether nobody may come to the building at this time of this day. People may choose it all the same. Product 1.2 */
export function isClosedAt(
  { scheduled_date, scheduled_time }: { scheduled_date: CalendarDate; scheduled_time: string },
  building: Closures,
): boolean {
  return isClosed(scheduled_date, building) || isQuiet(scheduled_time, building)
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** '9:00 AM', or '8:00 AM to 10:00 AM' for a visit with a window. */
export function arrivalText(time: string, window_minutes: number | null): string {
  return window_minutes === null
    ? formatTime(time)
    : `${formatTime(time)} to ${formatTime(windowEnd(time, window_minutes))}`
}

/** The end of a window that begins at a time of day, at the latest 23:59:00. */
export function windowEnd(time: string, window_minutes: number): string {
  const end = Math.min(minutes(time) + window_minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}:00`
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
export const WEEKDAYS = NAMES.map((name, index) => ({ day: index + 1, name }))

/** 'Monday to Friday', 'Saturday and Sunday', 'Monday, Wednesday, and Friday'. */
export function weekdaysText(days: readonly number[]): string {
  const names = days.map((day) => NAMES[day - 1] ?? '')
  const isRun = days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1)
  if (isRun && names.length > 2) return `${names[0]} to ${names.at(-1)}`
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

const windowText = (from: string, until: string) => `between ${formatTime(from)} and ${formatTime(until)}`

const quietText = ({ quiet_from, quiet_until }: Closures) =>
  quiet_from && quiet_until ? `from ${formatTime(quiet_from)} to ${formatTime(quiet_until)}` : ''

/** 'Comes Monday to Friday, arrives between 8:00 AM and 10:00 AM'; '' for any time. */
export function availabilityText({
  weekdays,
  arrives_from: from,
  arrives_until: until,
}: Availability): string {
  const days = weekdays.length > 0 && `comes ${weekdaysText(weekdays)}`
  return sentence([days, from !== null && until !== null && `arrives ${windowText(from, until)}`])
}

/** 'Nobody comes on Sunday, on federal holidays, from 10:00 PM to 7:00 AM'; '' when vendors may always come. */
export function closuresText(building: Closures): string {
  const { closed_weekdays: days, closed_on_holidays } = building
  const when = [
    days.length > 0 && `on ${weekdaysText(days)}`,
    closed_on_holidays && 'on federal holidays',
    quietText(building),
  ]
  const text = when.filter(Boolean).join(', ')
  return text && `Nobody comes ${text}`
}

type Timed = { scheduled_date: CalendarDate; scheduled_time: string }

/** Which of these visits are at a time when nobody comes to the building, in words; null without one. Product 1.2 */
export function closedText(visits: readonly Timed[], building: Closures, today: CalendarDate): string | null {
  const closed = visits.filter((visit) => isClosedAt(visit, building))
  const [first] = closed
  if (!first) return null
  if (visits.length === 1) return closuresText(building)
  const day = formatShortDate(first.scheduled_date, today)
  const which =
    closed.length === 1
      ? `1 of these ${visits.length} visits is`
      : `${closed.length} of these ${visits.length} visits are`
  return `${closuresText(building)}: ${which} at such a time, ${closed.length === 1 ? 'on' : 'the first on'} ${day}`
}

function sentence(parts: (string | false)[]): string {
  const text = parts.filter(Boolean).join(', ')
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
