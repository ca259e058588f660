import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween, startOfMonth, weekday } from '../calendar.ts'
import { MOST_CALENDAR_DAYS } from './calendar-query.ts'
import { CALENDAR_VIEWS, daysOfPeriod, periodOf, periodText, stepFrom } from './period.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
const view = fc.constantFrom(...CALENDAR_VIEWS)

test.each([
  ['month', '2026-11-25', '2026-11-01', '2026-12-06'],
  ['month', '2026-02-10', '2026-02-01', '2026-03-01'], // four weeks exactly
  ['month', '2026-08-31', '2026-07-26', '2026-09-06'], // six weeks
  ['week', '2026-11-25', '2026-11-22', '2026-11-29'],
  ['week', '2026-11-22', '2026-11-22', '2026-11-29'], // a Sunday begins its week
  ['week', '2026-03-08', '2026-03-08', '2026-03-15'], // the clocks change
  ['agenda', '2026-11-25', '2026-11-25', '2026-12-23'],
] as const)('a %s at %s shows %s until before %s [Product 1.7]', (view, date, from, until) => {
  expect(periodOf(view, date)).toEqual({ from, until })
})

test('every period holds its date, and the server answers it at once', () => {
  fc.assert(
    fc.property(view, day, (shown, date) => {
      const period = periodOf(shown, date)
      expect(daysOfPeriod(period)).toContain(date)
      expect(daysBetween(period.from, period.until)).toBeLessThanOrEqual(MOST_CALENDAR_DAYS)
      if (shown !== 'agenda')
        expect([weekday(period.from), weekday(addDays(period.until, -1))]).toEqual([7, 6])
    }),
  )
})

test('periods follow each other without a gap, and a step back leads to where one was', () => {
  fc.assert(
    fc.property(view, day, (shown, date) => {
      const next = stepFrom(shown, date, 1)
      if (shown === 'month') {
        expect(startOfMonth(stepFrom(shown, next, -1))).toBe(startOfMonth(date))
        expect(addDays(startOfMonth(next), -1).slice(0, 7)).toBe(date.slice(0, 7))
      } else {
        expect(periodOf(shown, next).from).toBe(periodOf(shown, date).until)
        expect(stepFrom(shown, next, -1)).toBe(date)
      }
    }),
  )
})

test('a month keeps the day, or takes its last one', () => {
  expect(stepFrom('month', '2026-12-31', 1)).toBe('2027-01-31')
  expect(stepFrom('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(stepFrom('month', '2026-03-31', -1)).toBe('2026-02-28')
})

test('a period is named', () => {
  expect(periodText('month', '2026-11-25')).toBe('November 2026')
  expect(periodText('week', '2026-11-25')).toBe('Nov 22 to Nov 28, 2026')
  expect(periodText('week', '2026-12-30')).toBe('Dec 27, 2026 to Jan 2, 2027')
})
