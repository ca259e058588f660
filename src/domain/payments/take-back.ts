import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'

/** A payment that was recorded by mistake, and why, on the wire. Product 3.3 */
export const TakeBackPayment = z.strictObject({
  payment_id: id,
  reason: longText('Reason', LIMITS.reason),
})

/** What is said of a payment that somebody took back, or for another reason. */
export const TAKEN_BACK = 'this payment was taken back meanwhile. Please look at it again'

type PaymentToTakeBack = {
  status: 'pending' | 'paid' | 'failed' | 'taken_back'
  is_online: boolean
  /** What of it went back or is on its way back, in cents. */
  refunded: number
}

/** Whether a payment can be taken back: one that was recorded by hand, of which nothing was given back. Product 3.3 */
export const canTakeBack = ({ status, is_online, refunded }: PaymentToTakeBack): boolean =>
  status === 'paid' && !is_online && refunded === 0

/** Throws DomainError 'conflict' for a payment that can't be taken back. Product 3.3 */
export function requireTakeBack(payment: PaymentToTakeBack): void {
  if (payment.is_online)
    throw new DomainError('conflict', 'this was paid through Stripe. Give it back as a refund instead')
  if (payment.refunded > 0) throw new DomainError('conflict', 'some of this payment was given back already')
  if (!canTakeBack(payment)) throw new DomainError('conflict', TAKEN_BACK)
}
