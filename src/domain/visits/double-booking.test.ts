import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubleBookings, type Expected, overlap } from './double-booking.ts'
import { VISIT_STATUSES } from './visits.ts'

const visit = (id: string, scheduled_time: string, window_minutes: number | null = null): Expected => ({
  id,
  status: 'confirmed',
  scheduled_date: '2026-12-01',
  scheduled_time,
  window_minutes,
})

test.each([
  ['the same time', visit('a', '10:00:00'), visit('b', '10:00:00'), true],
  ['the hour at which every visit is booked', visit('a', '09:00:00'), visit('b', '09:00:00'), false],
  ['that hour within a window', visit('a', '08:00:00', 120), visit('b', '09:00:00'), false],
  ['a minute later', visit('a', '09:00:00'), visit('b', '09:01:00'), false],
  ['a time within a window', visit('a', '08:00:00', 120), visit('b', '09:59:00'), true],
  ['a time at the end of a window', visit('a', '08:00:00', 120), visit('b', '10:00:00'), false],
  ['windows that overlap', visit('a', '08:00:00', 121), visit('b', '10:00:00', 60), true],
  ['windows one after the other', visit('a', '08:00:00', 120), visit('b', '10:00:00', 60), false],
  ['a window within another', visit('a', '08:00:00', 480), visit('b', '10:00:00', 30), true],
  ['a window past midnight', visit('a', '23:00:00', 120), visit('b', '00:30:00'), false],
  ['another day', visit('a', '10:00:00'), { ...visit('b', '10:00:00'), scheduled_date: '2026-12-02' }, false],
  ['itself', visit('a', '10:00:00'), visit('a', '10:00:00'), false],
])('%s: overlap %# [Product 1.7]', (_, one, other, expected) => {
  expect(overlap(one, other)).toBe(expected)
  expect(overlap(other, one)).toBe(expected)
})

test.each(
  VISIT_STATUSES.filter((status) => status !== 'confirmed'),
)('a visit that is %s leaves its time free', (status) => {
  expect(overlap(visit('a', '10:00:00'), { ...visit('b', '10:00:00'), status })).toBe(false)
})

const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(
    (minute) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`,
  )
const anyVisits = fc
  .array(
    fc.record({
      status: fc.constantFrom(...VISIT_STATUSES, 'confirmed' as const, 'confirmed' as const),
      scheduled_date: fc.constantFrom('2026-12-01', '2026-12-02'),
      scheduled_time: fc.oneof(time, fc.constantFrom('09:00:00', '10:00:00')),
      window_minutes: fc.option(fc.integer({ min: 1, max: 200 })),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((each, index) => ({ ...each, id: String(index) })))

/** The minutes of a visit to come, one by one: shares no formula with the rule. */
function minutesOf({ status, scheduled_date, scheduled_time, window_minutes }: Expected): Set<number> {
  if (status !== 'confirmed') return new Set()
  if (window_minutes === null && scheduled_time === '09:00:00') return new Set()
  // Windows end on their day: each day is a year apart here.
  const day = scheduled_date === '2026-12-01' ? 0 : 1_000_000
  const [hour = 0, minute = 0] = scheduled_time.split(':').map(Number)
  return new Set(Array.from({ length: window_minutes ?? 1 }, (_, index) => day + hour * 60 + minute + index))
}

test('of any visits those are double booked that share a minute with another one to come [Product 1.7]', () => {
  fc.assert(
    fc.property(anyVisits, (visits) => {
      const found = doubleBookings(visits)
      const minutes = visits.map(minutesOf)
      for (const [index, one] of visits.entries()) {
        const others = visits.filter(
          (_, other) =>
            other !== index && [...(minutes[index] ?? [])].some((minute) => minutes[other]?.has(minute)),
        )
        expect(found.get(one.id)?.visits ?? 0).toBe(others.length)
        if (others.length > 0) expect(others.includes(found.get(one.id)?.first ?? one)).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})
