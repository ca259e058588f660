import { expect, test } from 'vitest'
import { canStop, endedFrom, shownStops, stopText } from './stopped.ts'

const TODAY = '2026-11-20'
const end = { from_date: '2026-12-04', until_date: null }
const pause = { from_date: '2026-12-01', until_date: '2026-12-14' }

test('an end and a pause say their days, an end also whether it is over [Product 1.6]', () => {
  expect(stopText(end, TODAY)).toBe('Ends Dec 4')
  expect(stopText(end, '2026-12-03')).toBe('Ends Dec 4')
  expect(stopText(end, '2026-12-04')).toBe('Ended Dec 4')
  expect(stopText(pause, TODAY)).toBe('Paused Dec 1 to Dec 14')
  expect(stopText({ ...pause, until_date: '2027-01-02' }, TODAY)).toBe('Paused Dec 1 to Jan 2, 2027')
  expect(stopText({ ...pause, until_date: '2026-12-01' }, TODAY)).toBe('Paused Dec 1')
})

test('a service with a visit to come can be ended or paused until somebody ends it [Product 1.6]', () => {
  expect(canStop([], '2026-11-24')).toBe(true)
  expect(canStop([pause], '2026-11-24')).toBe(true)
  expect(canStop([], null)).toBe(false)
  expect(canStop([pause, end], '2026-11-24')).toBe(false)
  expect(endedFrom([pause, end])).toBe('2026-12-04')
  expect(endedFrom([pause])).toBeNull()
})

test('a pause is shown until its last day, an end always, and no pause that begins at the end or after it', () => {
  expect(shownStops([pause], '2026-12-14')).toEqual([pause])
  expect(shownStops([pause], '2026-12-15')).toEqual([])
  expect(shownStops([end], '2027-03-01')).toEqual([end])
  expect(shownStops([pause, end], TODAY)).toEqual([pause, end])
  const later = { from_date: '2026-12-04', until_date: '2026-12-20' }
  expect(shownStops([later, end], TODAY)).toEqual([end])
})
