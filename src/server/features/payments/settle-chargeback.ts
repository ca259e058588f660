import type { Stripe } from 'stripe'
import { chargebackStatus, chargebackSteps, heldAmount } from '../../../domain/payments/chargeback.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { addChargeback, closeChargeback, findChargeback, lockDisputed } from './chargebacks.db.ts'
import type { Settling } from './settle.ts'

/**
 * Books what Stripe says of a dispute of this payment, once, however often and in whatever order it is told: the bank holds the money
 * first, and then gives it back or keeps it. Throws as long as the payment is not confirmed, so that it is tried again. Product 3.3
 */
export async function settleChargeback(
  { db, now }: Settling,
  paymentId: string,
  dispute: Stripe.Dispute,
): Promise<void> {
  const { id: dispute_id, status, currency, payment_intent: intent } = dispute
  const reading = chargebackStatus(status)
  if (reading === null) return
  await asSystem(db, async (tx) => {
    const payment = await lockDisputed(tx, paymentId)
    // What is not owed goes back anyway, and is in no books.
    if (!payment || payment.status === 'surplus' || payment.status === 'returned') return
    if (payment.status !== 'paid') throw new Error(`The payment that ${dispute_id} disputes is not confirmed`)
    // In its own account a vendor writes what it likes: only the payment's own intent counts.
    if ((typeof intent === 'object' ? intent?.id : intent) !== payment.intent_id) return
    if (currency !== 'usd') throw new Error(`Stripe says ${currency} of a dispute of usd`)
    const { building_id, payable_id, vendor_id, description } = payment
    let known = await findChargeback(tx, dispute_id)
    for (const step of chargebackSteps(known?.status ?? null, reading)) {
      if (step === 'open') {
        const amount = heldAmount(dispute.amount, payment)
        // All of it went back already.
        if (amount === 0) return
        const row = { building_id, payable_id, payment_id: paymentId, amount, dispute_id, opened_at: now() }
        known = await addChargeback(tx, row)
      } else if (known) await closeChargeback(tx, known.id, { status: step, closed_at: now() })
      if (known) await tell(tx, step, { ...known, building_id, vendor_id, description: description ?? '' })
    }
  })
}

const KINDS = { open: 'chargeback_opened', won: 'chargeback_won', lost: 'chargeback_lost' } as const

type Told = {
  id: string
  building_id: string
  vendor_id: string | null
  amount: number
  description: string
}

async function tell(tx: Tx, step: keyof typeof KINDS, { id: subject, ...chargeback }: Told): Promise<void> {
  const { building_id, vendor_id, amount, description } = chargeback
  const about = { actor: null, building_id, vendor_id, subject }
  await record(tx, { kind: KINDS[step], ...about, data: { amount, description } })
}
