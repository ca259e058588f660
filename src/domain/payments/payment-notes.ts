import { formatMoney } from '../money.ts'

/** What became of a payment after it was paid, in cents: see `invoicePayments`. */
type PaymentFacts = {
  taken_back_reason: string | null
  refunded: number
  returning: number
  disputed: number
  lost: number
}

/** What people read beside a payment, each a short sentence; nothing for one that just stays. Product 3.3 */
export function paymentNotes(payment: PaymentFacts): string[] {
  const { taken_back_reason, refunded, returning, disputed, lost } = payment
  return [
    // A server of the version before says nothing of these.
    ...(taken_back_reason ? [`Taken back: ${taken_back_reason}`] : []),
    ...(returning > 0 ? [`${formatMoney(returning)} is on its way back`] : []),
    ...(refunded > 0 ? [`${formatMoney(refunded)} was given back`] : []),
    ...(disputed > 0 ? [`Chargeback open: the bank holds ${formatMoney(disputed)} until it decides`] : []),
    ...(lost > 0 ? [`Charged back: the bank returned ${formatMoney(lost)} to the payer`] : []),
  ]
}
