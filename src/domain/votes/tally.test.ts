import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSTAIN, YES_NO } from './choice.ts'
import { MAJORITIES } from './majority.ts'
import { type CountedBallot, tally, VOTE_KINDS, type VoteRules } from './tally.ts'

// Counting: Product 4.4.

const question = {
  kind: 'yes_no',
  options: YES_NO,
  max_choices: 1,
  majority: 'more_yes',
  quorum: 0,
} as const satisfies VoteRules
const board = { ...question, kind: 'election', options: ['ana', 'ben', 'cai'], max_choices: 2 } as const

/** Ballots of one unit each, from 'yes yes no' or 'ana+ben cai'. */
const ballotsOf = (text: string): CountedBallot[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((choice) => ({ weight: 1, choice: choice.split('+') }))
const count = (rules: VoteRules, text: string, units = 10) =>
  tally(rules, { units, weight: units }, ballotsOf(text))

test('a question passes with more yes than no, and a tie does not', () => {
  expect(count(question, 'yes yes no')).toMatchObject({ outcome: 'passed', winners: ['yes'] })
  expect(count(question, 'yes no')).toMatchObject({ outcome: 'tie', winners: [] })
  expect(count(question, 'no yes no')).toMatchObject({ outcome: 'rejected', winners: [] })
  expect(count(question, '')).toMatchObject({ outcome: 'rejected', winners: [] })
  expect(count(question, 'abstain abstain')).toMatchObject({ outcome: 'rejected', winners: [] })
})

test('abstentions count for the quorum, and neither for nor against', () => {
  const half = { ...question, quorum: 50 }
  expect(count(half, 'yes abstain abstain abstain')).toMatchObject({ outcome: 'failed_quorum' })
  expect(count(half, 'yes abstain abstain abstain abstain')).toMatchObject({
    outcome: 'passed',
    voted: { units: 5, weight: 5 },
    abstained: { units: 4, weight: 4 },
  })
  expect(count({ ...half, majority: 'half_of_all' }, 'yes yes yes yes yes abstain')).toMatchObject({
    outcome: 'rejected',
  })
})

test('two thirds of nobody pass nothing, and an empty roll has no quorum', () => {
  for (const majority of MAJORITIES)
    expect(count({ ...question, majority }, '', 0).outcome, majority).toBe('rejected')
  expect(count({ ...question, quorum: 1 }, '', 0).outcome).toBe('failed_quorum')
})

test('weights decide, exactly: a third and a third are two thirds', () => {
  const thirds = [1, 1, 1].map((weight, at) => ({ weight, choice: [at < 2 ? 'yes' : 'no'] }))
  const rules = { ...question, majority: 'two_thirds' } as const
  expect(tally(rules, { units: 3, weight: 3 }, thirds).outcome).toBe('passed')
  const nearly = [6666, 1, 3333].map((weight, at) => ({ weight, choice: [at === 0 ? 'yes' : 'no'] }))
  expect(tally(rules, { units: 3, weight: 10_000 }, nearly).outcome).toBe('rejected')
})

test('the strongest options win as many seats as there are; a tie for the last seat leaves it empty', () => {
  expect(count(board, 'ana+ben ana ben cai')).toMatchObject({ outcome: 'passed', winners: ['ana', 'ben'] })
  expect(count(board, 'ana+ben ana cai')).toMatchObject({ outcome: 'tie', winners: ['ana'] })
  expect(count(board, 'ana ben cai')).toMatchObject({ outcome: 'tie', winners: [] })
  expect(count(board, 'ana')).toMatchObject({ outcome: 'passed', winners: ['ana'] })
  expect(count(board, 'abstain')).toMatchObject({ outcome: 'rejected', winners: [] })
  expect(count({ ...board, kind: 'one', max_choices: 1 }, 'ana ana ben cai')).toMatchObject({
    outcome: 'passed',
    winners: ['ana'],
  })
})

test('of many, a majority is asked of each that wins', () => {
  const strict = { ...board, majority: 'half_of_all' } as const
  expect(count(strict, 'ana+ben ana ana+cai', 5)).toMatchObject({ outcome: 'passed', winners: ['ana'] })
  expect(count({ ...board, majority: 'two_thirds' }, 'ana+ben ana cai', 9)).toMatchObject({
    outcome: 'passed',
    winners: ['ana'],
  })
})

const rules: fc.Arbitrary<VoteRules> = fc
  .record({
    kind: fc.constantFrom(...VOTE_KINDS),
    majority: fc.constantFrom(...MAJORITIES),
    quorum: fc.nat(100),
    count: fc.integer({ min: 2, max: 6 }),
    seats: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ kind, majority, quorum, count, seats }) => ({
    kind,
    majority,
    quorum,
    options: kind === 'yes_no' ? YES_NO : Array.from({ length: count }, (_, at) => `option ${at}`),
    max_choices: kind === 'yes_no' || kind === 'one' ? 1 : Math.min(seats, count),
  }))

const polls = rules.chain((own) => {
  const choice = fc.oneof(
    fc.constant<string[]>([ABSTAIN]),
    fc.subarray([...own.options], { minLength: 1, maxLength: own.max_choices }),
  )
  const ballots = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 1_000_000 }), choice }), {
    maxLength: 30,
  })
  return fc.tuple(fc.constant(own), ballots, fc.nat(5_000_000))
})
const rollOfAll = (ballots: readonly CountedBallot[], away: number) => ({
  units: ballots.length + away,
  weight: ballots.reduce((sum, { weight }) => sum + weight, away),
})

test('nothing is lost or counted twice, and the order of the ballots changes nothing', () => {
  fc.assert(
    fc.property(polls, fc.infiniteStream(fc.nat()), ([own, ballots, away], order) => {
      const result = tally(own, rollOfAll(ballots, away), ballots)
      const weightOf = (list: readonly CountedBallot[]) => list.reduce((sum, { weight }) => sum + weight, 0)
      expect(result.voted).toEqual({ units: ballots.length, weight: weightOf(ballots) })
      for (const { option, units, weight } of [...result.options, { option: ABSTAIN, ...result.abstained }]) {
        const own = ballots.filter(({ choice }) => choice.includes(option))
        expect({ units, weight }).toEqual({ units: own.length, weight: weightOf(own) })
      }
      const shuffled = ballots
        .map((ballot) => ({ ballot, at: order.next().value ?? 0 }))
        .sort((one, other) => one.at - other.at)
        .map(({ ballot }) => ballot)
      expect(tally(own, rollOfAll(ballots, away), shuffled)).toEqual(result)
    }),
  )
})

test('weights in another unit of measure give the same outcome', () => {
  fc.assert(
    fc.property(polls, fc.integer({ min: 2, max: 1000 }), ([own, ballots, away], times) => {
      const { units, weight } = rollOfAll(ballots, away)
      const larger = ballots.map((ballot) => ({ ...ballot, weight: ballot.weight * times }))
      const { outcome, winners } = tally(own, { units, weight }, ballots)
      expect(tally(own, { units, weight: weight * times }, larger)).toMatchObject({ outcome, winners })
    }),
  )
})

test('winners have more than every other option, and never more win than there is room for', () => {
  fc.assert(
    fc.property(polls, ([own, ballots, away]) => {
      const { options, winners, outcome } = tally(own, rollOfAll(ballots, away), ballots)
      expect(winners.length).toBeLessThanOrEqual(own.max_choices)
      if (outcome === 'passed') expect(winners.length).toBeGreaterThan(0)
      if (outcome === 'rejected' || outcome === 'failed_quorum') expect(winners).toEqual([])
      const weakest = Math.min(
        ...options.filter((each) => winners.includes(each.option)).map((w) => w.weight),
      )
      for (const { option, weight } of options)
        if (!winners.includes(option))
          expect(weight).toBeLessThan(winners.length > 0 ? weakest : Number.POSITIVE_INFINITY)
    }),
  )
})
