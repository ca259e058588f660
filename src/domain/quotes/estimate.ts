import { DEFAULT_WEEKS } from '../services/frequency.ts'

/**
 * Visits per month: 52 divided by the frequency in weeks, divided by 12, rounded to 1 decimal; 4 weeks when the
 * frequency is unknown.
 * [9.estimate.1] [9.estimate.3]
 */
export function visitsPerMonth(weeks: number | null): number {
  return tenthsOfVisits(weeks) / 10
}

/**
 * A quote's monthly estimate in integer cents: the price per visit (cents) times visits per month, half a cent
 * rounded up. Whole-number arithmetic, so no cent is lost to a float.
 * [9.estimate.2] [2.quotes.5]
 */
export function monthlyEstimate(cents: number, weeks: number | null): number {
  return Math.floor((cents * tenthsOfVisits(weeks) + 5) / 10)
}

// 52 / weeks / 12 × 10 = 130 / (3 × weeks), rounded to a whole number of tenths; it is never exactly half.
function tenthsOfVisits(weeks: number | null): number {
  const thirds = 3 * (weeks ?? DEFAULT_WEEKS)
  return Math.floor((260 + thirds) / (2 * thirds))
}
