import { formatNumber } from '../number.ts'
import type { CastBy } from './ballot.ts'
import { ABSTAIN } from './choice.ts'
import type { Majority } from './majority.ts'
import type { VoteBasis } from './roll.ts'
import type { UnitSum, VoteKind, VoteOutcome, VoteResult } from './tally.ts'
import type { VoteState } from './vote.ts'

// What screens, mails, the CSV and the PDF say of a vote. Product 4.4

export const VOTE_STATE_LABELS: Record<VoteState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  open: 'Open',
  closed: 'Closed',
  failed_quorum: 'Failed quorum',
  certified: 'Certified',
  cancelled: 'Cancelled',
}

export const VOTE_KIND_LABELS: Record<VoteKind, string> = {
  yes_no: 'Yes, no or abstain',
  one: 'One of many',
  several: 'Several of many',
  election: 'Election',
}

export const MAJORITY_LABELS: Record<Majority, string> = {
  more_yes: 'More yes than no',
  half_of_all: 'More than half of all',
  two_thirds: 'Two thirds',
  three_quarters: 'Three quarters',
}

export const BASIS_LABELS: Record<VoteBasis, string> = {
  unit: 'One for each unit',
  share: 'Weighted by share',
}

export const CASTER_LABELS: Record<CastBy, string> = { owner: 'Owner', proxy: 'Proxy', paper: 'Paper' }

/** What passes a vote, in a sentence: of yes and no, or of the options of many. Product 4.4 */
export function majorityText(kind: VoteKind, majority: Majority): string {
  const isQuestion = kind === 'yes_no'
  if (majority === 'half_of_all')
    return isQuestion ? 'Passes with yes from more than half of all' : 'More than half of all must choose it'
  if (majority === 'more_yes') return isQuestion ? 'Passes with more yes than no' : 'The most votes win'
  const part = MAJORITY_LABELS[majority].toLowerCase()
  return isQuestion
    ? `Passes with ${part} of yes and no`
    : `${capital(part)} of those who choose must choose it`
}

/** What it takes to count: 'No quorum', '50 % must take part'. Product 4.4 */
export const quorumText = (quorum: number): string =>
  quorum === 0 ? 'No quorum' : `${quorum} % must take part`

export type NamedOption = { id: string; label: string }

/** An option as people read it. Product 4.4 */
export function optionLabel(option: string, options: readonly NamedOption[]): string {
  if (option === ABSTAIN) return 'Abstain'
  return options.find(({ id }) => id === option)?.label ?? capital(option)
}

/** A ballot's choice as people read it. Product 4.4 */
export const choiceLabel = (choice: readonly string[], options: readonly NamedOption[]): string =>
  choice.map((option) => optionLabel(option, options)).join(', ')

/** '1 unit', '12 units'. */
export const unitsText = (units: number): string => `${formatNumber(units)} ${units === 1 ? 'unit' : 'units'}`

/** A number of units, with their weight where that counts. Product 4.4 */
export const sumText = ({ units, weight }: UnitSum, basis: VoteBasis): string =>
  basis === 'unit' ? formatNumber(units) : `${formatNumber(weight)} (${unitsText(units)})`

/** A part in percent for people, to one decimal, rounded down: the result is counted by whole numbers, never by this. Product 4.4 */
export function partText(part: number, whole: number): string {
  if (whole === 0) return '0 %'
  const tenths = Number((BigInt(part) * 1000n) / BigInt(whole))
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`
}

/** How many took part: '14 of 24 units (58.3 %)'. Product 4.4 */
export function turnoutText({ voted, roll }: Pick<VoteResult, 'voted' | 'roll'>, basis: VoteBasis): string {
  const part = partText(voted.weight, roll.weight)
  const of = `${formatNumber(voted.units)} of ${unitsText(roll.units)}`
  return basis === 'unit' ? `${of} (${part})` : `${of}, ${part} by share`
}

export const OUTCOME_LABELS: Record<VoteOutcome, string> = {
  passed: 'Passed',
  rejected: 'Not passed',
  tie: 'Tie',
  failed_quorum: 'Failed quorum',
}

/** What a vote decided, in a few words: 'Passed', 'Elected: Ana Ruiz and Ben Cole', 'A tie: it did not pass'. Product 4.4 */
export function outcomeText(
  { kind, outcome, winners }: { kind: VoteKind; outcome: VoteOutcome; winners: readonly string[] },
  options: readonly NamedOption[],
): string {
  if (outcome === 'failed_quorum') return 'Failed quorum: it decides nothing'
  if (kind === 'yes_no') return outcome === 'tie' ? 'A tie: it did not pass' : OUTCOME_LABELS[outcome]
  const names = joinNames(winners.map((winner) => optionLabel(winner, options)))
  const won = `${kind === 'election' ? 'Elected' : 'Chosen'}: ${names}`
  if (outcome === 'passed') return won
  if (outcome === 'rejected') return kind === 'election' ? 'Nobody was elected' : 'Nothing was chosen'
  return winners.length > 0 ? `${won}; a tie for the rest` : 'A tie: nothing was decided'
}

function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
