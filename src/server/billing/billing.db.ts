import { sql } from 'kysely'
import { type Fee, feeLabel } from '../../domain/billing/fees.ts'
import type { CalendarDate } from '../../domain/calendar.ts'
import type { Tx } from '../database/pool.ts'
import { record } from '../events/events.db.ts'

/**
 * Writes fees with their events, in one statement; a month that has its fee keeps it. In one order, so that of two
 * servers that write the same ones the second waits for the first and finds them there.
 */
export async function addFees(tx: Tx, fees: (Fee & { building_id: string })[]): Promise<void> {
  await sql`
    with added as (
      insert into fees (building_id, month, amount, due_date, kind)
      select * from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb)
        as f (building_id uuid, month date, amount int, due_date date, kind text) order by building_id, month
      on conflict (building_id, month) do nothing
      returning *)
    insert into events (building_id, kind, subject, data)
    select building_id, 'fee_charged', id, jsonb_build_object('month', month, 'amount', amount, 'due_date', due_date)
    from added`.execute(tx)
}

type Unbilled = { building_id: string; captain_since: Date; last_month: CalendarDate | null }

/** Buildings with a captain and without the fee of `month` (a 1st), `limit` at most, and where their billing stands. */
export async function unbilledBuildings(tx: Tx, month: CalendarDate, limit: number): Promise<Unbilled[]> {
  const { rows } = await sql<Unbilled>`
    select b.id as building_id, (select max(f.month) from fees f where f.building_id = b.id) as last_month,
      coalesce((select min(e.at) from events e where e.building_id = b.id and e.kind = 'captain_appointed'),
        b.created_at) as captain_since
    from buildings b
    where b.captain_id is not null
      and not exists (select from fees f where f.building_id = b.id and f.month >= ${month})
    order by b.id limit ${limit}`.execute(tx)
  return rows
}

/** The earliest unpaid fee of a building, with the count and the sum of all that are unpaid; undefined when none is. */
export function nextPayment(tx: Tx, buildingId: string) {
  return unpaidFees(tx)
    .where('fees.building_id', '=', buildingId)
    .select(['id', 'month', 'amount', 'due_date', 'kind'])
    .select((eb) => [
      eb.fn.countAll<number>().over().as('unpaid_count'),
      sql<number>`(sum(amount) over ())::bigint`.as('unpaid_amount'),
    ])
    .orderBy('due_date')
    .limit(1)
    .executeTakeFirst()
}

export function unpaidFees(tx: Tx) {
  return tx
    .selectFrom('fees')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .whereRef('payments.fee_id', '=', 'fees.id')
            .where('payments.status', '=', 'paid')
            .select('payments.id'),
        ),
      ),
    )
}

/** A building's payments, newest first. */
export function paymentHistory(tx: Tx, buildingId: string, limit: number, offset: number) {
  return tx
    .selectFrom('payments')
    .where('building_id', '=', buildingId)
    .select(['id', 'date', 'amount', 'status', 'method', 'description'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
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

type OwnedFee = Pick<Fee, 'month' | 'amount' | 'kind'> & { id: string; building_id: string }

/** Books a fee as paid in full. A fee that is paid already is refused by the database. */
export async function recordPayment(
  tx: Tx,
  fee: OwnedFee,
  { date, method }: { date: CalendarDate; method: string },
): Promise<void> {
  const { id: fee_id, building_id, amount } = fee
  const { id } = await tx
    .insertInto('payments')
    .values({ building_id, fee_id, date, amount, status: 'paid', method, description: feeLabel(fee) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, { kind: 'payment_received', actor: null, building_id, subject: id, data: { amount } })
}
