import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addWeeks, weekday } from '../calendar.ts'
import * as rules from './availability.ts'

const open: rules.Closures = {
  closed_weekdays: [],
  closed_on_holidays: false,
  quiet_from: null,
  quiet_until: null,
}
const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))
const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }))

test('without weekdays and holidays every visit is on its day [Product 1.2] [4.visit.2]', () => {
  fc.assert(
    fc.property(fc.array(date), (all) => {
      for (const { nominal_date, scheduled_date, shift_days } of rules.bookingsOn(
        all,
        rules.ANY_TIME,
        open,
      )) {
        expect(scheduled_date).toBe(nominal_date)
        expect(shift_days).toBe(0)
      }
    }),
  )
})

test('a visit is put off to the first day within six on which both may, or left out [Product 1.2]', () => {
  const suits = (day: string, weekdays: number[], building: rules.Closures) =>
    (weekdays.length === 0 || weekdays.includes(weekday(day))) &&
    !building.closed_weekdays.includes(weekday(day)) &&
    !(building.closed_on_holidays && rules.isFederalHoliday(day))
  fc.assert(
    fc.property(date, days, days, fc.boolean(), (start, weekdays, closed_weekdays, closed_on_holidays) => {
      const building = { ...open, closed_weekdays, closed_on_holidays }
      const weekly = Array.from({ length: 60 }, (_, week) => addWeeks(start, week))
      const bookings = rules.bookingsOn(weekly, { weekdays }, building)
      expect(bookings.map(({ nominal_date }) => nominal_date)).toEqual(weekly)
      const week = [0, 1, 2, 3, 4, 5, 6]
      for (const { nominal_date, scheduled_date, shift_days } of bookings) {
        const first = week.find((days) => suits(addDays(nominal_date, days), weekdays, building))
        expect(shift_days).toBe(first ?? null)
        expect(scheduled_date).toBe(addDays(nominal_date, first ?? 0))
      }
      // No two visits of a week meet.
      const booked = bookings
        .filter(({ shift_days }) => shift_days !== null)
        .map((each) => each.scheduled_date)
      expect(booked).toEqual([...new Set(booked)].sort())
    }),
  )
})

test('federal holidays count on their own day and on the day when they are observed', () => {
  const of = (year: number) =>
    Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day)).filter(
      (day) => day.startsWith(`${year}`) && rules.isFederalHoliday(day),
    )
  expect(of(2027)).toEqual([
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-05-31',
    '2027-06-18',
    '2027-06-19',
    '2027-07-04',
    '2027-07-05',
    '2027-09-06',
    '2027-10-11',
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-25',
    '2027-12-31', // January 1, 2028 is a Saturday
  ])
})

test('a series that people moved stays as far from its days, and only holidays put it off [Product 1.2] [Product 1.3]', () => {
  const building = { ...open, weekdays: [2], closed_weekdays: [3, 7], closed_on_holidays: true }
  const mondays = ['2026-11-16', '2026-11-23'] // booked on Tuesdays
  const on = (moved: number) =>
    rules.bookingsOfSeries(mondays, moved, building).map(({ scheduled_date }) => scheduled_date)
  expect(on(0)).toEqual(['2026-11-17', '2026-11-24'])
  expect(on(1)).toEqual(['2026-11-18', '2026-11-25']) // Wednesdays, for which people have decided
  expect(on(2)).toEqual(['2026-11-19', '2026-11-27']) // the 26th is Thanksgiving
  expect(rules.bookingsOfSeries(mondays, 2, building)[1]).toMatchObject({
    nominal_date: '2026-11-23',
    shift_days: 2,
  })
})

test('night by night, with moves between, is booked as all at once by how far people moved the series [Product 1.1]', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ nights: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ move: fc.integer({ min: -9, max: 9 }) }),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: 1, max: 4 }),
      days,
      days.filter((all) => all.length < 7),
      fc.boolean(),
      steps,
      (start, weeks, weekdays, closed_weekdays, closed_on_holidays, all) => {
        const building = { ...open, weekdays, closed_weekdays, closed_on_holidays }
        const dayOf = (visit: number) => addWeeks(start, visit * weeks)
        const [first] = rules.bookingsOn([start], building, building)
        if (!first) throw new Error('There is no first visit')
        const booked = [{ ...first, series_date: first.scheduled_date }]
        let moved = 0
        for (const step of all) {
          if ('move' in step) {
            moved += step.move
            for (const visit of booked) visit.series_date = addDays(visit.series_date, step.move)
            continue
          }
          const nights = Array.from({ length: step.nights }, (_, night) => dayOf(booked.length + night))
          const atOnce = rules.bookingsOfSeries(nights, moved, building)
          for (const [night, day] of nights.entries()) {
            const last = booked.at(-1) ?? { ...first, series_date: first.scheduled_date }
            expect(rules.daysMoved(last)).toBe(moved)
            const [next] = rules.bookingsOfSeries([day], rules.daysMoved(last), building)
            expect(next).toEqual(atOnce[night])
            if (next) booked.push({ ...next, series_date: next.scheduled_date })
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('a visit is at nine, after the quiet hours, or at the start of its window [9.time.1] [Product 1.2]', () => {
  const at = (
    from: string | null,
    until: string | null,
    quiet_from: string | null,
    quiet_until: string | null,
  ) =>
    rules.arrivalOf(
      { weekdays: [], arrives_from: from, arrives_until: until },
      { ...open, quiet_from, quiet_until },
    )
  expect(at(null, null, null, null)).toEqual({ time: '09:00:00', window_minutes: null })
  expect(at(null, null, '22:00:00', '07:00:00')).toMatchObject({ time: '09:00:00' })
  expect(at(null, null, '20:00:00', '10:30:00')).toMatchObject({ time: '10:30:00' })
  expect(at('07:00:00', '09:30:00', '22:00:00', '07:00:00')).toEqual({
    time: '07:00:00',
    window_minutes: 150,
  })
  expect(at('20:00:00', '22:00:00', '22:00:00', '07:00:00')).toMatchObject({ time: '20:00:00' })
  for (const [from, until] of [
    ['06:59:00', '08:00:00'],
    ['21:00:00', '22:01:00'],
    ['23:00:00', '23:30:00'],
  ] as const)
    expect(() => at(from, until, '22:00:00', '07:00:00')).toThrow('from 10:00 PM to 7:00 AM')
  expect(() => at('11:00:00', '15:00:00', '12:00:00', '14:00:00')).toThrow('between 11:00 AM and 3:00 PM')
  expect(rules.arrivalText('23:00:00', 120)).toBe('11:00 PM to 11:59 PM')
})

test('days and hours are said as people say them', () => {
  expect([[1, 2, 3, 4, 5], [6, 7], [1, 3, 5], [2]].map(rules.weekdaysText)).toEqual([
    'Monday to Friday',
    'Saturday and Sunday',
    'Monday, Wednesday, and Friday',
    'Tuesday',
  ])
  expect(rules.availabilityText(rules.ANY_TIME)).toBe('')
  expect(
    rules.availabilityText({ weekdays: [6, 7], arrives_from: '08:00:00', arrives_until: '10:00:00' }),
  ).toBe('Comes Saturday and Sunday, arrives between 8:00 AM and 10:00 AM')
  expect(rules.closuresText(open)).toBe('')
  expect(
    rules.closuresText({
      closed_weekdays: [7],
      closed_on_holidays: true,
      quiet_from: '22:00:00',
      quiet_until: '07:00:00',
    }),
  ).toBe('Nobody comes on Sunday, on federal holidays, from 10:00 PM to 7:00 AM')
})

test('a window needs both ends, in order', () => {
  const refusal = (arrives_from: string | null, arrives_until: string | null) =>
    rules.Availability.safeParse({ weekdays: [], arrives_from, arrives_until }).error?.issues[0]?.message
  expect(refusal('08:00', '10:00')).toBeUndefined()
  expect(refusal(null, '10:00')).toBe('Enter both times, or none')
  expect(refusal('10:00', '10:00')).toBe('Enter a later time')
  expect(
    rules.Availability.parse({ weekdays: [5, 1, 5], arrives_from: null, arrives_until: null }).weekdays,
  ).toEqual([1, 5])
  expect(
    rules.Availability.safeParse({ weekdays: [0], arrives_from: null, arrives_until: null }).success,
  ).toBe(false)
})

test('a time is closed on a closed weekday, a holiday, and in the quiet hours [Product 1.2]', () => {
  const building = { ...open, closed_weekdays: [7], closed_on_holidays: true }
  const night = { ...open, quiet_from: '22:00:00', quiet_until: '07:00:00' }
  const isClosed = (scheduled_date: string, scheduled_time: string, of: rules.Closures) =>
    rules.isClosedAt({ scheduled_date, scheduled_time }, of)
  expect(isClosed('2026-11-29', '09:00:00', building)).toBe(true)
  expect(isClosed('2026-11-26', '09:00:00', building)).toBe(true)
  expect(isClosed('2026-11-27', '09:00:00', building)).toBe(false)
  expect(
    ['21:59:00', '22:00:00', '06:59:00', '07:00:00'].map((at) => isClosed('2026-11-29', at, night)),
  ).toEqual([false, true, true, false])
  expect(isClosed('2026-11-26', '23:00:00', open)).toBe(false)
})

test('of visits at closed times it is said how many, and when the first is [Product 1.2]', () => {
  const building: rules.Closures = {
    ...open,
    closed_weekdays: [7],
    quiet_from: '22:00:00',
    quiet_until: '07:00:00',
  }
  const at = (scheduled_date: string, scheduled_time = '09:00:00') => ({ scheduled_date, scheduled_time })
  const [friday, sunday] = ['2026-12-04', '2026-12-06']
  const text = (...visits: ReturnType<typeof at>[]) => rules.closedText(visits, building, '2026-11-20')
  const closed = 'Nobody comes on Sunday, from 10:00 PM to 7:00 AM'
  expect(text(at(friday), at(friday, '21:59:00'))).toBeNull()
  expect(text()).toBeNull()
  expect(text(at(sunday))).toBe(closed)
  expect(text(at(friday, '22:00:00'))).toBe(closed)
  expect(text(at(friday), at(sunday), at('2026-12-12'))).toBe(
    `${closed}: 1 of these 3 visits is at such a time, on Sun, Dec 6`,
  )
  expect(text(at(friday), at(sunday), at('2026-12-13'))).toBe(
    `${closed}: 2 of these 3 visits are at such a time, the first on Sun, Dec 6`,
  )
})
