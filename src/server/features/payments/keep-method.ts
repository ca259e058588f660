import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import { DomainError } from '../../../domain/errors.ts'
import { cardEnd } from '../../../domain/payments/automatic.ts'
import { PAYMENT_MESSAGES } from '../../../domain/payments/messages.ts'
import { methodLabel } from '../../../domain/payments/stripe-payment.ts'
import { id as ourId } from '../../../domain/text.ts'
import type { ResidentViewer } from '../../../domain/viewer.ts'
import { asSystem } from '../../db/as-viewer.ts'
import { record } from '../../db/record.ts'
import type { StripeAccess } from '../../payments/stripe.ts'
import {
  automaticWithMethod,
  changeAutomatic,
  customerOf,
  forgetGivenUp,
  keepCustomer,
  lockAutomatic,
} from './automatic.db.ts'
import type { Settling } from './settle.ts'

export const KEPT_PARTS = ['setup_intent.payment_method']

/** The address of Stripe's page on which a method is kept for the building's fees. Nothing is charged there. Product 3.3 */
export async function keepingAddress(
  { db, stripe, config }: Settling & { stripe: StripeAccess },
  { building_id }: Pick<ResidentViewer, 'building_id'>,
): Promise<string> {
  const library = await stripe()
  const metadata = { building: building_id }
  const back = `${config.publicUrl}/home/payments`
  try {
    let customer = await asSystem(db, (tx) => customerOf(tx, building_id))
    if (customer === null) {
      const made = await library.customers.create({ metadata }, { idempotencyKey: `customer-${building_id}` })
      await asSystem(db, (tx) => keepCustomer(tx, building_id, made.id))
      customer = (await asSystem(db, (tx) => customerOf(tx, building_id))) ?? made.id
    }
    const { url } = await library.checkout.sessions.create(
      { mode: 'setup', currency: 'usd', customer, metadata, success_url: back, cancel_url: back },
      { idempotencyKey: `keep-${randomUUID()}` },
    )
    if (url) return url
  } catch (error) {
    if (error instanceof DomainError) throw error
  }
  throw new DomainError('busy', PAYMENT_MESSAGES.noAnswer)
}

/** The method that was kept on Stripe's page is used from now on; the one before is given back. One of an earlier page changes nothing. */
export async function keepMethod(
  { db }: Settling,
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<void> {
  const building = ourId.safeParse(session.metadata?.building)
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null
  const kept = typeof intent?.payment_method === 'object' ? intent.payment_method : null
  if (!building.success || session.status !== 'complete' || !kept) return
  const kept_at = new Date(session.created * 1000)
  const replaced = await asSystem(db, async (tx) => {
    const before = await lockAutomatic(tx, building.data)
    if (!before || before.customer_id !== session.customer || before.method_id === kept.id) return null
    if (before.kept_at !== null && before.kept_at > kept_at) return kept.id
    const facts = { method_id: kept.id, ...methodFacts(kept), kept_at }
    const given_up = [...before.given_up, ...(before.method_id === null ? [] : [before.method_id])]
    await changeAutomatic(tx, building.data, { ...facts, given_up, is_on: true, failures: 0, next_on: null })
    const about = { actor: null, building_id: building.data, subject: building.data }
    const data = { on: true, method: facts.method }
    await record(tx, { kind: 'automatic_payments_set', ...about, data })
    return before.method_id
  })
  if (replaced !== null) await giveBack(db, stripe, replaced)
}

/** Nothing is charged by itself any more. What a page that is still open keeps, is given back, too. Product 3.3 */
export async function forgetMethod(
  { db, stripe, now }: Settling,
  { id: changed_by, building_id }: Pick<ResidentViewer, 'id' | 'building_id'>,
): Promise<void> {
  const forgotten = await asSystem(db, async (tx) => {
    const before = await lockAutomatic(tx, building_id)
    if (!before?.method_id) return null
    const none = { method_id: null, method: null, expires_on: null, is_on: false, failures: 0, next_on: null }
    // In whole seconds, as Stripe says when a page was opened.
    const kept_at = new Date(Math.floor(now().getTime() / 1000) * 1000)
    const given_up = [...before.given_up, before.method_id]
    await changeAutomatic(tx, building_id, { ...none, given_up, kept_at, changed_by })
    const about = { actor: changed_by, building_id, subject: building_id }
    await record(tx, { kind: 'automatic_payments_set', ...about, data: { on: false, method: before.method } })
    return before.method_id
  })
  // What Stripe does not answer to now, the job asks again.
  if (forgotten !== null && stripe !== null) await giveBack(db, await stripe(), forgotten).catch(() => {})
}

/** Stripe keeps the method no longer. One that is gone already, is gone. */
export async function giveBack(db: Settling['db'], stripe: Stripe, methodId: string): Promise<void> {
  await stripe.paymentMethods
    .detach(methodId, {}, { idempotencyKey: `detach-${methodId}` })
    .catch((error: { code?: string; statusCode?: number }) => {
      if (error.statusCode !== 400 && error.statusCode !== 404) throw error
    })
  await asSystem(db, (tx) => forgetGivenUp(tx, methodId))
}

/** A kept method was taken away, or its card was replaced by the bank. */
export async function refreshMethod({ db }: Settling, stripe: Stripe, methodId: string): Promise<void> {
  const known = await asSystem(db, (tx) => automaticWithMethod(tx, methodId))
  if (!known) return
  const method = await stripe.paymentMethods.retrieve(methodId)
  await asSystem(db, async (tx) => {
    const before = await lockAutomatic(tx, known.building_id)
    if (before?.method_id !== methodId || before.method === null) return
    if (method.customer !== null) return changeAutomatic(tx, known.building_id, methodFacts(method))
    const gone = { method_id: null, method: null, expires_on: null, is_on: false }
    await changeAutomatic(tx, known.building_id, gone)
    const about = { actor: null, building_id: known.building_id, subject: known.building_id }
    await record(tx, { kind: 'payment_method_gone', ...about, data: { method: before.method } })
  })
}

function methodFacts({ type, card, us_bank_account: bank }: Stripe.PaymentMethod) {
  const method = methodLabel(type, card?.last4 ?? bank?.last4 ?? null)
  return { method, expires_on: card ? cardEnd(card.exp_year, card.exp_month) : null }
}
