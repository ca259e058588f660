import type { Stripe } from 'stripe'
import { asSystem } from '../../db/as-viewer.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import type { Portal } from '../../rpc/context.ts'
import { keptMethod } from './automatic.db.ts'
import { lookFor } from './charge-automatically.ts'
import { closeUnopened, giveUpPayment, isGone } from './checkout.ts'
import { type StripePayment, staleStripePayments } from './db.ts'
import {
  INTENT_PARTS,
  inAccount,
  KEY_LIFE,
  readingOfIntent,
  readingOfSession,
  SESSION_PARTS,
} from './read-stripe.ts'
import { type Settling, settle } from './settle.ts'

/** In milliseconds: by then an event has come, or Stripe is asked. */
const EVENT_TIME = 60 * 60 * 1000
/** So long one that was given up is looked for, should Stripe answer again. */
const LOOKED_FOR = 90 * 24 * 60 * 60 * 1000
/** So many in one run of the job. */
const AT_ONCE = 200

/** Reads payments from Stripe that have been on their way for an hour: their events may be lost, and each holds up its payable. Product 3.3 */
export async function readAgain(portal: Portal, stop?: AbortSignal): Promise<void> {
  const { db, now } = portal
  const before = (ms: number) => new Date(now().getTime() - ms)
  const times = { until: before(EVENT_TIME), lost: before(LOOKED_FOR) }
  const stale = await asSystem(db, (tx) => staleStripePayments(tx, times, AT_ONCE))
  if (stale.length === 0) return
  const stripe = await portal.stripe?.()
  await eachOnItsOwn(stale, (payment) => readOrGiveUp(portal, stripe, payment), {
    stop,
    failed: (count) => `${count} payments could not be read from Stripe`,
  })
}

type StalePayment = StripePayment & { intent_id: string | null; given_up_at: Date | null }

/** Without Stripe, as when it was switched off, and for what it never shows again, it is given up after a while. */
async function readOrGiveUp(
  portal: Settling,
  stripe: Stripe | undefined,
  payment: StalePayment,
): Promise<void> {
  const isGivenUp = payment.given_up_at !== null
  if (!stripe) return isGivenUp ? undefined : void (await giveUpPayment(portal, payment))
  try {
    await readPayment(portal, stripe, payment)
  } catch (error) {
    if (!isGone(error)) throw error
    if (!isGivenUp && !(await giveUpPayment(portal, payment))) throw error
  }
}

async function readPayment(portal: Settling, stripe: Stripe, payment: StalePayment): Promise<void> {
  const { id, building_id, kind, session_id, intent_id, account_id, started_at } = payment
  const of = inAccount(account_id)
  if (session_id !== null) {
    const session = await stripe.checkout.sessions.retrieve(session_id, { expand: SESSION_PARTS }, of)
    return settle(portal, id, readingOfSession(session))
  }
  if (intent_id !== null) {
    const intent = await stripe.paymentIntents.retrieve(intent_id, { expand: INTENT_PARTS }, of)
    return settle(portal, id, readingOfIntent(intent))
  }
  const kept = kind === 'automatic' ? await asSystem(portal.db, (tx) => keptMethod(tx, building_id)) : null
  if (kept) {
    // Then it is charged again with the same key.
    const isCharged =
      kept.is_on && payment.given_up_at === null && portal.now().getTime() - started_at.getTime() <= KEY_LIFE
    return isCharged ? undefined : lookFor(portal, stripe, kept.customer_id, payment)
  }
  await closeUnopened(portal, id)
}
