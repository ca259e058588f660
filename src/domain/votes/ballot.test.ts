import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CASTERS, type CastBy, castBallot, casterOf, type SignedUnit, signBallot } from './ballot.ts'

// Ballots: Product 4.4.

const NOW = new Date('2026-11-20T20:00:00Z')
const open = { state: 'open', opens_at: null, closes_at: new Date('2026-11-21T20:00:00Z') } as const

test('an owner votes as such, whether or not they hold a proxy; others only with one', () => {
  expect(casterOf({ is_voter: true, holds_proxy: false })).toBe('owner')
  expect(casterOf({ is_voter: true, holds_proxy: true })).toBe('owner')
  expect(casterOf({ is_voter: false, holds_proxy: true })).toBe('proxy')
  expect(casterOf({ is_voter: false, holds_proxy: false })).toBeNull()
})

test('an owner votes after all, in the place of a proxy or a paper, and not the other way', () => {
  const cast = (by: CastBy, earlier: CastBy | null) => () => castBallot(open, by, earlier, NOW)
  for (const by of CASTERS) expect(cast(by, null)).not.toThrow()
  expect(cast('owner', 'proxy')).not.toThrow()
  expect(cast('owner', 'paper')).not.toThrow()
  expect(cast('paper', 'proxy')).not.toThrow()
  expect(cast('proxy', 'owner')).toThrow('an owner of this unit has voted already')
  expect(cast('proxy', 'paper')).toThrow('voted on paper')
  expect(cast('paper', 'owner')).toThrow('an owner of this unit has voted already')
})

test('nothing is cast once the vote is closed', () => {
  expect(() => castBallot({ ...open, closes_at: NOW }, 'owner', null, NOW)).toThrow('this vote is closed')
  expect(() => castBallot({ ...open, state: 'closed' }, 'owner', 'owner', NOW)).toThrow('this vote is closed')
  expect(() => signBallot({ ...open, closes_at: NOW }, null, 'a', NOW)).toThrow('this vote is closed')
})

test('of any ballots and changes a unit has one: the last of those in the highest name', () => {
  const attempts = fc.array(fc.record({ by: fc.constantFrom(...CASTERS), choice: fc.nat(3) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(attempts, (tries) => {
      let ballot: { by: CastBy; choice: number } | null = null
      for (const attempt of tries) {
        try {
          castBallot(open, attempt.by, (ballot as { by: CastBy } | null)?.by ?? null, NOW)
          ballot = attempt
        } catch {
          // Refused: the earlier one stays.
        }
      }
      const highest = CASTERS.findLast((by) => tries.some((each) => each.by === by))
      expect(ballot).toEqual(tries.findLast(({ by }) => by === highest) ?? null)
    }),
  )
})

test('a unit gets one blinded token signed, however many browsers try', () => {
  const attempts = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(attempts, (tries) => {
      let signed: SignedUnit = null
      const given: string[] = []
      for (const blinded of tries) {
        try {
          signBallot(open, signed, blinded, NOW)
          signed = { blinded }
          given.push(blinded)
        } catch {
          // Refused.
        }
      }
      expect(given).toEqual(tries.filter((each) => each === tries[0]))
    }),
  )
})

test('the same blinded token is signed again, another one or after a paper ballot is not', () => {
  expect(signBallot(open, null, 'a', NOW)).toBe('new')
  expect(signBallot(open, { blinded: 'a' }, 'a', NOW)).toBe('again')
  expect(() => signBallot(open, { blinded: 'a' }, 'b', NOW)).toThrow('begun on another device')
  expect(() => signBallot(open, 'paper', 'a', NOW)).toThrow('voted on paper')
})
