import type { Stripe } from 'stripe'
import { chargebackReading, chargebackSteps } from '../../../domain/payments/chargeback.ts'
import { asSystem } from '../../db/as-viewer.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import {
  addChargeback,
  changeChargeback,
  findChargeback,
  lockDisputed,
  openOfPayable,
} from './chargebacks.db.ts'
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
  const { id: dispute_id, status, currency, payment_intent: intent, amount: claimed } = dispute
  const reading = chargebackReading(status)
  if (reading === null || claimed <= 0) return
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
      if (known) {
        await changeChargeback(tx, known.id, { status: step, closed_at: step === 'open' ? null : now() })
      } else {
        const row = { building_id, payable_id, payment_id: paymentId, claimed, dispute_id, opened_at: now() }
        known = await addChargeback(tx, row)
      }
      // What was given back before is not the bank's to return; what it was paid for says what is open.
      const data = { amount: Math.min(known.claimed, payment.amount), description: description ?? '' }
      await tell(tx, step, { id: known.id, building_id, vendor_id, payable_id, data })
    }
  })
}

type ChargebackNews = {
  id: string
  building_id: string
  vendor_id: string | null
  payable_id: string
  data: { amount: number; description: string }
}

async function tell(
  tx: Tx,
  step: 'open' | 'won' | 'lost',
  { id: subject, building_id, vendor_id, payable_id, data }: ChargebackNews,
): Promise<void> {
  const about = { actor: null, building_id, vendor_id, subject }
  if (step === 'open') await record(tx, { kind: 'chargeback_opened', ...about, data })
  else if (step === 'won') await record(tx, { kind: 'chargeback_won', ...about, data })
  else {
    const open = await openOfPayable(tx, payable_id)
    await record(tx, { kind: 'chargeback_lost', ...about, data: { ...data, open } })
  }
}
