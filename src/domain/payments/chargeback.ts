/** What becomes of a payment that its payer disputes at their bank: see database/migrations/094_chargebacks.sql. Product 3.3 */
export type ChargebackStatus = 'open' | 'won' | 'lost'

/** What Stripe says of a dispute: 'appealed' is one that the bank decided and looks at again. */
export type ChargebackReading = ChargebackStatus | 'appealed'

const READINGS = new Map<string, ChargebackReading>([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'appealed'],
  ['appeal_under_review', 'appealed'],
  ['won', 'won'],
  ['lost', 'lost'],
])

/** What Stripe's words say of a dispute; null for a question of the bank, which takes no money, and for words that are not known. */
export const chargebackReading = (stripeStatus: string): ChargebackReading | null =>
  READINGS.get(stripeStatus) ?? null

/**
 * The steps from what is known to what Stripe says, whatever the order and number of its events. One of which the beginning was missed
 * begins first. What the bank decided is open again only after an appeal, as what was read before the decision may come late. Product 3.3
 */
export function chargebackSteps(
  known: ChargebackStatus | null,
  reading: ChargebackReading | null,
): ChargebackStatus[] {
  if (reading === null) return []
  const next = reading === 'appealed' ? 'open' : reading
  if (known === null) return next === 'open' ? ['open'] : ['open', next]
  if (known === next || (known !== 'open' && reading === 'open')) return []
  return [next]
}
