/** What passes a vote. Product 4.4 */
export const MAJORITIES = ['more_yes', 'half_of_all', 'two_thirds', 'three_quarters'] as const
export type Majority = (typeof MAJORITIES)[number]

/** Whole weights: of those in favor, of all who chose something, of the whole roll. */
export type Support = { yes: number; decided: number; all: number }

/** Of those who chose something: abstentions count for the quorum alone. */
const FRACTIONS = { more_yes: [1n, 2n], two_thirds: [2n, 3n], three_quarters: [3n, 4n] } as const

/**
 * Whether so many in favor are enough. 'more_yes' is more than half of those who chose yes or no, 'half_of_all' more than half of the roll,
 * the others at least their fraction of those who chose. Exact by whole numbers; nobody in favor passes nothing. Product 4.4
 */
export function isMajority(majority: Majority, { yes, decided, all }: Support): boolean {
  if (yes <= 0) return false
  if (majority === 'half_of_all') return BigInt(yes) * 2n > BigInt(all)
  const [part, whole] = FRACTIONS[majority]
  const [reached, needed] = [BigInt(yes) * whole, BigInt(decided) * part]
  return majority === 'more_yes' ? reached > needed : reached >= needed
}

/**
 * Whether enough took part, abstentions included: at least `percent` of the roll's weight. 0 asks for no quorum; of an empty roll nobody took
 * part. Product 4.4
 */
export function isQuorate(percent: number, { voted, all }: { voted: number; all: number }): boolean {
  return percent === 0 || (all > 0 && BigInt(voted) * 100n >= BigInt(percent) * BigInt(all))
}
