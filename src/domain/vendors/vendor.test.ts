import { expect, test } from 'vitest'
import { isSameOffer } from './vendor.ts'

test('an offer is the same when it has the same types, in any order', () => {
  expect(isSameOffer(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(isSameOffer([], [])).toBe(true)
  expect(isSameOffer(['a'], ['a', 'b'])).toBe(false)
  expect(isSameOffer(['a', 'b'], ['a'])).toBe(false)
  expect(isSameOffer(['a'], ['b'])).toBe(false)
})
