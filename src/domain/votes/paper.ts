import { DomainError } from '../errors.ts'
import { castBallot, type VotedAs } from './ballot.ts'
import { type Choosable, requireChoice } from './choice.ts'
import { requireOpenVote, type VoteState, type VoteTimes } from './vote.ts'

/** Fewer paper ballots would not be secret beside the list of their units. */
export const FEWEST_SECRET_PAPERS = 3

type PaperVote = VoteTimes & Choosable & { state: VoteState; is_secret: boolean }
/** A unit on a sheet of paper ballots: whether it is on another sheet, and how it has voted before. */
type PaperUnit = { on_sheet: boolean; voted_by: VotedAs | null }

/**
 * The choices of a sheet of paper ballots, checked: one for each unit, in an open vote in the order of the units. In a secret one they are sorted, so that no order tells whose
 * they are, and there are at least three. Throws DomainError 'conflict' when the vote is not open, and for units that have voted themselves or are on another sheet; 'invalid_input' for
 * another number of choices than of units. Product 4.4
 */
export function enterPapers(
  vote: PaperVote,
  units: readonly PaperUnit[],
  chosen: readonly (readonly string[])[],
  now: Date,
): string[][] {
  requireOpenVote(vote, now)
  if (units.length === 0 || chosen.length !== units.length)
    throw new DomainError('invalid_input', 'Enter one ballot for each unit', 'choices')
  if (vote.is_secret && units.length < FEWEST_SECRET_PAPERS)
    throw new DomainError(
      'invalid_input',
      `Fewer than ${FEWEST_SECRET_PAPERS} paper ballots would not be secret: enter them together`,
      'choices',
    )
  for (const { on_sheet, voted_by } of units) {
    if (on_sheet) throw new DomainError('conflict', 'a paper ballot of this unit was entered already')
    requirePaperPlace(vote, voted_by, now)
  }
  const choices = chosen.map((choice) => requireChoice(vote, choice, 'choices'))
  return vote.is_secret ? choices.sort((one, other) => (one.join() < other.join() ? -1 : 1)) : choices
}

/**
 * Another officer confirms what one entered; from then on the ballots count. Throws DomainError 'conflict' for who entered them, for confirmed
 * ones, when the vote is not open any more, and when a unit has voted itself meanwhile. Product 4.4
 */
export function confirmPapers(
  vote: PaperVote,
  sheet: { entered_by: string | null; confirmed_at: Date | null },
  units: readonly Pick<PaperUnit, 'voted_by'>[],
  officer: string,
  now: Date,
): void {
  requireOpenVote(vote, now)
  if (sheet.confirmed_at !== null) throw new DomainError('conflict', 'these ballots were confirmed already')
  if (sheet.entered_by === officer)
    throw new DomainError('conflict', 'another officer confirms what you have entered')
  for (const { voted_by } of units) requirePaperPlace(vote, voted_by, now)
}

function requirePaperPlace(vote: PaperVote, voted_by: PaperUnit['voted_by'], now: Date): void {
  if (voted_by === 'secret') throw new DomainError('conflict', 'this unit has voted already')
  castBallot(vote, 'paper', voted_by, now)
}
