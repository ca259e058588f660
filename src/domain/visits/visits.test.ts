import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addYears } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { bookedSchedule, daysToBook, visitDates } from './visits.ts'

const DAY = 86_400_000
const toDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const someDay = fc.integer({ min: Date.UTC(2024, 0, 1) / DAY, max: Date.UTC(2036, 0, 1) / DAY })

function recurring(weeks: number | null, start: string, end: string | null) {
  return visitDates({
    service_type: 'recurring',
    required_every_weeks: weeks,
    preferred_start_date: start,
    preferred_end_date: end,
  })
}

// The oracle walks the calendar one day at a time and counts, so it shares no formula with the rule.
function walk(first: number, last: number, weeks: number): string[] {
  const dates = []
  for (let day = first, since = 0; day <= last; day++, since = (since + 1) % (weeks * 7)) {
    if (since === 0) dates.push(toDate(day))
  }
  return dates
}

test('one visit every N weeks, from the start up to and including the end [4.visit.2]', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 52 }),
      fc.integer({ min: 0, max: 3600 }),
      (first, weeks, days) => {
        expect(recurring(weeks, toDate(first), toDate(first + days))).toEqual(
          walk(first, first + days, weeks),
        )
      },
    ),
    { numRuns: 300 },
  )
})

test('an end date that falls on a visit is a visit, the day before it is not', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 52 }),
      fc.integer({ min: 1, max: 100 }),
      (first, weeks, count) => {
        const last = first + weeks * 7 * count
        expect(recurring(weeks, toDate(first), toDate(last))).toHaveLength(count + 1)
        expect(recurring(weeks, toDate(first), toDate(last)).at(-1)).toBe(toDate(last))
        expect(recurring(weeks, toDate(first), toDate(last - 1))).toHaveLength(count)
      },
    ),
  )
})

test("the clocks' change and 29 February move no visit", () => {
  expect(recurring(1, '2026-03-01', '2026-03-22')).toEqual([
    '2026-03-01',
    '2026-03-08',
    '2026-03-15',
    '2026-03-22',
  ])
  expect(recurring(2, '2026-10-25', '2026-11-22')).toEqual(['2026-10-25', '2026-11-08', '2026-11-22'])
  expect(recurring(1, '2028-02-22', '2028-03-07')).toEqual(['2028-02-22', '2028-02-29', '2028-03-07'])
  expect(recurring(1, '2027-02-22', '2027-03-08')).toEqual(['2027-02-22', '2027-03-01', '2027-03-08'])
  expect(recurring(52, '2028-02-29', '2029-02-28')).toEqual(['2028-02-29', '2029-02-27'])
})

test('otherwise the start date alone [4.visit.3]', () => {
  expect(recurring(null, '2026-11-21', '2027-11-21')).toEqual(['2026-11-21'])
  expect(recurring(2, '2026-11-21', null)).toEqual(['2026-11-21'])
  for (const service_type of ['on-demand', null] as const) {
    const schedule = {
      required_every_weeks: 1,
      preferred_start_date: '2026-11-21',
      preferred_end_date: '2027-11-21',
    }
    expect(visitDates({ service_type, ...schedule })).toEqual(['2026-11-21'])
  }
})

test('at most 520 visits', () => {
  const first = Date.UTC(2026, 10, 21) / DAY
  expect(recurring(1, toDate(first), toDate(first + 519 * 7 + 6))).toHaveLength(520)
  expect(() => recurring(1, toDate(first), toDate(first + 520 * 7))).toThrow(DomainError)
  expect(() => recurring(1, '2026-11-21', '2999-12-31')).toThrow(/At most 520 visits/)
})

test('a frequency that is no whole number of weeks is refused, not looped over', () => {
  for (const weeks of [0, -1, 0.5, Number.NaN]) {
    expect(() => recurring(weeks, '2026-11-21', '2027-11-21')).toThrow(DomainError)
  }
})

test('without an end, what is booked first and what each later night adds is the formula’s series [Product 1.1]', () => {
  fc.assert(
    fc.property(
      someDay,
      fc.integer({ min: 1, max: 52 }),
      fc.integer({ min: 0, max: 800 }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }),
      (first, weeks, ahead, nights) => {
        const start = toDate(first + ahead)
        const wanted = {
          service_type: 'recurring',
          required_every_weeks: weeks,
          preferred_start_date: start,
          preferred_end_date: null,
          until_ended: true,
        } as const
        const booked = visitDates(bookedSchedule(wanted, toDate(first)))
        let night = first
        for (const later of nights) {
          night += later
          const last = booked.at(-1) ?? start
          booked.push(...daysToBook({ required_every_weeks: weeks, booked: last }, toDate(night)))
        }
        const until = addYears(toDate(night), 1)
        expect(booked).toEqual(recurring(weeks, start, until < start ? start : until))
      },
    ),
    { numRuns: 300 },
  )
})
