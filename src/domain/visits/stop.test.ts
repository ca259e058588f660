import { expect, test } from 'vitest'
import { beforeEnd, requireServed, stopOfDay } from './stop.ts'

const pause = { from_date: '2026-12-07', until_date: '2026-12-13' }
const end = { from_date: '2027-02-01', until_date: null }
const on = (scheduled_date: string) => ({ scheduled_date })

test('a pause and an end hold their first day, and a pause its last one [Product 1.6]', () => {
  const held = (day: string) => stopOfDay(day, [end, pause])
  expect(['2026-12-06', '2026-12-14', '2027-01-31'].map(held)).toEqual([undefined, undefined, undefined])
  expect(['2026-12-07', '2026-12-13'].map(held)).toEqual([pause, pause])
  expect(['2027-02-01', '2029-01-01'].map(held)).toEqual([end, end])
})

test('visits are booked until the first that would take place at or after the end; pauses leave no gap', () => {
  const visits = ['2026-12-08', '2027-01-29', '2027-02-01', '2027-01-31'].map(on)
  expect(beforeEnd(visits, [pause, end])).toEqual(visits.slice(0, 2))
  expect(beforeEnd(visits, [pause])).toEqual(visits)
})

test('nobody comes on a day of a pause or after the end, and the message says why', () => {
  const to = (day: string, service?: string) => () => requireServed(on(day), [pause, end], service)
  expect(to('2026-12-14')).not.toThrow()
  expect(to('2026-12-08')).toThrow(
    'nobody comes on Tue, Dec 8: the service is paused from Mon, Dec 7 to Sun, Dec 13. Choose another day',
  )
  expect(to('2027-02-02', 'Snow Removal at 1431 Minor Ave')).toThrow(
    'nobody comes on Tue, Feb 2: Snow Removal at 1431 Minor Ave ends on Mon, Feb 1. Choose another day',
  )
})
