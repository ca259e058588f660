import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestRemainder, monthShares, unitShares } from './shares.ts'

// Shares of a budget: Product 3.4.

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const cents = fc.integer({ min: 0, max: 10_000_000_000 })

test('shares add up to the whole, each within a cent of its part, larger weights never less', () => {
  const weights = fc
    .array(fc.nat(10_000), { minLength: 1, maxLength: 200 })
    .filter((all) => all.some((weight) => weight > 0))
  fc.assert(
    fc.property(cents, weights, (whole, all) => {
      const shares = largestRemainder(whole, all)
      expect(sum(shares)).toBe(whole)
      for (const [at, share] of shares.entries()) {
        const exact = (whole * (all[at] ?? 0)) / sum(all)
        expect(Math.abs(share - exact)).toBeLessThan(1.01)
        for (const [other, weight] of all.entries())
          if (weight > (all[at] ?? 0)) expect(shares[other]).toBeGreaterThanOrEqual(share)
      }
    }),
  )
})

test('the cents that are left go to the largest remainders, the first of equal ones', () => {
  expect(largestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(largestRemainder(10, [6, 3, 1, 0])).toEqual([6, 3, 1, 0])
  expect(largestRemainder(5, [1, 2])).toEqual([2, 3])
})

test('units bear a whole together, the first of them a cent more', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 3000 }), (whole, units) => {
      const shares = unitShares(whole, units)
      expect(shares && shares.units * shares.each + shares.one_more).toBe(whole)
      expect(shares?.one_more).toBeLessThan(units)
    }),
  )
  expect(unitShares(100_00, 24)).toEqual({ units: 24, each: 4_16, one_more: 16 })
  expect(unitShares(100_00, null)).toBeNull()
  expect(unitShares(100_00, 0)).toBeNull()
})

test('twelve months are the year', () => {
  fc.assert(fc.property(cents, (whole) => sum(monthShares(whole)) === whole))
  expect(monthShares(1000_00).slice(0, 5)).toEqual([83_34, 83_34, 83_34, 83_34, 83_33])
})
