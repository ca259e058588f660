import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAJORITIES } from './majority.ts'
import { VOTE_KINDS } from './tally.ts'
import { choiceLabel, majorityText, outcomeText, partText, sumText, turnoutText } from './vote-words.ts'

// What is said of a vote: Product 4.4.

const options = [
  { id: 'a', label: 'Ana Ruiz' },
  { id: 'b', label: 'Ben Cole' },
  { id: 'c', label: 'Cai Wu' },
]

test('an outcome says what was decided', () => {
  const said = (
    kind: 'yes_no' | 'one' | 'election',
    outcome: 'passed' | 'rejected' | 'tie',
    winners: string[],
  ) => outcomeText({ kind, outcome, winners }, options)
  expect(said('yes_no', 'passed', ['yes'])).toBe('Passed')
  expect(said('yes_no', 'rejected', [])).toBe('Not passed')
  expect(said('yes_no', 'tie', [])).toBe('A tie: it did not pass')
  expect(said('election', 'passed', ['a', 'c', 'b'])).toBe('Elected: Ana Ruiz, Cai Wu and Ben Cole')
  expect(said('election', 'tie', ['b'])).toBe('Elected: Ben Cole; a tie for the rest')
  expect(said('one', 'tie', [])).toBe('A tie: nothing was decided')
  expect(said('one', 'passed', ['a'])).toBe('Chosen: Ana Ruiz')
  expect(outcomeText({ kind: 'one', outcome: 'failed_quorum', winners: [] }, options)).toContain(
    'Failed quorum',
  )
})

test('a choice, a turnout and sums are said in words and figures', () => {
  expect(choiceLabel(['a', 'c'], options)).toBe('Ana Ruiz, Cai Wu')
  expect(choiceLabel(['abstain'], options)).toBe('Abstain')
  expect(choiceLabel(['yes'], [])).toBe('Yes')
  const result = { roll: { units: 24, weight: 1000 }, voted: { units: 14, weight: 583 } }
  expect(turnoutText({ roll: { units: 24, weight: 24 }, voted: { units: 14, weight: 14 } }, 'unit')).toBe(
    '14 of 24 units (58.3 %)',
  )
  expect(turnoutText(result, 'share')).toBe('14 of 24 units, 58.3 % by share')
  expect(sumText({ units: 1, weight: 250 }, 'share')).toBe('250 (1 unit)')
  expect(sumText({ units: 1200, weight: 1200 }, 'unit')).toBe('1,200')
})

test('each rule has a sentence', () => {
  const said = VOTE_KINDS.flatMap((kind) => MAJORITIES.map((majority) => majorityText(kind, majority)))
  expect(new Set(said).size).toBe(2 * MAJORITIES.length)
  expect(majorityText('yes_no', 'two_thirds')).toBe('Passes with two thirds of yes and no')
})

test('a part is shown no larger than it is', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (part, rest) => {
      const shown = Number.parseFloat(partText(part, part + rest))
      const exact = part + rest === 0 ? 0 : (part * 100) / (part + rest)
      expect(shown).toBeLessThanOrEqual(exact + 1e-9)
      expect(shown).toBeGreaterThan(exact - 0.1001)
    }),
  )
  expect(partText(1, 3)).toBe('33.3 %')
  expect(partText(1, 2)).toBe('50 %')
  expect(partText(999_999, 1_000_000)).toBe('99.9 %')
})
