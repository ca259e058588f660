import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calendar from './calendar.ts'

const DAY = 86_400_000

// A machine in Samoa, which skipped December 30, 2011: no result may depend on the machine's time zone.
const machineZone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'Pacific/Apia'
})
afterAll(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

const someDay = fc
  .integer({ min: Date.UTC(2000, 0, 1) / DAY, max: Date.UTC(2100, 0, 1) / DAY })
  .map((day) => ({ day, date: new Date(day * DAY).toISOString().slice(0, 10) }))

test('adding days ignores daylight saving time', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -4000, max: 4000 }), ({ day, date }, days) => {
      const later = calendar.addDays(date, days)
      expect(Date.parse(later) / DAY).toBe(day + days)
      expect(calendar.daysBetween(date, later)).toBe(days)
      expect(calendar.addWeeks(date, days)).toBe(calendar.addDays(date, days * 7))
    }),
  )
})

test("the machine's time zone does not matter", () => {
  expect(new Date(2011, 11, 30).getDate()).toBe(31)
  expect(calendar.addDays('2011-12-29', 1)).toBe('2011-12-30')
  expect(calendar.isCalendarDate('2011-12-30')).toBe(true)
  expect(calendar.daysBetween('2011-12-29', '2011-12-31')).toBe(2)
})

test('month starts and lengths match the Gregorian calendar', () => {
  fc.assert(
    fc.property(someDay, ({ date }) => {
      const [year, month] = date.split('-').map(Number) as [number, number]
      const days = month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
      const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
      expect(calendar.daysInMonth(date)).toBe(days)
      expect(calendar.dayOfMonth(date)).toBe(Number(date.slice(8)))
      expect(calendar.startOfMonth(date)).toBe(`${date.slice(0, 8)}01`)
      expect(calendar.firstOfNextMonth(date)).toBe(next)
    }),
  )
})

test('a year later is the same day, or February 28 without a 29th', () => {
  expect(calendar.addYears('2024-02-29', 1)).toBe('2025-02-28')
  expect(calendar.addYears('2024-02-29', 4)).toBe('2028-02-29')
  expect(calendar.addYears('2026-12-31', 1)).toBe('2027-12-31')
})

test('every existing day is a calendar date, and nothing else is', () => {
  fc.assert(
    fc.property(someDay, ({ date }) => {
      expect(calendar.isCalendarDate(date)).toBe(true)
    }),
  )
  expect(calendar.isCalendarDate('2024-02-29')).toBe(true)
  const wrong = [
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '0026-01-01',
    '9999-01-01',
    '',
    'x',
  ]
  for (const text of [...wrong, '2026-01-01T00:00', ' 2026-01-01', '2026-01-01\n']) {
    expect(calendar.isCalendarDate(text), text).toBe(false)
  }
})

test.each([
  ['2026-11-21T07:59:59.999Z', '2026-11-20'],
  ['2026-11-21T08:00:00Z', '2026-11-21'],
  // Daylight saving time starts on March 8, 2026 at 10:00Z: midnight is 08:00Z before, 07:00Z after.
  ['2026-03-08T07:59:59Z', '2026-03-07'],
  ['2026-03-08T08:00:00Z', '2026-03-08'],
  ['2026-03-09T06:59:59Z', '2026-03-08'],
  ['2026-03-09T07:00:00Z', '2026-03-09'],
  // It ends on November 1, 2026 at 09:00Z, a day of 25 hours.
  ['2026-11-01T06:59:59Z', '2026-10-31'],
  ['2026-11-01T07:00:00Z', '2026-11-01'],
  ['2026-11-02T07:59:59Z', '2026-11-01'],
  ['2026-11-02T08:00:00Z', '2026-11-02'],
])('at %s it is %s in Los Angeles', (instant, date) => {
  expect(calendar.today(new Date(instant), 'America/Los_Angeles')).toBe(date)
})

test('today depends only on the time zone', () => {
  const instant = new Date('2026-12-31T23:30:00Z')
  expect(calendar.today(instant, 'UTC')).toBe('2026-12-31')
  expect(calendar.today(instant, 'Europe/Berlin')).toBe('2027-01-01')
})

test('dates and times are shown in US format [2.services.10] [9.money.2]', () => {
  expect(calendar.formatLongDate('2026-11-21')).toBe('November 21, 2026')
  expect(calendar.formatShortDate('2026-11-24')).toBe('Tue, Nov 24')
  expect(calendar.formatShortDate('2026-11-24', '2026-01-01')).toBe('Tue, Nov 24')
  expect(calendar.formatShortDate('2027-01-02', '2026-12-31')).toBe('Sat, Jan 2, 2027')
  expect(calendar.formatMonthDay('2026-12-01', '2026-11-20')).toBe('Dec 1')
  expect(calendar.formatMonthDay('2027-01-11', '2026-11-20')).toBe('Jan 11, 2027')
  expect(calendar.formatTime('09:00:00')).toBe('9:00 AM')
  expect(calendar.formatTime('00:05')).toBe('12:05 AM')
  expect(calendar.formatTime('13:30:00')).toBe('1:30 PM')
})

function leap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
