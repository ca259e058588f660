import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSTAIN, CHOICE_BITS, choiceBits, choiceOfBits, requireChoice, YES_NO } from './choice.ts'

// What a ballot chooses: Product 4.4.

const question = { options: YES_NO, max_choices: 1 }
const board = { options: ['ana', 'ben', 'cai', 'dot'], max_choices: 3 }

test('a ballot chooses options of its vote, each once, at most so many, or abstains', () => {
  expect(requireChoice(question, ['no'])).toEqual(['no'])
  expect(requireChoice(board, ['dot', 'ana'])).toEqual(['ana', 'dot'])
  expect(requireChoice(board, [ABSTAIN])).toEqual([ABSTAIN])
  expect(() => requireChoice(question, [])).toThrow('Choose an option, or abstain')
  expect(() => requireChoice(question, ['yes', 'no'])).toThrow('Choose one option')
  expect(() => requireChoice(question, ['maybe'])).toThrow('options of this vote')
  expect(() => requireChoice(question, ['yes', 'yes'])).toThrow('chosen once')
  expect(() => requireChoice(board, ['ana', ABSTAIN])).toThrow('options of this vote')
  expect(() => requireChoice(board, board.options)).toThrow('at most 3 options')
})

const votes = fc.integer({ min: 1, max: CHOICE_BITS - 1 }).chain((count) =>
  fc.record({
    options: fc.constant(Array.from({ length: count }, (_, at) => `option ${at}`)),
    max_choices: fc.integer({ min: 1, max: count }),
  }),
)

test('every choice has bits of its own, from which it is read again', () => {
  const ballots = votes.chain((vote) =>
    fc.tuple(
      fc.constant(vote),
      fc.oneof(
        fc.constant([ABSTAIN]),
        fc.subarray(vote.options, { minLength: 1, maxLength: vote.max_choices }),
      ),
    ),
  )
  fc.assert(
    fc.property(ballots, ([vote, chosen]) => {
      const bits = choiceBits(vote, chosen)
      expect(Number.isInteger(bits) && bits >= 0 && bits < 2 ** CHOICE_BITS).toBe(true)
      expect(choiceOfBits(vote, bits)).toEqual(requireChoice(vote, chosen))
    }),
  )
})

test('bits of no option, or of too many, are refused', () => {
  expect(() => choiceOfBits(question, 4)).toThrow('options of this vote')
  expect(() => choiceOfBits(question, 3)).toThrow('Choose one option')
  expect(() => choiceOfBits(question, 2 ** 31)).toThrow('options of this vote')
  expect(() => choiceOfBits(question, -1)).toThrow('options of this vote')
  expect(() => choiceOfBits(question, 1.5)).toThrow('options of this vote')
})
