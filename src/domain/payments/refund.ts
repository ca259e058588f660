import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { MAX_TOTAL } from '../invoices/invoice-amounts.ts'
import { surplusOf } from '../invoices/surplus.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney } from '../money.ts'
import { id, longText } from '../text.ts'

export const REFUND_KINDS = ['stripe', 'transfer'] as const

/** A refund on the wire: its id is the browser's, its amount in cents. 'transfer' was paid back outside the portal. Product 3.6 */
export const RefundPayment = z.strictObject({
  id,
  payment_id: id,
  amount: z.int().min(1).max(MAX_TOTAL),
  kind: z.enum(REFUND_KINDS),
  reason: longText('Reason', LIMITS.reason),
})

/** What is said of a refund whose id another one has. */
export const OTHER_REFUND = 'a refund was recorded before it. Please look at what is left now'

type PaidPayment = {
  status: 'pending' | 'paid' | 'failed' | 'taken_back'
  amount: number
  refunded: number
  /** What a bank holds of it, or returned to the payer. */
  held: number
  is_online: boolean
}
type PaidPayable = { kind: 'fee' | 'invoice' } & Parameters<typeof surplusOf>[0]

/**
 * What of a payment can go back, in cents: all that did not yet, and that no bank holds, of a fee; of an invoice no more
 * than was paid beyond what is owed. Product 3.6
 */
export function refundable(
  { status, amount, refunded, held }: Omit<PaidPayment, 'is_online'>,
  { kind, ...payable }: PaidPayable,
): number {
  if (status !== 'paid') return 0
  const left = amount - refunded - held
  return kind === 'fee' ? left : Math.max(0, Math.min(left, surplusOf(payable)))
}

/** Throws DomainError 'conflict' if nothing can go back that way, 'invalid_input' for more than can. Product 3.6 */
export function requireRefundable(
  asked: { amount: number; kind: (typeof REFUND_KINDS)[number] },
  payment: PaidPayment,
  payable: PaidPayable,
): void {
  const left = refundable(payment, payable)
  if (left === 0) throw new DomainError('conflict', 'nothing of this payment can be refunded')
  if (asked.kind === 'stripe' && !payment.is_online)
    throw new DomainError('conflict', 'this was not paid through Stripe. Transfer it back, and record that')
  if (asked.amount > left)
    throw new DomainError('invalid_input', `At most ${formatMoney(left)} can be refunded`, 'amount')
}
