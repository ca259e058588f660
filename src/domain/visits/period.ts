import {
  addDays,
  type CalendarDate,
  dayOfMonth,
  daysBetween,
  daysInMonth,
  firstOfNextMonth,
  formatMonth,
  formatMonthDay,
  startOfMonth,
  weekday,
} from '../calendar.ts'

/** How a calendar shows visits. */
export const CALENDAR_VIEWS = ['month', 'week', 'agenda'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** Days one after the other: `until` is the day after the last one. */
export type Period = { from: CalendarDate; until: CalendarDate }

/** An agenda shows so many days. */
const AGENDA_DAYS = 28

/** Weeks begin on Sunday, as on calendars of the country. */
const weekOf = (date: CalendarDate) => addDays(date, -(weekday(date) % 7))

/** The days that a calendar shows at a date: whole weeks around its month, its week, or four weeks from it on. Product 1.7 */
export function periodOf(view: CalendarView, date: CalendarDate): Period {
  if (view === 'agenda') return { from: date, until: addDays(date, AGENDA_DAYS) }
  if (view === 'week') return { from: weekOf(date), until: addDays(weekOf(date), 7) }
  const last = addDays(firstOfNextMonth(date), -1)
  return { from: weekOf(startOfMonth(date)), until: addDays(weekOf(last), 7) }
}

/** The date at which the calendar shows the period after, or with -1 the one before; a month keeps the day where it can. */
export function stepFrom(view: CalendarView, date: CalendarDate, by: 1 | -1): CalendarDate {
  if (view === 'week') return addDays(date, 7 * by)
  if (view === 'agenda') return addDays(date, AGENDA_DAYS * by)
  const month = by === 1 ? firstOfNextMonth(date) : startOfMonth(addDays(startOfMonth(date), -1))
  return addDays(month, Math.min(dayOfMonth(date), daysInMonth(month)) - 1)
}

/** Each day of a period. */
export function daysOfPeriod({ from, until }: Period): CalendarDate[] {
  return Array.from({ length: daysBetween(from, until) }, (_, index) => addDays(from, index))
}

/** 'December 2026', or 'Dec 27 to Jan 2, 2027' for days that are no month. */
export function periodText(view: CalendarView, date: CalendarDate): string {
  if (view === 'month') return formatMonth(date)
  const { from, until } = periodOf(view, date)
  const last = addDays(until, -1)
  const year = last.slice(0, 4)
  const first = from.startsWith(year) ? formatMonthDay(from) : `${formatMonthDay(from)}, ${from.slice(0, 4)}`
  return `${first} to ${formatMonthDay(last)}, ${year}`
}
