/**
 * Divides whole cents by weights, so that the shares are the whole to the cent: each gets its part rounded down, and the cents that are left
 * go to those with the largest remainders, the first of equal ones. Weights are whole numbers from 0, not all 0. Product 3.4
 */
export function largestRemainder(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const parts = weights.map((weight, at) => {
    const exact = BigInt(cents) * BigInt(weight)
    return { at, share: Number(exact / whole), rest: exact % whole }
  })
  const left = cents - parts.reduce((sum, { share }) => sum + share, 0)
  const byRest = [...parts].sort((one, other) =>
    one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1,
  )
  for (const part of byRest.slice(0, left)) part.share += 1
  return parts.map(({ share }) => share)
}

/** Equal shares of units: what each bears in cents, and how many of them, the first, bear one cent more. */
export type UnitShares = { units: number; each: number; one_more: number }

/** What each of a building's equal units bears of whole cents; null without units. Product 3.4, 4.1 */
export function unitShares(cents: number, units: number | null): UnitShares | null {
  if (units === null || units < 1) return null
  const shares = largestRemainder(cents, Array<number>(units).fill(1))
  const each = shares.at(-1) ?? 0
  return { units, each, one_more: shares.filter((share) => share > each).length }
}

/** A year's amount in cents by month, January first: equal, and together the year's. Product 3.4 */
export const monthShares = (cents: number): number[] => largestRemainder(cents, Array<number>(12).fill(1))
