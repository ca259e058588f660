// Rules: [2.billing.8]

import { sql } from 'kysely'
import type { Fee } from '../../../domain/billing/fees.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { chargebacksOf, refundsOf } from '../../db/payment-sums.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'

/**
 * Adds fees, what is owed for them, and their events. A month that has its fee keeps it. Fixed order, so no deadlock between
 * two servers that add the same fees.
 */
export async function addFees(tx: Tx, fees: (Fee & { building_id: string })[]): Promise<void> {
  const { rows } = await sql<Omit<Fee, 'kind'> & { id: string; building_id: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb)
        as f (building_id uuid, month date, amount int, due_date date, kind text)),
    added as (
      insert into fees (building_id, month, kind)
      select building_id, month, kind from wanted order by building_id, month
      on conflict (building_id, month) do nothing
      returning id, building_id, month),
    owed as (
      insert into payables (id, building_id, kind, amount, due_date)
      select id, building_id, 'fee', amount, due_date from added join wanted using (building_id, month)
      returning id, amount, due_date)
    select id, building_id, month, amount, due_date from added join owed using (id)`.execute(tx)
  const events = rows.map(
    ({ id, building_id, ...data }) =>
      ({ kind: 'fee_charged', actor: null, building_id, subject: id, data }) as const,
  )
  await record(tx, ...events)
}

type Unbilled = { building_id: string; billing_began: Date; last_month: CalendarDate | null }

/** At most `limit` buildings that have a captain and lack the fee of `month` (a 1st), with the month of the newest fee. */
export async function unbilledBuildings(tx: Tx, month: CalendarDate, limit: number): Promise<Unbilled[]> {
  const { rows } = await sql<Unbilled>`
    select b.id as building_id, (select max(f.month) from fees f where f.building_id = b.id) as last_month,
      coalesce((select min(e.at) from events e where e.building_id = b.id and e.kind = 'captain_appointed'),
        b.created_at) as billing_began
    from buildings b
    where b.captain_id is not null
      and not exists (select from fees f where f.building_id = b.id and f.month >= ${month})
    order by b.id limit ${limit}`.execute(tx)
  return rows
}

/** What of a fee is to be paid, in cents: a bank may have returned a part. */
const openOfFee = sql<number>`payables.amount - payables.credited - payables.paid`

/** The earliest unpaid fee of a building and what of it is open, with the count and the open sum of all unpaid ones, in cents. [2.billing.1] */
export function nextPayment(tx: Tx, buildingId: string) {
  return unpaidFees(tx)
    .where('payables.building_id', '=', buildingId)
    .select(['fees.id', 'month', 'amount', 'due_date', 'fees.kind', openOfFee.as('open')])
    .select((eb) => [
      eb.fn.countAll<number>().over().as('unpaid_count'),
      sql<number>`(sum(${openOfFee}) over ())::bigint`.as('unpaid_amount'),
    ])
    .orderBy('due_date')
    .limit(1)
    .executeTakeFirst()
}

export function unpaidFees(tx: Tx) {
  return (
    tx
      .selectFrom('payables')
      .innerJoin('fees', 'fees.id', 'payables.id')
      .whereRef('payables.paid', '<', 'payables.amount')
      // What was refunded of a fee is not owed any more.
      .where(sql<boolean>`payables.paid < payables.amount - payables.credited`)
  )
}

/**
 * A building's payments, newest first, and of each in cents what went back (`refunded`), is on its way back (`returning`), is held by a bank
 * (`disputed`) or was returned by it (`lost`).
 */
export function paymentHistory(tx: Tx, buildingId: string, limit: number, offset: number) {
  return tx
    .selectFrom('payments as p')
    .leftJoin('payment_take_backs as k', 'k.payment_id', 'p.id')
    .where('p.building_id', '=', buildingId)
    .select(['p.id', 'p.date', 'p.amount', 'p.method', 'p.description', 'k.reason as taken_back_reason'])
    .select([
      // An open tab of an earlier version knows no other status. What was taken back has its reason.
      sql<'pending' | 'paid' | 'failed'>`case p.status when 'taken_back' then 'failed' else p.status end`.as(
        'status',
      ),
      refundsOf('done').as('refunded'),
      refundsOf('pending').as('returning'),
      chargebacksOf('open').as('disputed'),
      chargebacksOf('lost').as('lost'),
    ])
    .orderBy('p.date', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countPayments(tx: Tx, buildingId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payments')
    .where('building_id', '=', buildingId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Payable = { id: string; building_id: string }
type PaymentEntry = { date: CalendarDate; amount: number; method: string; description: string }

/** Records a confirmed payment. The database refuses one that exceeds what is owed, or that pays a fee in part. */
export async function recordPayment(tx: Tx, payable: Payable, payment: PaymentEntry): Promise<void> {
  const { id: payable_id, building_id } = payable
  const { id } = await tx
    .insertInto('payments')
    .values({ building_id, payable_id, status: 'paid', ...payment })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = { ...payment, reference: null }
  await record(tx, { kind: 'payment_received', actor: null, building_id, subject: id, data })
}
