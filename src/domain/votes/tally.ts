import { ABSTAIN } from './choice.ts'
import { isMajority, isQuorate, type Majority } from './majority.ts'

/** A question of yes and no, one of many, several of many, candidates for seats. Product 4.4 */
export const VOTE_KINDS = ['yes_no', 'one', 'several', 'election'] as const
export type VoteKind = (typeof VOTE_KINDS)[number]

/** What decides a vote. `max_choices` is also how many options win, an election's seats; `quorum` in percent. */
export type VoteRules = {
  kind: VoteKind
  options: readonly string[]
  max_choices: number
  majority: Majority
  quorum: number
}

/** A number of units, and their weights together. */
export type UnitSum = { units: number; weight: number }
/** A ballot that counts: the weight of its unit, and its checked choice. */
export type CountedBallot = { weight: number; choice: readonly string[] }

/** 'tie': as many for options of which not all can win, so that none of these does. */
export const OUTCOMES = ['passed', 'rejected', 'tie', 'failed_quorum'] as const
export type VoteOutcome = (typeof OUTCOMES)[number]

export type VoteResult = {
  roll: UnitSum
  voted: UnitSum
  abstained: UnitSum
  /** In the order of the options. */
  options: ({ option: string } & UnitSum)[]
  outcome: VoteOutcome
  /** The options that won, the strongest first: 'yes' of a question that passed. */
  winners: string[]
}

/**
 * The result of a vote: what each option has, whether enough took part, and what won. Weights are whole numbers, so it is exact; the order of
 * the ballots changes nothing. Product 4.4
 */
export function tally(rules: VoteRules, roll: UnitSum, ballots: readonly CountedBallot[]): VoteResult {
  const sums = new Map([...rules.options, ABSTAIN].map((option) => [option, { units: 0, weight: 0 }]))
  const voted = { units: 0, weight: 0 }
  for (const { weight, choice } of ballots) {
    addTo(voted, weight)
    for (const option of choice) addTo(sums.get(option), weight)
  }
  const abstained = sums.get(ABSTAIN) ?? { units: 0, weight: 0 }
  const options = rules.options.map((option) => ({
    option,
    ...(sums.get(option) ?? { units: 0, weight: 0 }),
  }))
  const won: Won = isQuorate(rules.quorum, { voted: voted.weight, all: roll.weight })
    ? winnersOf(rules, options, { decided: voted.weight - abstained.weight, all: roll.weight })
    : { outcome: 'failed_quorum', winners: [] }
  return { roll, voted, abstained, options, ...won }
}

function addTo(sum: UnitSum | undefined, weight: number): void {
  if (!sum) return
  sum.units += 1
  sum.weight += weight
}

type Won = Pick<VoteResult, 'outcome' | 'winners'>
type Sums = { decided: number; all: number }

function winnersOf(
  { kind, majority, max_choices }: VoteRules,
  options: VoteResult['options'],
  sums: Sums,
): Won {
  if (kind === 'yes_no') {
    const [yes, no] = options
    if (isMajority(majority, { yes: yes?.weight ?? 0, ...sums }))
      return { outcome: 'passed', winners: ['yes'] }
    const isTied = majority === 'more_yes' && yes?.weight === no?.weight && sums.decided > 0
    return { outcome: isTied ? 'tie' : 'rejected', winners: [] }
  }
  // Of many, the strongest need not have more than half, unless a majority asks for it.
  const isEnough = (weight: number) =>
    majority === 'more_yes' ? weight > 0 : isMajority(majority, { yes: weight, ...sums })
  const enough = options
    .filter(({ weight }) => isEnough(weight))
    .sort((one, other) => other.weight - one.weight)
  if (enough.length === 0) return { outcome: 'rejected', winners: [] }
  const first = enough[max_choices]
  // Who is as strong as the first that finds no room finds none either.
  const winners = first
    ? enough.slice(0, max_choices).filter(({ weight }) => weight > first.weight)
    : enough.slice(0, max_choices)
  const isTied = first !== undefined && winners.length < max_choices
  return { outcome: isTied ? 'tie' : 'passed', winners: winners.map(({ option }) => option) }
}
