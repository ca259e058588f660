import type { Stripe } from 'stripe'
import { DomainError } from '../../../domain/errors.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import type { ResidentViewer, Viewer } from '../../../domain/viewer.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import type { StripeAccess } from '../../payments/stripe.ts'
import {
  beginStripePayment,
  closeStripePayment,
  openStripePayment,
  type StripePayment,
  saveSession,
} from './db.ts'
import { inAccount, readingOfSession, SESSION_PARTS } from './read-stripe.ts'
import { type Settling, settle } from './settle.ts'

/** What is to be paid on Stripe's page: `amount` in cents, the account that gets it, and what the page calls it. */
export type Ordered = {
  building_id: string
  payable_id: string
  amount: number
  account_id: string | null
  label: string
}

/** In milliseconds: longer than a call that opens a page takes, with its retries. */
const OPENING = 60_000
/** In seconds. Stripe wants at least half an hour from the call on. */
const PAGE_LIFE = 2 * 60 * 60
/** In milliseconds: longer than a bank takes. */
const GIVE_UP = 14 * 24 * 60 * 60 * 1000
/** One page may have expired, and another one may be for another sum. */
const TRIES = 3

/**
 * The address of Stripe's page for a payment, the same for each click as long as that page is open. `order` throws when nothing is to be
 * paid, and runs as the viewer. Throws DomainError 'conflict' for what is being paid already, 'busy' if Stripe does not answer.
 * Product 3.3
 */
export async function checkoutAddress(
  context: Settling & { stripe: StripeAccess },
  viewer: ResidentViewer,
  order: (tx: Tx) => Promise<Ordered>,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { ordered, payment } = await asViewer(context.db, viewer, async (tx) => {
      const ordered = await order(tx)
      const { label: _, ...of } = ordered
      const started = { started_by: viewer.id, started_at: context.now() }
      return { ordered, payment: await beginStripePayment(tx, { ...of, kind: 'checkout', ...started }) }
    })
    const url = await pageAddress(context, viewer, ordered, payment)
    if (url !== null) return url
  }
  throw new DomainError('conflict', PAYMENT_MESSAGES.onItsWay)
}

/** Null if the page is closed now, so that another one can be opened. */
async function pageAddress(
  context: Settling & { stripe: StripeAccess },
  viewer: ResidentViewer,
  { amount, label }: Ordered,
  payment: StripePayment,
): Promise<string | null> {
  if (payment.kind === 'automatic' || payment.status === 'processing')
    throw new DomainError('conflict', PAYMENT_MESSAGES.onItsWay)
  const stripe = await context.stripe()
  if (payment.session_id === null) {
    const session = await openPage(context, stripe, label, payment)
    await asViewer(context.db, viewer, (tx) => saveSession(tx, payment.id, session.id))
    if (payment.amount === amount && session.url) return session.url
    return closePage(context, stripe, { ...payment, session_id: session.id })
  }
  const session = await readPage(stripe, payment, payment.session_id)
  if (session?.status === 'open' && payment.amount === amount && session.url) return session.url
  return closePage(context, stripe, payment)
}

/** With one key for each payment, so that a call that is made again finds the same page. */
async function openPage(
  { config, db }: Settling,
  stripe: Stripe,
  label: string,
  { id, amount, account_id, started_at }: StripePayment,
): Promise<Stripe.Checkout.Session> {
  const back = `${config.publicUrl}/home/payments`
  const price = { currency: 'usd', unit_amount: amount, product_data: { name: label } }
  try {
    return await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: price }],
        client_reference_id: id,
        payment_intent_data: { metadata: { payment: id } },
        expires_at: Math.floor(started_at.getTime() / 1000) + PAGE_LIFE,
        success_url: `${back}?paid=${id}`,
        cancel_url: back,
      },
      { idempotencyKey: `checkout-${id}`, ...inAccount(account_id) },
    )
  } catch (error) {
    // Nobody has seen its page, so nobody can pay there. If somebody does after all, the event says so.
    await asSystem(db, (tx) => closeStripePayment(tx, id, 'failed', String(error)))
    const { type, message = '' } = error as { type?: string; message?: string }
    if (type === 'StripeInvalidRequestError')
      throw new DomainError('conflict', PAYMENT_MESSAGES.refused(message))
    throw new DomainError('busy', PAYMENT_MESSAGES.noAnswer)
  }
}

/** Null for one that Stripe shows the portal no more. */
const readPage = (stripe: Stripe, { account_id }: Pick<StripePayment, 'account_id'>, sessionId: string) =>
  stripe.checkout.sessions
    .retrieve(sessionId, { expand: SESSION_PARTS }, inAccount(account_id))
    .catch((error) => {
      if (isGone(error)) return null
      throw new DomainError('busy', PAYMENT_MESSAGES.noAnswer)
    })

/** Whether Stripe never answers this: the vendor took the access to its account away, or the portal has another account now. */
export function isGone(error: unknown): boolean {
  const { type, code } = error as { type?: string; code?: string }
  return type === 'StripePermissionError' || code === 'resource_missing'
}

/** Closes a payment whose page's address nobody ever got. */
export const closeUnopened = ({ db }: Pick<Settling, 'db'>, id: string) =>
  asSystem(db, (tx) => closeStripePayment(tx, id, 'failed', 'Its page never opened'))

/**
 * Gives up a payment of which Stripe can't be asked any more, so that it holds up nothing: a page once it has ended by itself, anything else
 * after some days. It may have been paid, so both ends are told, and it is read once Stripe answers: then it pays what is open, or goes
 * back. Returns whether it is given up.
 */
export async function giveUpPayment(
  context: Settling,
  { id, kind, status, amount, session_id, started_at }: StripePayment,
): Promise<boolean> {
  const isPage = kind === 'checkout' && status === 'open'
  // Nobody ever got its address.
  if (isPage && session_id === null) {
    await closeUnopened(context, id)
    return true
  }
  const age = context.now().getTime() - started_at.getTime()
  if (age < (isPage ? PAGE_LIFE * 1000 : GIVE_UP)) return false
  const nothing = { amount, currency: 'usd', session_id: null, intent_id: null, method: null }
  const failure = isPage ? null : 'Stripe can no longer be asked what became of it'
  await settle(context, id, { ...nothing, status: isPage ? 'expired' : 'failed', failure, is_unknown: true })
  return true
}

/**
 * Closes an open page, so that what it is for can be paid in another way. One whose address nobody ever got is given up. Throws
 * DomainError 'conflict' if it was paid there, or is just being opened. Returns null.
 */
export async function closePage(context: Settling, stripe: Stripe, payment: StripePayment): Promise<null> {
  const { id, account_id, session_id, started_at } = payment
  if (session_id === null) {
    if (context.now().getTime() - started_at.getTime() < OPENING)
      throw new DomainError('conflict', PAYMENT_MESSAGES.onItsWay)
    await closeUnopened(context, id)
    return null
  }
  const of = inAccount(account_id)
  // One that is no longer open can't be closed; what it is then, is read.
  await stripe.checkout.sessions
    .expire(session_id, {}, { idempotencyKey: `expire-${id}`, ...of })
    .catch(() => undefined)
  const session = await readPage(stripe, { account_id }, session_id)
  if (session === null) {
    if (await giveUpPayment(context, payment)) return null
    throw new DomainError('conflict', PAYMENT_MESSAGES.pageOpen)
  }
  if (session.status === 'open') throw new DomainError('busy', PAYMENT_MESSAGES.noAnswer)
  if (session.status === 'complete') throw new DomainError('conflict', PAYMENT_MESSAGES.onItsWay)
  await settle(context, id, readingOfSession(session))
  return null
}

/**
 * Before what is owed is paid in another way: closes Stripe's page for it, if one is open, so that nobody pays twice. Money that is on its
 * way may arrive beside it if it is at most what is `left` then, in cents. Throws DomainError 'conflict' if it is more, or was just paid,
 * 'busy' if Stripe does not answer. The write checks again. Product 3.3
 */
export async function closeOpenPage(
  context: Settling,
  viewer: Viewer,
  { id, left }: { id: string; left: number },
): Promise<void> {
  const open = await asViewer(context.db, viewer, (tx) => openStripePayment(tx, id))
  if (!open) return
  const isPage = open.kind === 'checkout' && open.status === 'open'
  if (isPage && context.stripe !== null) return void (await closePage(context, await context.stripe(), open))
  if (open.status === 'processing' && open.amount <= left) return
  // Online payment was switched off: a page ends by itself, and of the rest nobody hears any more.
  if (context.stripe === null && (await giveUpPayment(context, open))) return
  throw new DomainError('conflict', isPage ? PAYMENT_MESSAGES.pageOpen : PAYMENT_MESSAGES.onItsWay)
}
