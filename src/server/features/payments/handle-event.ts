import type { Stripe } from 'stripe'
import { id as ourId } from '../../../domain/text.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { disputesToRead } from './chargebacks.db.ts'
import { isGone } from './checkout.ts'
import { findStripePayment } from './db.ts'
import { KEPT_PARTS, keepMethod, refreshMethod } from './keep-method.ts'
import { readPayout } from './payouts.ts'
import { INTENT_PARTS, inAccount, readingOfIntent, readingOfSession, SESSION_PARTS } from './read-stripe.ts'
import { settleRefund } from './refund.ts'
import { settle } from './settle.ts'
import { settleChargeback } from './settle-chargeback.ts'
import {
  dueEvents,
  markHandled,
  postponeEvent,
  type StoredStripeEvent,
  unhandledEvent,
} from './stripe-events.db.ts'
import { disconnectAccount, refreshAccount } from './vendor-account.ts'

/** So many events in one run of the job. */
const AT_ONCE = 200
/** In milliseconds: longer than two versions run beside each other. */
const LATELY = 2 * 24 * 60 * 60 * 1000

type Handler = (portal: Portal, stripe: Stripe, event: StoredStripeEvent) => Promise<void>

/** What each type of event announces. Others are stored, and nothing follows from them. */
const HANDLERS: Record<string, Handler> = {
  'checkout.session.completed': sessionEvent,
  'checkout.session.async_payment_succeeded': sessionEvent,
  'checkout.session.async_payment_failed': sessionEvent,
  'checkout.session.expired': sessionEvent,
  'payment_intent.succeeded': intentEvent,
  'payment_intent.processing': intentEvent,
  'payment_intent.payment_failed': intentEvent,
  'payment_intent.canceled': intentEvent,
  'refund.created': refundEvent,
  'refund.updated': refundEvent,
  'refund.failed': refundEvent,
  'charge.dispute.created': disputeEvent,
  // A question of the bank became a dispute.
  'charge.dispute.updated': disputeEvent,
  'charge.dispute.funds_withdrawn': disputeEvent,
  'charge.dispute.funds_reinstated': disputeEvent,
  'charge.dispute.closed': disputeEvent,
  'payout.paid': payoutEvent,
  'payout.reconciliation_completed': payoutEvent,
  'account.updated': (portal, stripe, { object_id }) => refreshAccount(portal, stripe, object_id),
  'account.application.deauthorized': async (portal, _, { account_id }) => {
    if (account_id !== null) await disconnectAccount(portal, account_id)
  },
  'payment_method.detached': (portal, stripe, { object_id }) => refreshMethod(portal, stripe, object_id),
  'payment_method.updated': (portal, stripe, { object_id }) => refreshMethod(portal, stripe, object_id),
  'payment_method.automatically_updated': (portal, stripe, { object_id }) =>
    refreshMethod(portal, stripe, object_id),
}

/**
 * Handles a stored event: reads from Stripe what it is about, and acts on that, so neither repeats nor their order matter. One that fails
 * is tried again later. Returns whether it is handled. Product 3.3
 */
export async function handleEvent(portal: Portal, id: string): Promise<boolean> {
  const { db, stripe, log } = portal
  const event = await asSystem(db, (tx) => unhandledEvent(tx, id))
  if (!event) return true
  const handler = HANDLERS[event.type]
  try {
    if (handler && stripe) await handler(portal, await stripe(), event)
    await asSystem(db, (tx) => markHandled(tx, id))
    return true
  } catch (error) {
    log.warn({ event: id, type: event.type, error: String(error) }, 'an event of Stripe is tried again later')
    await asSystem(db, (tx) => postponeEvent(tx, id, String(error)))
    return false
  }
}

/** Handles what was stored and not handled: a server stopped in between, or Stripe did not answer. */
export async function handleDueEvents(portal: Portal, stop?: AbortSignal): Promise<void> {
  if (portal.stripe === null) return
  const due = await asSystem(portal.db, (tx) => dueEvents(tx, AT_ONCE))
  await eachOnItsOwn(due, ({ id }) => handleEvent(portal, id), {
    stop,
    failed: (count) => `${count} events of Stripe could not be handled`,
  })
}

async function sessionEvent(portal: Portal, stripe: Stripe, event: StoredStripeEvent): Promise<void> {
  const of = inAccount(event.account_id)
  const parts = { expand: [...SESSION_PARTS, ...KEPT_PARTS] }
  const session = await stripe.checkout.sessions.retrieve(event.object_id, parts, of)
  if (session.mode === 'setup' && event.account_id === null) await keepMethod(portal, stripe, session)
  else if (session.mode === 'payment') await settleKnown(portal, event, session.client_reference_id, session)
}

async function intentEvent(portal: Portal, stripe: Stripe, event: StoredStripeEvent): Promise<void> {
  const of = inAccount(event.account_id)
  const intent = await stripe.paymentIntents.retrieve(event.object_id, { expand: INTENT_PARTS }, of)
  const payment = await knownPayment(portal, event, intent.metadata.payment)
  if (payment?.kind === 'automatic') return settle(portal, payment.id, readingOfIntent(intent))
  if (!payment) return
  // On Stripe's page a person may try several cards: the page says how it ended.
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1 }, of)
  const [found] = data
  if (!found) return
  const session = await stripe.checkout.sessions.retrieve(found.id, { expand: SESSION_PARTS }, of)
  await settleKnown(portal, event, payment.id, session)
}

async function refundEvent(portal: Portal, stripe: Stripe, event: StoredStripeEvent): Promise<void> {
  const refund = await stripe.refunds.retrieve(event.object_id, {}, inAccount(event.account_id))
  await settleRefund(portal, refund)
}

async function disputeEvent(
  portal: Portal,
  stripe: Stripe,
  event: Pick<StoredStripeEvent, 'object_id' | 'account_id'>,
): Promise<void> {
  const parts = { expand: ['payment_intent'] }
  const dispute = await stripe.disputes.retrieve(event.object_id, parts, inAccount(event.account_id))
  const intent = typeof dispute.payment_intent === 'object' ? dispute.payment_intent : null
  const payment = await knownPayment(portal, event, intent?.metadata.payment)
  if (payment) await settleChargeback(portal, payment.id, dispute)
}

/**
 * Reads disputes from Stripe that the bank has not decided: their events may be lost. Also those of which an event came lately and nothing
 * followed: an earlier version beside this one took it, or the bank only asks.
 */
export async function readDisputes(portal: Portal, stop?: AbortSignal): Promise<void> {
  const { db, now } = portal
  if (portal.stripe === null) return
  const since = new Date(now().getTime() - LATELY)
  const disputes = await asSystem(db, (tx) => disputesToRead(tx, since, AT_ONCE))
  if (disputes.length === 0) return
  const stripe = await portal.stripe()
  const read = ({ dispute_id: object_id, account_id }: (typeof disputes)[number]) =>
    disputeEvent(portal, stripe, { object_id, account_id }).catch((error) => {
      // A vendor took the access to its account away: nobody can say. Of the portal's own it is a key without the right.
      if (account_id === null || !isGone(error)) throw error
    })
  await eachOnItsOwn(disputes, read, {
    stop,
    failed: (count) => `${count} disputes could not be read from Stripe`,
  })
}

/** Of vendors' accounts, their payouts are their own. */
async function payoutEvent(portal: Portal, stripe: Stripe, event: StoredStripeEvent): Promise<void> {
  if (event.account_id === null) await readPayout(portal, stripe, event.object_id)
}

async function settleKnown(
  portal: Portal,
  event: StoredStripeEvent,
  id: string | null,
  session: Stripe.Checkout.Session,
): Promise<void> {
  const payment = await knownPayment(portal, event, id)
  if (payment) await settle(portal, payment.id, readingOfSession(session))
}

/**
 * The portal's own payment of this id; undefined for what another program does in the same account, and for one of another account: in its
 * own a vendor writes what it likes.
 */
async function knownPayment(
  { db }: Portal,
  { account_id }: Pick<StoredStripeEvent, 'account_id'>,
  id: string | null | undefined,
) {
  const known = ourId.safeParse(id)
  if (!known.success) return undefined
  const payment = await asSystem(db, (tx) => findStripePayment(tx, known.data))
  return payment?.account_id === account_id ? payment : undefined
}
