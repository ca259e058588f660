import type { Stripe } from 'stripe'
import { methodLabel, type StripeReading } from '../../../domain/payments/stripe-payment.ts'

/** What of a session is read with it: see `readingOfSession`. */
export const SESSION_PARTS = ['payment_intent.latest_charge']
export const INTENT_PARTS = ['latest_charge']

/** In milliseconds. Stripe knows a key for a day. After that a call would act again, so what it did is looked for instead. */
export const KEY_LIFE = 20 * 60 * 60 * 1000

/** Calls that are about a connected account name it. */
export const inAccount = (account: string | null) => (account === null ? {} : { stripeAccount: account })

/** What Stripe's page says of a payment. A card that was declined there may be followed by another one. */
export function readingOfSession(session: Stripe.Checkout.Session): StripeReading {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const status =
    session.status === 'expired'
      ? 'expired'
      : session.status === 'open'
        ? 'open'
        : session.payment_status === 'paid'
          ? 'paid'
          : intent?.status === 'processing'
            ? 'processing'
            : 'failed'
  return {
    status,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    session_id: session.id,
    ...ofIntent(intent),
  }
}

/** What a charge of a kept method came to: it waits for nobody, so whatever needs a person has failed. */
export function readingOfIntent(intent: Stripe.PaymentIntent): StripeReading {
  const status =
    intent.status === 'succeeded' ? 'paid' : intent.status === 'processing' ? 'processing' : 'failed'
  return {
    status,
    amount: intent.amount,
    currency: intent.currency,
    session_id: null,
    ...ofIntent(intent),
  }
}

function ofIntent(intent: Stripe.PaymentIntent | null) {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const details = charge?.payment_method_details
  const last4 = details?.card?.last4 ?? details?.us_bank_account?.last4 ?? null
  return {
    intent_id: intent?.id ?? null,
    method: details ? methodLabel(details.type, last4) : null,
    failure: intent?.last_payment_error?.message ?? null,
  }
}
