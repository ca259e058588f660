import { expect, test } from 'vitest'
import { isSameOffer, revenueWindow } from './vendor.ts'

test('an offer is the same when it has the same types, in any order', () => {
  expect(isSameOffer(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(isSameOffer([], [])).toBe(true)
  expect(isSameOffer(['a'], ['a', 'b'])).toBe(false)
  expect(isSameOffer(['a', 'b'], ['a'])).toBe(false)
  expect(isSameOffer(['a'], ['b'])).toBe(false)
})

test('the revenue of the next 7 days counts confirmed visits from today through six days ahead [2.vendor.2] [7.dashboard.2] [9.time.2]', () => {
  expect(revenueWindow('2026-12-29')).toEqual({ from: '2026-12-29', to: '2027-01-04', status: 'confirmed' })
})
