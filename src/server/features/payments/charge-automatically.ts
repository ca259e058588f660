import type { Stripe } from 'stripe'
import { addDays, today } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { isExpiryDue } from '../../../domain/payments/automatic.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import {
  changeAutomatic,
  dueCharges,
  endingCards,
  givenUpMethods,
  keptMethod,
  lockAutomatic,
} from './automatic.db.ts'
import { closePage } from './checkout.ts'
import { beginStripePayment, openStripePayment, readFee, type StripePayment } from './db.ts'
import { giveBack } from './keep-method.ts'
import { INTENT_PARTS, KEY_LIFE, readingOfIntent } from './read-stripe.ts'
import { type Settling, settle } from './settle.ts'

/** In days: somewhat longer than the notice of a card's end. */
const NOTICE = 31

/**
 * Charges fees that are due to the methods that Stripe keeps, and tells of cards that end. A charge is confirmed, or has failed, once
 * Stripe's event says so. Idempotent, on any number of servers. Product 3.3
 */
export async function chargeAutomatically(portal: Portal, stop?: AbortSignal): Promise<void> {
  const { db, now, config } = portal
  if (portal.stripe === null) return
  const day = today(now(), config.timeZone)
  const ending = await asSystem(db, (tx) => endingCards(tx, addDays(day, NOTICE)))
  await eachOnItsOwn(ending, ({ building_id }) => tellOfEnd(portal, building_id), {
    stop,
    failed: (count) => `${count} cards that end could not be told of`,
  })
  const givenUp = await asSystem(db, givenUpMethods)
  const stripe = await portal.stripe()
  await eachOnItsOwn(givenUp, (method) => giveBack(db, stripe, method), {
    stop,
    failed: (count) => `${count} methods could not be given back to Stripe`,
  })
  const due = await asSystem(db, (tx) => dueCharges(tx, day))
  await eachOnItsOwn(due, ({ building_id, fee_id }) => charge(portal, building_id, fee_id), {
    stop,
    failed: (count) => `${count} fees could not be charged automatically`,
  })
}

async function tellOfEnd({ db, now, config }: Settling, building_id: string): Promise<void> {
  await asSystem(db, async (tx) => {
    const kept = await lockAutomatic(tx, building_id)
    if (!kept || !isExpiryDue(kept, today(now(), config.timeZone))) return
    const { method, expires_on } = kept
    if (method === null || expires_on === null) return
    await changeAutomatic(tx, building_id, { told_expiry: expires_on })
    const about = { actor: null, building_id, subject: building_id }
    await record(tx, { kind: 'card_expires', ...about, data: { method, expires_on } })
  })
}

/**
 * Charges a fee to the building's kept method, once, however often this is called before Stripe's event comes. Returns whether that is
 * under way: not without a method, and not while another payment of it is. `retriedBy` is the admin who has it charged, if one has.
 */
export async function charge(
  portal: Settling,
  building_id: string,
  feeId: string,
  retriedBy: string | null = null,
): Promise<boolean> {
  const { db, now } = portal
  if (portal.stripe === null) return false
  const stripe = await portal.stripe()
  const open = await asSystem(db, (tx) => openStripePayment(tx, feeId))
  if (open?.status === 'processing') return false
  // A page that nobody came back from. If it was paid there, its event follows.
  if (open?.kind === 'checkout' && !(await closesPage(portal, stripe, open))) return false
  const begun = await asSystem(db, async (tx) => {
    const kept = await keptMethod(tx, building_id)
    if (!kept?.method_id || kept.method === null) return null
    const { open: amount, label } = await readFee(tx, feeId)
    if (amount <= 0) return null
    const of = { building_id, payable_id: feeId, amount, account_id: null }
    const started = { started_by: retriedBy, started_at: now() }
    const payment = await beginStripePayment(tx, { ...of, kind: 'automatic', ...started })
    if (payment.is_new && retriedBy !== null) {
      const about = { actor: retriedBy, building_id, subject: feeId }
      const data = { amount, description: label, method: kept.method }
      await record(tx, { kind: 'charge_retried', ...about, data })
    }
    return { payment, label, customer: kept.customer_id, method: kept.method_id }
  })
  if (begun?.payment.kind !== 'automatic' || begun.payment.status !== 'open') return false
  if (now().getTime() - begun.payment.started_at.getTime() > KEY_LIFE)
    await lookFor(portal, stripe, begun.customer, begun.payment)
  else await callStripe(portal, stripe, begun)
  return true
}

async function closesPage(portal: Settling, stripe: Stripe, payment: StripePayment): Promise<boolean> {
  try {
    await closePage(portal, stripe, payment)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

type Begun = { payment: StripePayment; label: string; customer: string; method: string }

async function callStripe(portal: Settling, stripe: Stripe, begun: Begun): Promise<void> {
  const { id, amount } = begun.payment
  try {
    await stripe.paymentIntents.create(
      {
        ...{ amount, currency: 'usd', customer: begun.customer, payment_method: begun.method },
        ...{ off_session: true, confirm: true, description: begun.label },
        metadata: { payment: id },
      },
      { idempotencyKey: `automatic-${id}` },
    )
  } catch (error) {
    const { type, message } = error as { type?: string; message?: string }
    // The event says so.
    if (type === 'StripeCardError') return
    // Nothing was charged, and nothing will be: the method is gone, for example.
    if (type === 'StripeInvalidRequestError')
      return settle(portal, id, { ...NOTHING, amount, failure: message ?? null })
    // The method was replaced since the first call of this charge.
    if (type === 'StripeIdempotencyError') return lookFor(portal, stripe, begun.customer, begun.payment)
    throw error
  }
}

const NOTHING = {
  status: 'failed',
  currency: 'usd',
  session_id: null,
  intent_id: null,
  method: null,
} as const

/** What became of a charge of which no event came. One that Stripe never heard of has failed. */
export async function lookFor(
  portal: Settling,
  stripe: Stripe,
  customer: string,
  payment: Pick<StripePayment, 'id' | 'amount' | 'started_at'>,
): Promise<void> {
  const { id, amount } = payment
  const since = Math.floor(payment.started_at.getTime() / 1000) - 60
  for await (const { id: intentId, metadata } of stripe.paymentIntents.list({
    customer,
    created: { gte: since },
  })) {
    if (metadata.payment !== id) continue
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: INTENT_PARTS })
    return settle(portal, id, readingOfIntent(intent))
  }
  return settle(portal, id, { ...NOTHING, amount, failure: 'Stripe did not answer' })
}
