import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  annualCostOf,
  isStricter,
  limitsOf,
  NEEDS,
  needsOf,
  policyTexts,
  SetSpendingPolicy,
  setSpendingPolicy,
  spendingForm,
  typedSpending,
} from './policy.ts'

// The rule of a building for spending: Product 4.3.

const cents = fc.integer({ min: 0, max: 1_000_000_000 })
const limits = fc
  .tuple(cents, cents)
  .map(([one, other]) => ({ alone_up_to: Math.min(one, other), two_up_to: Math.max(one, other) }))
const policies = limits.map((pair) => ({ version: 1, ...pair, names_in_record: false }))
const NO_LIMITS = { version: 3, alone_up_to: null, two_up_to: null, names_in_record: true }
const STEPS = { version: 1, alone_up_to: 5_000_00, two_up_to: 20_000_00, names_in_record: false }

test('without a rule any resident accepts, whatever a quote costs [Product 4.3]', () => {
  fc.assert(
    fc.property(cents, (cost) => {
      expect(needsOf(null, cost)).toBe('anyone')
      expect(needsOf(NO_LIMITS, cost)).toBe('anyone')
    }),
  )
  expect(limitsOf(NO_LIMITS)).toBeNull()
})

test('up to one limit an officer decides, up to the other two, above it the owners; each limit belongs below [Product 4.3]', () => {
  fc.assert(
    fc.property(policies, cents, (policy, cost) => {
      const needs = needsOf(policy, cost)
      expect(needs).not.toBe('anyone')
      expect(needs === 'alone').toBe(cost <= policy.alone_up_to)
      expect(needs === 'vote').toBe(cost > policy.two_up_to)
    }),
  )
  const costs = [5_000_00, 5_000_01, 20_000_00, 20_000_01]
  expect(costs.map((cost) => needsOf(STEPS, cost))).toEqual(['alone', 'two', 'two', 'vote'])
})

test('what costs more never needs less, and a lower limit never asks for less [Product 4.3]', () => {
  fc.assert(
    fc.property(policies, policies, cents, cents, (policy, other, one, more) => {
      const [low, high] = [Math.min(one, more), Math.max(one, more)]
      expect(isStricter(needsOf(policy, low), needsOf(policy, high))).toBe(false)
      const tighter = {
        ...policy,
        alone_up_to: Math.min(policy.alone_up_to, other.alone_up_to),
        two_up_to: Math.min(policy.two_up_to, other.two_up_to),
      }
      expect(isStricter(needsOf(policy, one), needsOf(tighter, one))).toBe(false)
    }),
  )
  expect(NEEDS.map((need) => isStricter(need, 'alone'))).toEqual([false, false, true, true])
})

test('a year costs at least one visit with what is paid once [Product 4.3]', () => {
  expect(annualCostOf({ within_a_year: 1_300_00, each: 100_00, once: 0 })).toBe(1_300_00)
  // No visit of the first year suits both sides; later ones do.
  expect(annualCostOf({ within_a_year: 0, each: 100_00, once: 50_00 })).toBe(150_00)
})

test('a rule is set after the version that was shown; the same again changes nothing [Product 4.3]', () => {
  const wanted = { alone_up_to: 1_00, two_up_to: 2_00, names_in_record: false }
  expect(setSpendingPolicy({ version: 0, ...wanted }, null)).toEqual({ version: 1, ...wanted })
  const current = { version: 1, ...wanted }
  expect(setSpendingPolicy({ version: 0, ...wanted }, current)).toBeNull()
  expect(setSpendingPolicy({ version: 1, ...wanted, two_up_to: 3_00 }, current)).toEqual({
    version: 2,
    ...wanted,
    two_up_to: 3_00,
  })
  expect(() => setSpendingPolicy({ version: 0, ...wanted, two_up_to: 3_00 }, current)).toThrow(/meanwhile/)
  // A building that never said anything has no rule already.
  const none = { alone_up_to: null, two_up_to: null, names_in_record: false }
  expect(setSpendingPolicy({ version: 0, ...none }, null)).toBeNull()
})

test('limits come together and rise [Product 4.3]', () => {
  const check = (alone_up_to: number | null, two_up_to: number | null) =>
    SetSpendingPolicy.safeParse({ version: 0, alone_up_to, two_up_to, names_in_record: false }).success
  expect(check(null, null)).toBe(true)
  expect(check(0, 0)).toBe(true)
  expect(check(5, 4)).toBe(false)
  expect(check(5, null)).toBe(false)
  expect(check(null, 5)).toBe(false)
})

test('limits are typed in dollars, 0 too, and shown as they were typed [Product 4.3]', () => {
  const read = (alone_up_to: string, two_up_to: string) =>
    spendingForm.safeParse({ alone_up_to, two_up_to, names_in_record: true }).data
  expect(read('0', '$5,000')).toEqual({ alone_up_to: 0, two_up_to: 5_000_00, names_in_record: true })
  expect(read('5,000', '4,000')).toBeUndefined()
  expect(read('', '4,000')).toBeUndefined()
  fc.assert(
    fc.property(policies, ({ version, ...shown }) => {
      expect(spendingForm.parse(typedSpending({ version, ...shown }))).toEqual(shown)
    }),
  )
})

test('a rule is said in a sentence for each step that it has [Product 4.3]', () => {
  expect(policyTexts(null)).toHaveLength(1)
  expect(policyTexts(STEPS)).toEqual([
    'Up to $5,000.00 a year, an officer accepts alone.',
    'Up to $20,000.00 a year, two officers accept together.',
    'Above it, the owners vote.',
  ])
  expect(policyTexts({ ...STEPS, alone_up_to: 0, two_up_to: 0 })).toEqual(['The owners vote on every quote.'])
})
