/** What becomes of a payment that its payer disputes at their bank: see database/migrations/094_chargebacks.sql. Product 3.3 */
export type ChargebackStatus = 'open' | 'won' | 'lost'

/** What Stripe's words say of a dispute; null for a question of the bank, which takes no money, and for words that are not known. */
export function chargebackStatus(stripeStatus: string): ChargebackStatus | null {
  if (stripeStatus === 'needs_response' || stripeStatus === 'under_review') return 'open'
  return stripeStatus === 'won' || stripeStatus === 'lost' ? stripeStatus : null
}

/**
 * The steps from what is known to what Stripe says, whatever the order and number of its events; none once the bank has decided. One of which
 * the beginning was missed begins first. Product 3.3
 */
export function chargebackSteps(
  known: ChargebackStatus | null,
  reading: ChargebackStatus | null,
): ChargebackStatus[] {
  if (reading === null || known === 'won' || known === 'lost' || known === reading) return []
  return known === null && reading !== 'open' ? ['open', reading] : [reading]
}

/** How much of a payment a chargeback holds, in cents: at most what did not go back and is not held already. Product 3.3 */
export const heldAmount = (
  disputed: number,
  { amount, refunded, held }: { amount: number; refunded: number; held: number },
): number => Math.max(0, Math.min(disputed, amount - refunded - held))
