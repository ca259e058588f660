/** What becomes of a payment through Stripe: see database/migrations/084_stripe_payments.sql. Product 3.3 */
export type StripePaymentStatus =
  | 'open'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'surplus'
  | 'returned'

/** What Stripe's own record says of a payment now: its amount in cents. */
export type StripeReading = {
  status: 'open' | 'processing' | 'paid' | 'failed' | 'expired'
  amount: number
  currency: string
  session_id: string | null
  intent_id: string | null
  /** How it was paid, in words for people; null before. */
  method: string | null
  /** Why it failed, in Stripe's words. */
  failure: string | null
  /** No record at all: Stripe can't be asked any more, and it may have been paid. */
  is_unknown?: true
}

type KnownPayment = { status: StripePaymentStatus; amount: number }
type OpenPayable = { kind: string; open: number }

/** Whether money may still come, so that no other payment of the same is begun. Product 3.3 */
export const isOnItsWay = ({ status }: Pick<KnownPayment, 'status'>) =>
  status === 'open' || status === 'processing'

/**
 * The status after a reading; null if it changes nothing, whatever the order and number of readings. Money that came is paid, also for a
 * payment that was given up before; if nothing is owed any more, or a fee not in full, it is 'surplus' and goes back. `open` is in cents.
 * Product 3.3
 */
export function settledStatus(
  { status, amount }: KnownPayment,
  reading: Pick<StripeReading, 'status'>,
  { kind, open }: OpenPayable,
): StripePaymentStatus | null {
  if (status === 'paid' || status === 'surplus' || status === 'returned') return null
  if (reading.status === 'paid') {
    const isOwed = kind === 'fee' ? open === amount : open >= amount
    return isOwed ? 'paid' : 'surplus'
  }
  if (reading.status === 'open' || reading.status === status || !isOnItsWay({ status })) return null
  return reading.status
}

/** Throws for a reading of another sum than was asked: nothing is booked then. */
export function requireSameSum(
  { amount }: Pick<KnownPayment, 'amount'>,
  reading: Pick<StripeReading, 'amount' | 'currency'>,
): void {
  if (reading.amount === amount && reading.currency === 'usd') return
  throw new Error(`Stripe says ${reading.amount} ${reading.currency} of a payment of ${amount} usd`)
}

/** How something was paid, for people: 'Card ending in 4242'. */
export function methodLabel(type: string, last4: string | null): string {
  const name = { card: 'Card', us_bank_account: 'Bank account', link: 'Link' }[type] ?? 'Stripe'
  return last4 === null ? name : `${name} ending in ${last4}`
}
