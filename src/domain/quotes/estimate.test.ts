import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_PRICE } from '../money.ts'
import { monthlyEstimate, visitsPerMonth } from './estimate.ts'

const price = fc.integer({ min: 1, max: MAX_PRICE })
const weeks = fc.integer({ min: 1, max: 52 })

test('visits per month are 52 / weeks / 12, rounded to 1 decimal [9.estimate.1]', () => {
  const options = [1, 2, 4, 8, 12, 26, 52].map(visitsPerMonth)
  expect(options).toEqual([4.3, 2.2, 1.1, 0.5, 0.4, 0.2, 0.1])
  for (let every = 1; every <= 52; every++)
    expect(visitsPerMonth(every)).toBe(Number((52 / every / 12).toFixed(1)))
})

test('the estimate is the price times visits per month, to the cent [9.estimate.2]', () => {
  fc.assert(
    fc.property(price, weeks, (cents, every) => {
      const tenths = BigInt((52 / every / 12).toFixed(1).replace('.', ''))
      const exact = BigInt(cents) * tenths
      const rounded = exact / 10n + (exact % 10n >= 5n ? 1n : 0n)
      expect(BigInt(monthlyEstimate(cents, every))).toBe(rounded)
    }),
  )
})

test('known estimates; monthly where the frequency is unknown [9.estimate.3]', () => {
  expect(monthlyEstimate(9_999, 1)).toBe(42_996)
  expect(monthlyEstimate(10_000, 4)).toBe(11_000)
  expect(monthlyEstimate(5, 8)).toBe(3)
  expect(monthlyEstimate(10_000, null)).toBe(11_000)
})
