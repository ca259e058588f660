import { sql } from 'kysely'
import type { ChargebackStatus } from '../../../domain/payments/chargeback.ts'
import type { StripePaymentStatus } from '../../../domain/payments/stripe-payment.ts'
import type { Tx } from '../../db/pool.ts'

/** A payment through Stripe under the locks of payments, with what of it went back or is held, in cents. */
export async function lockDisputed(tx: Tx, id: string) {
  // In the order of all locks: invoice, then what is owed.
  await sql`select from invoices where id = (select payable_id from stripe_payments where id = ${id}) for no key update`.execute(
    tx,
  )
  await sql`select from payables where id = (select payable_id from stripe_payments where id = ${id}) for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{
    status: StripePaymentStatus
    intent_id: string | null
    building_id: string
    payable_id: string
    amount: number
    description: string | null
    vendor_id: string | null
    refunded: number
    held: number
  }>`
    select s.status, s.intent_id, s.building_id, s.payable_id, s.amount, p.description, i.vendor_id,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = s.id and r.status <> 'failed') as refunded,
      (select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payment_id = s.id and c.status <> 'won') as held
    from stripe_payments s left join payments p on p.id = s.id left join invoices i on i.id = s.payable_id
    where s.id = ${id}`.execute(tx)
  return rows[0]
}

/** A dispute of Stripe's that was recorded; undefined without one. */
export const findChargeback = (tx: Tx, disputeId: string) =>
  tx
    .selectFrom('chargebacks')
    .where('dispute_id', '=', disputeId)
    .select(['id', 'status', 'amount'])
    .executeTakeFirst()

type NewChargeback = {
  building_id: string
  payable_id: string
  payment_id: string
  amount: number
  dispute_id: string
  opened_at: Date
}

/** The database refuses more than is left of the payment, and books it. */
export const addChargeback = (tx: Tx, chargeback: NewChargeback) =>
  tx
    .insertInto('chargebacks')
    .values(chargeback)
    .returning(['id', 'status', 'amount'])
    .executeTakeFirstOrThrow()

/** What the bank decided. */
export async function closeChargeback(
  tx: Tx,
  id: string,
  end: { status: Exclude<ChargebackStatus, 'open'>; closed_at: Date },
): Promise<void> {
  await tx.updateTable('chargebacks').set(end).where('id', '=', id).execute()
}
