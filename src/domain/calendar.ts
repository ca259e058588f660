import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { localTime } from './clocks.ts'

dayjs.extend(utc)

/**
 * A day as 'YYYY-MM-DD', without a time or a zone. Everything here counts in UTC, so the clocks' change
 * never adds or loses a day; only `today` knows the city's zone.
 */
export type CalendarDate = string

const DATE = 'YYYY-MM-DD'
/** The milliseconds of every day in UTC. */
const DAY_MS = 24 * 60 * 60 * 1000

function day(date: CalendarDate) {
  return dayjs.utc(date)
}

/** True for a day that exists, written 'YYYY-MM-DD', in the years 1900 to 2999 (the portal's calendar). */
export function isCalendarDate(text: string): boolean {
  return /^(19|2\d)\d\d-\d\d-\d\d$/.test(text) && day(text).format(DATE) === text
}

/** The calendar date of the instant `now` in the city's zone ('America/Los_Angeles'). Decisions, 'Names'. */
export function today(now: Date, timeZone: string): CalendarDate {
  return cityTime(now, timeZone).date
}

/** A moment as the city's people say it: the date there, and the hour on its clocks as 'HH:MM:SS'. */
export type CityTime = { date: CalendarDate; time: string }

/** The moment `now` on the city's calendar and clocks. */
export function cityTime(now: Date, timeZone: string): CityTime {
  const [date = '', time = ''] = localTime(now, timeZone).toISOString().split(/[T.]/)
  return { date, time }
}

/** The date `days` days later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, DATE.length)
}

/** The date `weeks` weeks of seven days later. */
export function addWeeks(date: CalendarDate, weeks: number): CalendarDate {
  return addDays(date, weeks * 7)
}

/** The same day `years` years later; 29 February becomes 28 February in a year without one. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  return day(date).add(years, 'year').format(DATE)
}

/** How many days `to` is after `from`: 0 on the same day, negative when it is before. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return day(to).diff(day(from), 'day')
}

/** The day of the month, 1 to 31. */
export function dayOfMonth(date: CalendarDate): number {
  return day(date).date()
}

/** How many days the date's month has, 28 to 31. */
export function daysInMonth(date: CalendarDate): number {
  return day(date).daysInMonth()
}

/** The 1st of the date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return day(date).startOf('month').format(DATE)
}

/** The 1st of the month after the date's month: the day on which fees are due. Section 9. */
export function firstOfNextMonth(date: CalendarDate): CalendarDate {
  return day(date).startOf('month').add(1, 'month').format(DATE)
}

/** Long US format: '2026-11-21' → 'November 21, 2026'. Section 2, screen 11. */
export function formatLongDate(date: CalendarDate): string {
  return day(date).format('MMMM D, YYYY')
}

/** The month of a date: '2026-11-21' → 'November 2026'. */
export function formatMonth(date: CalendarDate): string {
  return day(date).format('MMMM YYYY')
}

/** Short format: 'Tue, Nov 24', and 'Tue, Nov 24, 2026' when its year is not that of `reference` (today). */
export function formatShortDate(date: CalendarDate, reference: CalendarDate = date): string {
  return day(date).format(day(date).isSame(day(reference), 'year') ? 'ddd, MMM D' : 'ddd, MMM D, YYYY')
}

/** The same without the weekday: 'Dec 1', and 'Dec 1, 2027' when its year is not that of `reference` (today). */
export function formatMonthDay(date: CalendarDate, reference: CalendarDate = date): string {
  return day(date).format(day(date).isSame(day(reference), 'year') ? 'MMM D' : 'MMM D, YYYY')
}

/** Wall-clock time as people read it: '09:00:00' (or '09:00') → '9:00 AM'. */
export function formatTime(time: string): string {
  return dayjs.utc(`2000-01-01T${time}`).format('h:mm A')
}
