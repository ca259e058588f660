import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'

/** A payment that the viewer sees, with what went back of it, what it is of, and who took it back and why. Cents. */
export async function readTakeBack(tx: Tx, paymentId: string) {
  const { rows } = await sql<{
    building_id: string
    payable_id: string
    status: 'pending' | 'paid' | 'failed' | 'taken_back'
    amount: number
    date: string
    method: string
    description: string
    refunded: number
    is_online: boolean
    is_fee: boolean
    vendor_id: string | null
    reason: string | null
    taken_back_by: string | null
  }>`
    select p.building_id, p.payable_id, p.status, p.amount, p.date, p.method, p.description,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.status <> 'failed') as refunded,
      exists (select from stripe_payments s where s.id = p.id) as is_online,
      exists (select from fees f where f.id = p.payable_id) as is_fee, i.vendor_id, k.reason, k.taken_back_by
    from payments p left join invoices i on i.id = p.payable_id left join payment_take_backs k on k.payment_id = p.id
    where p.id = ${paymentId}`.execute(tx)
  const [found] = rows
  if (!found) throw new DomainError('not_found')
  return found
}

type TakeBack = {
  payment_id: string
  building_id: string
  payable_id: string
  reason: string
  taken_back_by: string
  taken_back_at: Date
}

/** Whether it was not taken back before. The database reverses the payment, and refuses one that can't be taken back. */
export async function addTakeBack(tx: Tx, takeBack: TakeBack): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_take_backs')
    .values(takeBack)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
