import { sql } from 'kysely'
import type { ChargebackStatus } from '../../../domain/payments/chargeback.ts'
import type { StripePaymentStatus } from '../../../domain/payments/stripe-payment.ts'
import type { Tx } from '../../db/pool.ts'

/** A payment through Stripe under the locks of payments. Cents. */
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
  }>`
    select s.status, s.intent_id, s.building_id, s.payable_id, s.amount, p.description, i.vendor_id
    from stripe_payments s left join payments p on p.id = s.id left join invoices i on i.id = s.payable_id
    where s.id = ${id}`.execute(tx)
  return rows[0]
}

/** A dispute of Stripe's that was recorded; undefined without one. */
export const findChargeback = (tx: Tx, disputeId: string) =>
  tx
    .selectFrom('chargebacks')
    .where('dispute_id', '=', disputeId)
    .select(['id', 'status', 'claimed'])
    .executeTakeFirst()

type NewChargeback = {
  building_id: string
  payable_id: string
  payment_id: string
  claimed: number
  dispute_id: string
  opened_at: Date
}

/** The database books what is left of the payment, and more or less as refunds and other chargebacks of it end. */
export const addChargeback = (tx: Tx, chargeback: NewChargeback) =>
  tx
    .insertInto('chargebacks')
    .values(chargeback)
    .returning(['id', 'status', 'claimed'])
    .executeTakeFirstOrThrow()

/** What the bank decided, or that it looks at it again. */
export async function changeChargeback(
  tx: Tx,
  id: string,
  change: { status: ChargebackStatus; closed_at: Date | null },
): Promise<void> {
  await tx.updateTable('chargebacks').set(change).where('id', '=', id).execute()
}

/** What is open of a payable now, in cents; nothing of what is paid. */
export async function openOfPayable(tx: Tx, id: string): Promise<number> {
  const { open } = await tx
    .selectFrom('payables')
    .where('id', '=', id)
    .select(sql<number>`greatest(0, amount - credited - paid)`.as('open'))
    .executeTakeFirstOrThrow()
  return open
}

/** Disputes of payments of the portal that the bank has not decided, or lately; then those of which an event came lately and nothing followed. */
export async function disputesToRead(tx: Tx, since: Date, limit: number) {
  const { rows } = await sql<{ dispute_id: string; account_id: string | null }>`
    select c.dispute_id, s.account_id, 1 as rank from chargebacks c join stripe_payments s on s.id = c.payment_id
    where c.status = 'open' or c.closed_at >= ${since}
    union
    select e.object_id, e.account_id, 2 from stripe_events e
    where e.type like 'charge.dispute.%' and e.handled_at is not null and e.retry_at >= ${since}
      and not exists (select from chargebacks c where c.dispute_id = e.object_id)
    order by rank, dispute_id limit ${limit}`.execute(tx)
  return rows
}
