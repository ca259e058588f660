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
import { inAccount } from './read-stripe.ts'
import {
  addRefund,
  endRefund,
  knownRefund,
  lockRefundable,
  pendingRefunds,
  refundToSend,
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
    const { payment, payable, description } = await lockRefundable(tx, asked.payment_id)
    const known = await knownRefund(tx, id)
    // An admin sees payments of invoices, which are the vendors' to give back.
    if (viewer.kind === 'admin' && payable.kind === 'invoice') throw new DomainError('not_found')
    if (known) return requireSame(known, asked, OTHER_REFUND)
    requireRefundable(asked, payment, payable)
    const { building_id, payable_id } = payment
    const status = asked.kind === 'stripe' ? 'pending' : 'done'
    await addRefund(tx, { id, building_id, payable_id, ...asked, status, recorded_by: viewer.id })
    if (status === 'done') await tell(tx, { id, building_id, ...asked, description }, viewer.id)
  })
  if (asked.kind === 'stripe') await sendRefund(portal, id)
}

type ToldRefund = { id: string; building_id: string; amount: number; reason: string; description: string }

async function tell(
  tx: Tx,
  { id, building_id, amount, reason, description }: ToldRefund,
  actor: string | null,
) {
  const about = { actor, building_id, subject: id }
  await record(tx, { kind: 'payment_refunded', ...about, data: { amount, reason, description } })
}

/** With one key, so that it goes back once. What Stripe refuses for good is given up. */
async function sendRefund({ db, stripe }: Settling, id: string): Promise<void> {
  if (stripe === null) return
  const refund = await asSystem(db, (tx) => refundToSend(tx, id))
  if (!refund) return
  const { amount, intent_id, account_id } = refund
  try {
    const { refunds } = await stripe()
    await refunds.create(
      { payment_intent: intent_id, amount, metadata: { refund: id } },
      { idempotencyKey: `refund-${id}`, ...inAccount(account_id) },
    )
  } catch (error) {
    const { type, message = 'Stripe refused it' } = error as { type?: string; message?: string }
    if (type !== 'StripeInvalidRequestError') return
    await asSystem(db, (tx) => endRefund(tx, id, { status: 'failed', failure: message }))
    throw new DomainError('conflict', `Stripe refused the refund: ${message}`)
  }
}

/** Sends what Stripe did not answer to before. */
export async function sendPendingRefunds(portal: Settling, stop?: AbortSignal): Promise<void> {
  if (portal.stripe === null) return
  const pending = await asSystem(portal.db, pendingRefunds)
  await eachOnItsOwn(pending, ({ id }) => sendRefund(portal, id), {
    stop,
    failed: (count) => `${count} refunds could not be sent`,
  })
}

/** What Stripe says of a refund of the portal's. */
export async function settleRefund({ db }: Settling, refund: Stripe.Refund): Promise<void> {
  const id = ourId.safeParse(refund.metadata?.refund)
  if (!id.success || refund.status === 'pending' || refund.status === 'requires_action') return
  const status = refund.status === 'succeeded' ? 'done' : 'failed'
  await asSystem(db, async (tx) => {
    const failure = status === 'failed' ? (refund.failure_reason ?? 'Stripe could not send it') : null
    const ended = await endRefund(tx, id.data, {
      status,
      failure,
      refund_id: refund.id,
      amount: refund.amount,
    })
    if (ended && status === 'done') await tell(tx, ended, null)
  })
}
