import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

/** A payment that the viewer sees, with what went back of it, and what it is of, under a lock of the database's trigger later. Cents. */
export async function lockRefundable(tx: Tx, paymentId: string) {
  const { rows } = await sql<{
    id: string
    building_id: string
    payable_id: string
    status: 'pending' | 'paid' | 'failed' | 'taken_back'
    amount: number
    description: string
    refunded: number
    held: number
    is_online: boolean
    of: 'fee' | 'invoice'
    owed: number
    paid: number
    returning: number
    disputed: number
    vendor_id: string | null
  }>`
    select p.id, p.building_id, p.payable_id, p.status, p.amount, p.description,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.status <> 'failed') as refunded,
      (select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payment_id = p.id and c.status <> 'won') as held,
      exists (select from stripe_payments s where s.id = p.id and s.status = 'paid') as is_online,
      case when i.id is null then o.kind else 'invoice' end as of,
      coalesce(i.approved, o.amount - o.credited) as owed, coalesce(i.paid, o.paid) as paid,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.payable_id = p.payable_id and r.status = 'pending') as returning,
      (select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payable_id = p.payable_id and c.status = 'open') as disputed,
      i.vendor_id
    from payments p left join payables o on o.id = p.payable_id left join invoices i on i.id = p.payable_id
    where p.id = ${paymentId}`.execute(tx)
  const [found] = rows
  if (!found) throw new DomainError('not_found')
  const { of: kind, owed, paid, returning, disputed, description, vendor_id, ...payment } = found
  return { payment, payable: { kind, owed, paid, returning, disputed }, description, vendor_id }
}

/** A refund that was recorded with this id; undefined if there is none. */
export const knownRefund = (tx: Tx, id: string) =>
  tx
    .selectFrom('refunds')
    .where('id', '=', id)
    .select(['payment_id', 'amount', 'kind', 'reason'])
    .executeTakeFirst()

type NewRefund = {
  id: string
  building_id: string
  payable_id: string
  payment_id: string
  amount: number
  kind: 'stripe' | 'transfer'
  reason: string
  status: 'pending' | 'done'
  /** Null: it was given back at Stripe itself. */
  recorded_by: string | null
  refund_id?: string
}

/** The database refuses more than is left. */
export async function addRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute()
}

/** What Stripe needs of a refund that is on its way, and what it called it. */
export const refundToSend = async (tx: Tx, id: string) => {
  const found = await tx
    .selectFrom('refunds as r')
    .innerJoin('stripe_payments as s', 's.id', 'r.payment_id')
    .where('r.id', '=', id)
    .where('r.status', '=', 'pending')
    .select(['r.amount', 'r.refund_id', 'r.created_at', 's.intent_id', 's.account_id'])
    .executeTakeFirst()
  return found?.intent_id ? { ...found, intent_id: found.intent_id } : undefined
}

export type SentRefund = NonNullable<Awaited<ReturnType<typeof refundToSend>>>

export const pendingRefunds = (tx: Tx) =>
  tx
    .selectFrom('refunds')
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .limit(200)
    .select('id')
    .execute()

/** What Stripe calls a refund, so that it is sent once. */
export async function nameRefund(tx: Tx, id: string, refundId: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ refund_id: refundId })
    .where('id', '=', id)
    .where('refund_id', 'is', null)
    .execute()
}

type RefundEnd = { status: 'done' | 'failed'; failure: string | null; refund_id?: string; amount?: number }

/** What a refund of Stripe's is of: a payment of the portal's, and the portal's own refund, if it began it; undefined for others. */
export const paymentOfRefund = (tx: Tx, intentId: string, refundId: string, ourId: string | null) =>
  tx
    .selectFrom('stripe_payments as s')
    .leftJoin('refunds as r', (join) =>
      join
        .onRef('r.payment_id', '=', 's.id')
        .on((eb) => eb.or([eb('r.refund_id', '=', refundId), eb('r.id', '=', ourId)])),
    )
    .leftJoin('invoices as i', 'i.id', 's.payable_id')
    .innerJoin('payments as p', 'p.id', 's.id')
    .where('s.intent_id', '=', intentId)
    .where('s.status', '=', 'paid')
    .select(['s.id as payment_id', 's.building_id', 's.payable_id', 'r.id', 'i.vendor_id', 'p.description'])
    .executeTakeFirst()

/**
 * Ends a refund: what it was, or null for one that ended so before. One that went may fail later, when its bank sends it back. Throws if
 * another sum went back.
 */
export async function endRefund(tx: Tx, id: string, { amount, ...end }: RefundEnd) {
  // In the order of all locks: the trigger locks what it is of.
  await sql`select from invoices i join refunds r on r.payable_id = i.id where r.id = ${id} for no key update of i`.execute(
    tx,
  )
  await sql`select from payables o join refunds r on r.payable_id = o.id where r.id = ${id} for no key update of o`.execute(
    tx,
  )
  const ended = await tx
    .updateTable('refunds')
    .set({ ...end, failure: end.failure?.slice(0, 500) ?? null })
    .where('id', '=', id)
    .where('status', 'in', end.status === 'failed' ? ['pending', 'done'] : ['pending'])
    .returning(['id', 'building_id', 'amount', 'reason', 'payment_id', 'recorded_by'])
    .executeTakeFirst()
  if (!ended) return null
  if (amount !== undefined && amount !== ended.amount)
    throw new Error(`Stripe says ${amount} of a refund of ${ended.amount}`)
  const of = await tx
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.payable_id')
    .where('p.id', '=', ended.payment_id)
    .select(['p.description', 'i.vendor_id'])
    .executeTakeFirstOrThrow()
  return { ...ended, ...of }
}
