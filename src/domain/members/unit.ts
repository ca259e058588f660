import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, text, wholeNumber } from '../text.ts'
import type { Role } from '../viewer.ts'

/** How a person holds a unit, by the captain's word. Product 4.1 */
export const TIES = ['owner', 'renter'] as const
export type Tie = (typeof TIES)[number]
export const TIE_LABELS: Record<Tie, string> = { owner: 'Owner', renter: 'Renter' }

/** A unit's number as people write it: '4B'. The database has one key for all spellings. Product 4.1 */
export const unitNumber = text('Unit Number', LIMITS.unit)

/** A unit's part of the whole, as a whole number: its share is this of the sum of all. Product 4.1 */
export const unitWeight = wholeNumber('Share', 1, LIMITS.unit_weight)

/**
 * How an accepted person holds the unit that they wrote, until a captain says otherwise: a tenant that the captain added rents it, everybody
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

/** Units of a building as the captain enters them: new ones, and other shares of known ones. Without a share, an equal one. Product 4.1 */
export const SaveUnits = z.strictObject({
  units: z
    .array(z.strictObject({ number: unitNumber, weight: unitWeight.nullable() }), {
      error: 'Units must be a list',
    })
    .min(1, 'Enter at least one unit')
    .max(LIMITS.units_at_once, `Enter at most ${LIMITS.units_at_once} units at once`),
})

/** What is wrong with lines of units as typed: '4B' or '4B, 125', one a line. Null if they can be read. */
export type TypedUnits = { units: { number: string; weight: number | null }[] } | { refused: string }

/** Reads units as typed, one a line: its number and, after a comma, its share as a whole number. Product 4.1 */
export function readUnits(typed: string): TypedUnits {
  const units: { number: string; weight: number | null }[] = []
  for (const [at, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const [number = '', share, ...more] = line.split(',')
    const weight = share === undefined ? null : Number(share.trim() || Number.NaN)
    const read = SaveUnits.shape.units.element.safeParse({
      number,
      weight: Number.isNaN(weight) ? 0 : weight,
    })
    if (more.length > 0 || !read.success)
      return {
        refused: `Line ${at + 1}: ${read.error?.issues[0]?.message ?? 'write a number, a comma and a share'}`,
      }
    units.push(read.data)
  }
  const saved = SaveUnits.safeParse({ units })
  return saved.success ? saved.data : { refused: saved.error.issues[0]?.message ?? 'Please check the units' }
}

/** What a person holds, as the captain says. Product 4.1 */
export const SetTies = z.strictObject({
  id,
  holds: z
    .array(z.strictObject({ unit: unitNumber, tie: z.enum(TIES, { error: 'Choose owner or renter' }) }), {
      error: 'Units must be a list',
    })
    .max(LIMITS.units_of_person, `A person can hold at most ${LIMITS.units_of_person} units`),
})

type Hold = { key: string; tie: Tie }

/**
 * What changes in what a person holds: the ties to save, and the units to leave; null for nothing. `wanted` has the database's key of each
 * unit. Throws DomainError 'not_allowed' for somebody who was not accepted, 'invalid_input' for a unit that is named twice. Product 4.1
 */
export function setTies(
  member: { status: 'pending' | 'active' },
  held: readonly Hold[],
  wanted: readonly Hold[],
): { save: Hold[]; leave: string[] } | null {
  if (member.status !== 'active') throw new DomainError('not_allowed', 'accept this person first')
  const keys = wanted.map(({ key }) => key)
  if (new Set(keys).size < keys.length)
    throw new DomainError('invalid_input', 'A unit is named twice', 'holds')
  const isHeld = ({ key, tie }: Hold) => held.some((each) => each.key === key && each.tie === tie)
  const save = wanted.filter((each) => !isHeld(each))
  const leave = held.flatMap(({ key }) => (keys.includes(key) ? [] : [key]))
  return save.length + leave.length === 0 ? null : { save, leave }
}
