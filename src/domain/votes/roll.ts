/** Whether each unit counts one, or by its share. Product 4.4 */
export const VOTE_BASES = ['unit', 'share'] as const
export type VoteBasis = (typeof VOTE_BASES)[number]

type BuildingUnit = { unit_id: string; number: string; weight: number }
type RollHolder = { unit_id: string; profile_id: string; tie: 'owner' | 'renter' }

/** A line of the roll: a unit with what its ballot weighs. */
export type RollLine = BuildingUnit
/** Who may vote for a unit. */
export type RollVoter = Pick<RollHolder, 'unit_id' | 'profile_id'>

/**
 * The roll of a vote: every unit of the building, also those whose owners have no account and vote on paper, and the owners of each. Fixed at
 * opening: a unit that is sold while the vote is open votes by who owned it then. Product 4.1, 4.4
 */
export function rollOf(
  units: readonly BuildingUnit[],
  holders: readonly RollHolder[],
  basis: VoteBasis,
): { lines: RollLine[]; voters: RollVoter[] } {
  const lines = units.map(({ unit_id, number, weight }) => ({
    unit_id,
    number,
    weight: basis === 'share' ? weight : 1,
  }))
  const known = new Set(lines.map(({ unit_id }) => unit_id))
  const voters = holders
    .filter(({ unit_id, tie }) => tie === 'owner' && known.has(unit_id))
    .map(({ unit_id, profile_id }) => ({ unit_id, profile_id }))
  return { lines, voters }
}
