import { LIMITS } from '../limits.ts'
import { text, wholeNumber } from '../text.ts'
import type { Role } from '../viewer.ts'

/** How a person holds a unit, by the captain's word. Product 4.1 */
export const TIES = ['owner', 'renter'] as const
export type Tie = (typeof TIES)[number]

/** A unit's number as people write it: '4B'. The database has one key for all spellings. Product 4.1 */
export const unitNumber = text('Unit Number', LIMITS.unit)

/** A unit's part of the whole, as a whole number: its share is this of the sum of all. Product 4.1 */
export const unitWeight = wholeNumber('Share', 1, LIMITS.unit_weight)

/**
 * How an accepted person holds the unit that they wrote, until a captain says otherwise: a tenant whom the captain added rents it, everybody
 * else owns it. The database does so (profiles_hold_unit); dialogs say it before. Product 4.1
 */
export const tieOnAcceptance = (role: Role): Tie => (role === 'member' ? 'renter' : 'owner')

/** The sum of the weights of a building's units: whole numbers, so that shares like 1/3 stay exact. Product 4.1 */
export const totalWeight = (units: readonly { weight: number }[]) =>
  units.reduce((sum, { weight }) => sum + weight, 0)

/**
 * A unit's share in percent for people, to two decimals, halves up: 1 of 3 is '33.33 %', 1 of 4 '25 %'. Only for show: votes count weights.
 * '0 %' of nothing. Product 4.1
 */
export function sharePercent(weight: number, total: number): string {
  if (total === 0) return '0 %'
  const doubled = weight * 20_000 + total
  // By the remainder, not by division: no floating point.
  const hundredths = (doubled - (doubled % (2 * total))) / (2 * total)
  const rest = hundredths % 100
  const whole = (hundredths - rest) / 100
  const decimals = rest === 0 ? '' : `.${String(rest).padStart(2, '0').replace(/0$/, '')}`
  return `${whole}${decimals} %`
}
