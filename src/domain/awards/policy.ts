import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { formatMoney, parseAmount, priceText } from '../money.ts'
import { anyText, wholeNumber } from '../text.ts'

/** The highest limit of a rule, in cents: 10 million dollars. */
const MAX_LIMIT = 1_000_000_000

/** Up to so many cents a year an officer decides alone, up to the other two of them; above it the owners vote. Product 4.3 */
export type SpendingLimits = { alone_up_to: number; two_up_to: number }

/** A version of a building's rule: both limits are null where it has none. */
export type SpendingPolicy = {
  version: number
  alone_up_to: number | null
  two_up_to: number | null
  names_in_record: boolean
}

/** What accepting a quote needs: any resident with the power, an officer, two of them, or a vote of the owners. Product 4.3 */
export const NEEDS = ['anyone', 'alone', 'two', 'vote'] as const
export type Needs = (typeof NEEDS)[number]

/** The limits of a building; null without a rule, as every building begins. Product 4.3 */
export function limitsOf(policy: SpendingPolicy | null): SpendingLimits | null {
  if (!policy || policy.alone_up_to === null || policy.two_up_to === null) return null
  return { alone_up_to: policy.alone_up_to, two_up_to: policy.two_up_to }
}

/** What a quote needs that costs so many cents in its first year. Product 4.3 */
export function needsOf(policy: SpendingPolicy | null, annualCost: number): Needs {
  const limits = limitsOf(policy)
  if (!limits) return 'anyone'
  if (annualCost <= limits.alone_up_to) return 'alone'
  return annualCost <= limits.two_up_to ? 'two' : 'vote'
}

/**
 * What a quote costs in its first year, in cents: the visits of twelve months with what is paid once, and at least one visit, also where
 * none can be booked in that year. Product 4.3
 */
export const annualCostOf = (preview: { within_a_year: number; each: number; once: number }): number =>
  Math.max(preview.within_a_year, preview.each + preview.once)

/** Whether one need is stricter than another. Product 4.3 */
export const isStricter = (need: Needs, than: Needs): boolean => NEEDS.indexOf(need) > NEEDS.indexOf(than)

const limit = (label: string) => wholeNumber(label, 0, MAX_LIMIT)
const ALONE = 'An officer alone'
const TWO = 'Two officers'
const RISES = 'Two officers decide up to at least what one decides alone'

/** A building's next rule, after the version that was shown, 0 for none; both limits null to have none. Product 4.3 */
export const SetSpendingPolicy = z
  .strictObject({
    version: wholeNumber('Version', 0, 999_999),
    alone_up_to: limit(ALONE).nullable(),
    two_up_to: limit(TWO).nullable(),
    names_in_record: z.boolean({ error: 'Names must be yes or no' }),
  })
  .superRefine(({ alone_up_to, two_up_to }, context) => {
    if ((alone_up_to === null) !== (two_up_to === null))
      context.addIssue({ code: 'custom', message: 'Enter both amounts', path: ['two_up_to'] })
    else if ((alone_up_to ?? 0) > (two_up_to ?? 0))
      context.addIssue({ code: 'custom', message: RISES, path: ['two_up_to'] })
  })
export type SetSpendingPolicy = z.infer<typeof SetSpendingPolicy>

/**
 * The next version of a rule; null if the building has exactly this one already, as after a lost response. Throws DomainError 'conflict' if the
 * rule is another one than was shown. Product 4.3
 */
export function setSpendingPolicy(
  { version, ...wanted }: SetSpendingPolicy,
  current: SpendingPolicy | null,
): SpendingPolicy | null {
  const isSame =
    wanted.alone_up_to === (current?.alone_up_to ?? null) &&
    wanted.two_up_to === (current?.two_up_to ?? null) &&
    wanted.names_in_record === (current?.names_in_record ?? false)
  if (isSame) return null
  if (version !== (current?.version ?? 0))
    throw new DomainError('conflict', 'somebody changed the rule meanwhile. Please look at it again')
  return { version: version + 1, ...wanted }
}

const typedLimit = (label: string) =>
  anyText(label).transform((typed, context) => {
    const cents = /^\$?\s*0+(\.0{0,2})?$/.test(typed.trim()) ? 0 : parseAmount(typed, MAX_LIMIT)
    if (cents !== null) return cents
    context.addIssue(`${label} must be an amount such as 5,000 or 0`)
    return z.NEVER
  })

/** The limits as they are typed, in dollars. Product 4.3 */
export const spendingForm = z
  .object({ alone_up_to: typedLimit(ALONE), two_up_to: typedLimit(TWO), names_in_record: z.boolean() })
  .refine(({ alone_up_to, two_up_to }) => alone_up_to <= two_up_to, { message: RISES, path: ['two_up_to'] })
export type TypedSpending = z.input<typeof spendingForm>

/** The text of its fields. Product 4.3 */
export function typedSpending(policy: SpendingPolicy | null): TypedSpending {
  const limits = limitsOf(policy)
  return {
    alone_up_to: limits ? priceText(limits.alone_up_to) : '',
    two_up_to: limits ? priceText(limits.two_up_to) : '',
    names_in_record: policy?.names_in_record ?? false,
  }
}

/** A rule in sentences, one for each step. Product 4.3 */
export function policyTexts(policy: SpendingPolicy | null): string[] {
  const limits = limitsOf(policy)
  if (!limits) return ['Any resident who may accept quotes accepts them, whatever they cost.']
  const { alone_up_to, two_up_to } = limits
  return [
    ...(alone_up_to > 0 ? [`Up to ${formatMoney(alone_up_to)} a year, an officer accepts alone.`] : []),
    ...(two_up_to > alone_up_to
      ? [`Up to ${formatMoney(two_up_to)} a year, two officers accept together.`]
      : []),
    two_up_to > 0 ? 'Above it, the owners vote.' : 'The owners vote on every quote.',
  ]
}
