import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { localTime } from './clocks.ts'

dayjs.extend(utc)

/**
 * A date 'YYYY-MM-DD' without time or time zone. All arithmetic is in UTC, so daylight saving time never adds or drops a
 * day. Only `today` and `cityTime` take a time zone.
 */
export type CalendarDate = string

const DATE = 'YYYY-MM-DD'
/** Every UTC day has this many milliseconds. */
const DAY_MS = 24 * 60 * 60 * 1000

function day(date: CalendarDate) {
  return dayjs.utc(date)
}

/** Whether the text is an existing date 'YYYY-MM-DD' in the years 1900 to 2999. */
export function isCalendarDate(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && day(text).format(DATE) === text
}

/** The calendar date at `now` in a time zone ('America/Los_Angeles'). */
export function today(now: Date, timeZone: string): CalendarDate {
  return cityTime(now, timeZone).date
}

/** Local date and time of the city; `time` is 'HH:MM:SS'. */
export type CityTime = { date: CalendarDate; time: string }

/** The local date and time at `now` in a time zone. */
export function cityTime(now: Date, timeZone: string): CityTime {
  const [date = '', time = ''] = localTime(now, timeZone).toISOString().split(/[T.]/)
  return { date, time }
}

/** The date `days` days later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, DATE.length)
}

/** The date `weeks` weeks later (earlier when negative). */
export function addWeeks(date: CalendarDate, weeks: number): CalendarDate {
  return addDays(date, weeks * 7)
}

/** The same day `years` years later; February 29 becomes February 28 in a year without it. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  return day(date).add(years, 'year').format(DATE)
}

/** The number of days from `from` to `to`: 0 on the same day, negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return day(to).diff(day(from), 'day')
}

/** The day of the week by ISO 8601: 1 is Monday, 7 is Sunday. */
export function weekday(date: CalendarDate): number {
  return day(date).day() || 7
}

/** The day of the month, 1 to 31. */
export function dayOfMonth(date: CalendarDate): number {
  return day(date).date()
}

/** The number of days in the date's month, 28 to 31. */
export function daysInMonth(date: CalendarDate): number {
  return day(date).daysInMonth()
}

/** The 1st of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return day(date).startOf('month').format(DATE)
}

/** The 1st of the next month, when fees are due. */
export function firstOfNextMonth(date: CalendarDate): CalendarDate {
  return day(date).startOf('month').add(1, 'month').format(DATE)
}

/** Long US format: '2026-11-21' → 'November 21, 2026'. [2.services.10] [9.money.2] */
export function formatLongDate(date: CalendarDate): string {
  return day(date).format('MMMM D, YYYY')
}

/** The month and year of a date: '2026-11-21' → 'November 2026'. */
export function formatMonth(date: CalendarDate): string {
  return day(date).format('MMMM YYYY')
}

const isSameYear = (one: CalendarDate, other: CalendarDate) => one.slice(0, 4) === other.slice(0, 4)

/** Short US format: 'Tue, Nov 24'; with the year if it differs from that of `reference` (today): 'Tue, Nov 24, 2026'. */
export function formatShortDate(date: CalendarDate, reference: CalendarDate = date): string {
  return day(date).format(isSameYear(date, reference) ? 'ddd, MMM D' : 'ddd, MMM D, YYYY')
}

/** The same without the weekday: 'Dec 1' or 'Dec 1, 2027'. */
export function formatMonthDay(date: CalendarDate, reference: CalendarDate = date): string {
  return day(date).format(isSameYear(date, reference) ? 'MMM D' : 'MMM D, YYYY')
}

/** A time of day in US format: '09:00:00' or '09:00' → '9:00 AM'. [9.money.2] */
export function formatTime(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}
