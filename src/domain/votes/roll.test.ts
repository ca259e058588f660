import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMajority } from './majority.ts'
import { rollOf } from './roll.ts'
import { tally } from './tally.ts'

// The roll: Product 4.1, 4.4.

const units = [
  { unit_id: 'a', number: '1', weight: 1 },
  { unit_id: 'b', number: '2', weight: 2 },
  { unit_id: 'c', number: '3', weight: 6 },
]
const holder = (unit_id: string, profile_id: string, tie: 'owner' | 'renter' = 'owner') => ({
  unit_id,
  profile_id,
  tie,
})

test('every unit is on the roll, as one or by its share; its owners vote, and no renter', () => {
  const holders = [holder('a', 'maya'), holder('a', 'ned'), holder('b', 'pia', 'renter'), holder('x', 'otto')]
  const one = rollOf(units, holders, 'unit')
  expect(one.lines.map(({ weight }) => weight)).toEqual([1, 1, 1])
  expect(one.voters).toEqual([
    { unit_id: 'a', profile_id: 'maya' },
    { unit_id: 'a', profile_id: 'ned' },
  ])
  expect(rollOf(units, holders, 'share').lines.map(({ weight }) => weight)).toEqual([1, 2, 6])
})

test('a unit has one ballot with its whole weight, however many own it', () => {
  const lists = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.string({ maxLength: 3 })))
  fc.assert(
    fc.property(lists, (owners) => {
      const { lines } = rollOf(
        units,
        owners.map(([unit, person]) => holder(unit, person)),
        'share',
      )
      expect(lines).toEqual(units)
      const roll = { units: lines.length, weight: 9 }
      const rules = {
        kind: 'yes_no',
        options: ['yes', 'no'],
        max_choices: 1,
        majority: 'two_thirds',
        quorum: 0,
      } as const
      const ballots = lines.map(({ unit_id, weight }) => ({
        weight,
        choice: [unit_id === 'c' ? 'yes' : 'no'],
      }))
      expect(tally(rules, roll, ballots).outcome).toBe('passed')
      expect(isMajority('two_thirds', { yes: 6, decided: 9, all: 9 })).toBe(true)
    }),
  )
})
