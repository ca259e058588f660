import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMajority, isQuorate, MAJORITIES } from './majority.ts'

// Majorities and the quorum: Product 4.4.

const weights = fc.nat(10_000_000_000)
/** Weights of yes, no and the rest of the roll. */
const support = fc.tuple(weights, weights, weights).map(([yes, no, rest]) => ({
  yes,
  decided: yes + no,
  all: yes + no + rest,
}))
const majorities = fc.constantFrom(...MAJORITIES)

test('a majority is exact, by the fractions themselves', () => {
  expect(isMajority('two_thirds', { yes: 2, decided: 3, all: 3 })).toBe(true)
  expect(isMajority('two_thirds', { yes: 6_666_666_666, decided: 10_000_000_000, all: 10_000_000_000 })).toBe(
    false,
  )
  expect(isMajority('two_thirds', { yes: 6_666_666_667, decided: 10_000_000_000, all: 10_000_000_000 })).toBe(
    true,
  )
  expect(isMajority('three_quarters', { yes: 3, decided: 4, all: 9 })).toBe(true)
  expect(isMajority('three_quarters', { yes: 2_999_999, decided: 4_000_000, all: 4_000_000 })).toBe(false)
  expect(isMajority('half_of_all', { yes: 5, decided: 5, all: 10 })).toBe(false)
  expect(isMajority('half_of_all', { yes: 6, decided: 6, all: 10 })).toBe(true)
  expect(isMajority('more_yes', { yes: 1, decided: 2, all: 100 })).toBe(false)
  expect(isMajority('more_yes', { yes: 2, decided: 3, all: 100 })).toBe(true)
})

test('two thirds of nobody, and any other part of nobody, pass nothing', () => {
  for (const majority of MAJORITIES) {
    expect(isMajority(majority, { yes: 0, decided: 0, all: 0 }), majority).toBe(false)
    expect(isMajority(majority, { yes: 0, decided: 0, all: 12 }), majority).toBe(false)
  }
})

test('shares like 1/3 count by their parts, so a larger unit of measure changes nothing', () => {
  fc.assert(
    fc.property(majorities, support, fc.integer({ min: 1, max: 100_000 }), (majority, part, times) => {
      const larger = { yes: part.yes * times, decided: part.decided * times, all: part.all * times }
      fc.pre(Number.isSafeInteger(larger.all))
      expect(isMajority(majority, larger)).toBe(isMajority(majority, part))
    }),
  )
})

test('one more in favor never makes a passed vote fail', () => {
  fc.assert(
    fc.property(majorities, support, (majority, part) => {
      fc.pre(isMajority(majority, part) && part.yes < part.decided)
      expect(isMajority(majority, { ...part, yes: part.yes + 1 })).toBe(true)
    }),
  )
})

test('a larger majority includes the smaller ones', () => {
  fc.assert(
    fc.property(support, (part) => {
      if (isMajority('three_quarters', part)) expect(isMajority('two_thirds', part)).toBe(true)
      if (isMajority('two_thirds', part)) expect(isMajority('more_yes', part)).toBe(true)
      if (isMajority('half_of_all', part)) expect(isMajority('more_yes', part)).toBe(true)
    }),
  )
})

test('those who don’t take part matter only to more than half of all', () => {
  fc.assert(
    fc.property(majorities, support, weights, (majority, part, away) => {
      const before = isMajority(majority, part)
      const after = isMajority(majority, { ...part, all: part.all + away })
      if (majority === 'half_of_all') expect(Number(after)).toBeLessThanOrEqual(Number(before))
      else expect(after).toBe(before)
    }),
  )
})

test('a quorum is reached at its percentage, not below, and by nobody of nobody', () => {
  expect(isQuorate(50, { voted: 12, all: 24 })).toBe(true)
  expect(isQuorate(50, { voted: 12, all: 25 })).toBe(false)
  expect(isQuorate(33, { voted: 1, all: 3 })).toBe(true)
  expect(isQuorate(34, { voted: 1, all: 3 })).toBe(false)
  expect(isQuorate(100, { voted: 9_999_999_999, all: 10_000_000_000 })).toBe(false)
  expect(isQuorate(1, { voted: 0, all: 0 })).toBe(false)
  expect(isQuorate(0, { voted: 0, all: 0 })).toBe(true)
})

test('a quorum needs no more people for a lower percentage', () => {
  const roll = fc.tuple(weights, weights).map(([voted, away]) => ({ voted, all: voted + away }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), roll, (percent, part) => {
      if (isQuorate(percent, part)) expect(isQuorate(percent - 1, part)).toBe(true)
    }),
  )
})
