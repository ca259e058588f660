import { sql } from 'kysely'
import { MONTHLY_FEE } from '../../../domain/billing/proration.ts'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { FeeFilter } from '../../../domain/payments/fee-list.ts'
import { feeNumberOf } from '../../../domain/payments/transfer.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import type { Tx } from '../../db/pool.ts'
import type { PageRange } from '../../db/statement.ts'

type AskedFees = FeeFilter & { today: CalendarDate }

/** Those of the state in which each word of a search occurs: in the building, or in the reference of a transfer, the fee's or its own. */
function found({ state, search, today }: AskedFees) {
  const number = search === null ? null : feeNumberOf(search)
  return sql`
    from fees f join payables o on o.id = f.id join buildings b on b.id = f.building_id
    left join lateral (select string_agg(p.reference, ' ') as all_of_it from payments p
      where p.payable_id = f.id and p.status in ('paid', 'taken_back')) reference on true
    where case ${state} when 'open' then o.paid < o.amount - o.credited
        when 'overdue' then o.paid < o.amount - o.credited and o.due_date < ${today}
        when 'paid' then o.paid > 0 when 'refunded' then o.credited > 0 else true end
      and (f.number = ${number}::bigint or not exists (select from unnest(${searchWords(search)}::text[]) word
        where strpos(lower(concat_ws(' ', b.name, b.address, b.city, reference.all_of_it)), word) = 0))`
}

/** A payment of a fee, and in cents what of it went or goes back (`refunded`), and what a bank holds or returned (`held`). */
type PaymentOfFee = {
  id: string
  date: string
  amount: number
  method: string
  reference: string | null
  refunded: number
  held: number
  is_online: boolean
  refund_failed: boolean
}

/** One page of all buildings' fees with what stays paid of each, the newest first; cents. */
export async function feeList(tx: Tx, asked: AskedFees, { limit, offset }: PageRange) {
  const { rows } = await sql<{
    id: string
    number: number
    month: string
    kind: 'first' | 'monthly'
    amount: number
    credited: number
    paid: number
    due_date: string
    building_name: string | null
    address: string
    city: string
    payments: PaymentOfFee[]
    automatic: boolean
    /** What a bank holds of what was paid, and what it returned. */
    disputed: number
    lost: number
    /** Why its last recorded payment was taken back. */
    taken_back_reason: string | null
  }>`
    select f.id, f.number, f.month, f.kind, o.amount, o.credited, o.paid, o.due_date, b.name as building_name, b.address, b.city,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'date', p.date, 'amount', p.amount, 'method', p.method, 'reference', p.reference,
          'refunded', (select coalesce(sum(r.amount), 0)::int from refunds r where r.payment_id = p.id and r.status <> 'failed'),
          'held', (select coalesce(sum(c.amount), 0)::int from chargebacks c where c.payment_id = p.id),
          'is_online', exists (select from stripe_payments s where s.id = p.id and s.status = 'paid'),
          'refund_failed', exists (select from refunds r where r.payment_id = p.id and r.kind = 'stripe' and r.status = 'failed'))
        order by p.date, p.created_at, p.id), '[]') from payments p where p.payable_id = f.id and p.status = 'paid') as payments,
      exists (select from automatic_payments a where a.building_id = f.building_id and a.method is not null) as automatic,
      o.disputed, o.lost,
      (select k.reason from payment_take_backs k where k.payable_id = f.id order by k.taken_back_at desc, k.payment_id limit 1) as taken_back_reason
    ${found(asked)}
    order by f.month desc, b.address, f.id limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

/** How many fees there are, what they come to and what of them is open, in cents. */
export async function feeSums(tx: Tx, asked: AskedFees) {
  const { rows } = await sql<{ total: number; amount: number; open: number }>`
    select count(*)::int as total, coalesce(sum(o.amount - o.credited), 0)::bigint as amount,
      coalesce(sum(greatest(0, o.amount - o.credited - o.paid)), 0)::bigint as open ${found(asked)}`.execute(
    tx,
  )
  return rows[0] ?? { total: 0, amount: 0, open: 0 }
}

/** One page of the buildings that the run of a month charges; those that have its fee already are not among them. */
export async function feeRun(tx: Tx, month: CalendarDate, { limit, offset }: PageRange) {
  const { rows } = await sql<{
    id: string
    name: string | null
    address: string
    city: string
    total: number
  }>`
    select b.id, b.name, b.address, b.city, (count(*) over ())::int as total from buildings b
    where b.captain_id is not null and not exists (select from fees f where f.building_id = b.id and f.month = ${month})
    order by b.address, b.id limit ${limit} offset ${offset}`.execute(tx)
  const total = rows[0]?.total ?? 0
  return { total, amount: total * MONTHLY_FEE, buildings: rows.map(({ total: _, ...building }) => building) }
}

type FeePayment = {
  id: string
  building_id: string
  payable_id: string
  date: CalendarDate
  amount: number
  method: string
  reference: string | null
  description: string
  recorded_by: string
}

/** A transfer that has arrived. The database refuses it unless it pays the fee in full, once. */
export async function addFeePayment(tx: Tx, payment: FeePayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({ ...payment, status: 'paid' })
    .execute()
}

/** A payment that the viewer sees, by its id; undefined if there is none. */
export const recordedTransfer = (tx: Tx, id: string) =>
  tx
    .selectFrom('payments')
    .where('id', '=', id)
    .select(['payable_id as fee_id', 'date', 'amount', 'method', 'reference', 'status'])
    .executeTakeFirst()
