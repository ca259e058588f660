import { randomUUID } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { z } from 'zod'
import { DomainError } from '../../../domain/errors.ts'
import { OTHER_REFUND, type RefundPayment, requireRefundable } from '../../../domain/payments/refund.ts'
import { requireSame } from '../../../domain/sent-again.ts'
import { id as ourId } from '../../../domain/text.ts'
import type { Viewer } from '../../../domain/viewer.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { eachOnItsOwn } from '../../jobs/each-on-its-own.ts'
import { inAccount, KEY_LIFE } from './read-stripe.ts'
import {
  addRefund,
  endRefund,
  knownRefund,
  lockRefundable,
  nameRefund,
  paymentOfRefund,
  pendingRefunds,
  refundToSend,
  type SentRefund,
} from './refunds.db.ts'
import type { Settling } from './settle.ts'

type AskedRefund = z.output<typeof RefundPayment>

/**
 * Gives back what was paid, in part too. What goes back through Stripe is in the books once its event says that it went; what was
 * transferred back, at once. One that is sent again is there once. Product 3.6
 */
export async function refundPayment(
  portal: Settling,
  viewer: Extract<Viewer, { kind: 'admin' | 'vendor' }>,
  { id, ...asked }: AskedRefund,
): Promise<void> {
  await asViewer(portal.db, viewer, async (tx) => {
    const { payment, payable, description, vendor_id } = await lockRefundable(tx, asked.payment_id)
    const known = await knownRefund(tx, id)
    // An admin sees payments of invoices, which are the vendors' to give back.
    if (viewer.kind === 'admin' && payable.kind === 'invoice') throw new DomainError('not_found')
    if (known) return requireSame(known, asked, OTHER_REFUND)
    requireRefundable(asked, payment, payable)
    const { building_id, payable_id } = payment
    const status = asked.kind === 'stripe' ? 'pending' : 'done'
    await addRefund(tx, { id, building_id, payable_id, ...asked, status, recorded_by: viewer.id })
    const { amount, reason } = asked
    const told = { id, building_id, vendor_id, amount, reason, description, by_hand: true }
    if (status === 'done') await tell(tx, told, viewer.id)
  })
  if (asked.kind === 'stripe') await sendRefund(portal, id)
}

type ToldRefund = {
  id: string
  building_id: string
  vendor_id: string | null
  amount: number
  reason: string
  description: string
  by_hand: boolean
}

async function tell(
  tx: Tx,
  { id, building_id, vendor_id, ...data }: ToldRefund,
  actor: string | null,
): Promise<void> {
  const { amount, reason, description, by_hand } = data
  const about = { actor, building_id, vendor_id, subject: id }
  await record(tx, { kind: 'payment_refunded', ...about, data: { amount, reason, description, by_hand } })
}

/** Sends a refund, or reads what became of it. With one key, so that it goes back once. What Stripe refuses for good is given up. */
async function sendRefund(portal: Settling, id: string): Promise<void> {
  const { db, stripe } = portal
  if (stripe === null) return
  const refund = await asSystem(db, (tx) => refundToSend(tx, id))
  if (!refund) return
  const answer = await atStripe(portal, await stripe(), id, refund).catch((error) => {
    const { type, message = 'Stripe refused it' } = error as { type?: string; message?: string }
    // Without an answer it stays on its way, and is sent again.
    return FINAL.includes(type ?? '') ? { refused: message } : null
  })
  if (answer === null) return
  if ('refused' in answer) {
    await asSystem(db, (tx) => failRefund(tx, id, { failure: answer.refused }))
    throw new DomainError('conflict', `Stripe refused the refund: ${answer.refused}`)
  }
  if (answer.isNew) await asSystem(db, (tx) => nameRefund(tx, id, answer.refund.id))
  else await settleRefund(portal, answer.refund)
}

/** It will not be sent: it is not possible, or the vendor took the portal's access to its account away. */
const FINAL = ['StripeInvalidRequestError', 'StripePermissionError']

type SentNow = { isNew: boolean; refund: Stripe.Refund }

/** The refund at Stripe: the one that is known there, or else a new one. */
async function atStripe(
  { now }: Settling,
  { refunds }: Stripe,
  id: string,
  refund: SentRefund,
): Promise<SentNow> {
  const { amount, intent_id, account_id, refund_id, created_at } = refund
  const of = inAccount(account_id)
  if (refund_id !== null) return { isNew: false, refund: await refunds.retrieve(refund_id, {}, of) }
  if (now().getTime() - created_at.getTime() > KEY_LIFE) {
    const { data } = await refunds.list({ payment_intent: intent_id, limit: 100 }, of)
    const known = data.find(({ metadata }) => metadata?.refund === id)
    if (known) return { isNew: false, refund: known }
  }
  const asked = { payment_intent: intent_id, amount, metadata: { refund: id } }
  const made = await refunds.create(asked, { idempotencyKey: `refund-${id}`, ...of })
  return { isNew: true, refund: made }
}

/** Sends what Stripe did not answer to before, and reads what became of the others. */
export async function sendPendingRefunds(portal: Settling, stop?: AbortSignal): Promise<void> {
  if (portal.stripe === null) return
  const pending = await asSystem(portal.db, pendingRefunds)
  await eachOnItsOwn(pending, ({ id }) => sendRefund(portal, id), {
    stop,
    failed: (count) => `${count} refunds could not be sent`,
  })
}

/** What Stripe says of a refund of what was paid through the portal. One that was made at Stripe itself is recorded, too. */
export async function settleRefund({ db }: Settling, refund: Stripe.Refund): Promise<void> {
  const { id: refund_id, amount, failure_reason, status } = refund
  const intent = typeof refund.payment_intent === 'object' ? refund.payment_intent?.id : refund.payment_intent
  if (!intent || status === 'pending' || status === 'requires_action') return
  const ours = ourId.safeParse(refund.metadata?.refund)
  await asSystem(db, async (tx) => {
    const found = await paymentOfRefund(tx, intent, refund_id, ours.success ? ours.data : null)
    if (!found) return
    if (found.id !== null && status !== 'succeeded')
      return failRefund(tx, found.id, {
        failure: failure_reason ?? 'Stripe could not send it',
        refund_id,
        amount,
      })
    if (found.id !== null) {
      const ended = await endRefund(tx, found.id, { status: 'done', failure: null, refund_id, amount })
      if (ended) await tell(tx, { ...ended, by_hand: false }, ended.recorded_by)
    } else if (status === 'succeeded') {
      const { description, vendor_id, id: _, ...of } = found
      const outside = {
        id: randomUUID(),
        amount,
        reason: 'Given back at Stripe',
        refund_id,
        recorded_by: null,
      }
      await addRefund(tx, { ...of, ...outside, kind: 'stripe', status: 'done' })
      const { id, reason } = outside
      const { building_id } = of
      await tell(tx, { id, building_id, vendor_id, amount, reason, description, by_hand: false }, null)
    }
  })
}

async function failRefund(
  tx: Tx,
  id: string,
  end: { failure: string; refund_id?: string; amount?: number },
): Promise<void> {
  const ended = await endRefund(tx, id, { status: 'failed', ...end })
  if (!ended) return
  const { building_id, vendor_id, amount, description } = ended
  const about = { actor: null, building_id, vendor_id, subject: id }
  await record(tx, { kind: 'refund_failed', ...about, data: { amount, description, failure: end.failure } })
}
