import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import type { Tx } from '../../db/pool.ts'

/** How a building's fees are charged by themselves; undefined if nobody ever chose a method. */
export const automaticOf = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('automatic_payments')
    .where('building_id', '=', buildingId)
    .select(['method', 'expires_on', 'is_on', 'failures', 'next_on'])
    .executeTakeFirst()

/** The customer and the method that Stripe keeps of a building: for the system. */
export const keptMethod = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('automatic_payments')
    .where('building_id', '=', buildingId)
    .select(['customer_id', 'method_id', 'method', 'is_on'])
    .executeTakeFirst()

/** The same with all that is known, under a lock: for the system. What is owed is locked before it. */
export const lockAutomatic = (tx: Tx, buildingId: string) =>
  tx
    .selectFrom('automatic_payments')
    .where('building_id', '=', buildingId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** The customer of a building at Stripe; the first one stays. */
export async function keepCustomer(tx: Tx, building_id: string, customer_id: string): Promise<void> {
  await tx
    .insertInto('automatic_payments')
    .values({ building_id, customer_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const customerOf = async (tx: Tx, buildingId: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('automatic_payments')
    .where('building_id', '=', buildingId)
    .select('customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

export const automaticWithMethod = (tx: Tx, methodId: string) =>
  tx
    .selectFrom('automatic_payments')
    .where('method_id', '=', methodId)
    .select('building_id')
    .executeTakeFirst()

type AutomaticChange = {
  method_id?: string | null
  method?: string | null
  expires_on?: CalendarDate | null
  kept_at?: Date
  is_on?: boolean
  failures?: number
  next_on?: CalendarDate | null
  told_expiry?: CalendarDate
  given_up?: string[]
  changed_by?: string | null
}

export async function changeAutomatic(tx: Tx, buildingId: string, change: AutomaticChange): Promise<void> {
  await tx.updateTable('automatic_payments').set(change).where('building_id', '=', buildingId).execute()
}

/** Methods that Stripe is still to forget. */
export async function givenUpMethods(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ method: string }>`
    select unnest(given_up) as method from automatic_payments where given_up <> '{}' limit 200`.execute(tx)
  return rows.map(({ method }) => method)
}

export async function forgetGivenUp(tx: Tx, methodId: string): Promise<void> {
  await sql`update automatic_payments set given_up = array_remove(given_up, ${methodId}) where ${methodId} = any (given_up)`.execute(
    tx,
  )
}

/** Buildings whose earliest open fee is due on `day` and to be charged, and that fee. What a bank returned, an admin took back or may be paid, a person pays. */
export async function dueCharges(tx: Tx, day: CalendarDate) {
  const { rows } = await sql<{ building_id: string; fee_id: string }>`
    select a.building_id, fee.id as fee_id from automatic_payments a
    cross join lateral (select o.id from payables o where o.building_id = a.building_id and o.kind = 'fee' and o.lost = 0
      and not exists (select from payment_take_backs k where k.payable_id = o.id)
      and not exists (select from stripe_payments s where s.payable_id = o.id and s.given_up_at is not null)
      and o.paid < o.amount and o.paid < o.amount - o.credited and o.due_date <= ${day} order by o.due_date limit 1) fee
    where a.is_on and coalesce(a.next_on <= ${day}, true) order by a.building_id`.execute(tx)
  return rows
}

/** Kept cards that end within some weeks, of which their captain was not told. */
export const endingCards = (tx: Tx, until: CalendarDate) =>
  tx
    .selectFrom('automatic_payments')
    .where('is_on', '=', true)
    .where('expires_on', '<=', until)
    .where(sql<boolean>`expires_on is distinct from told_expiry`)
    .select(['building_id'])
    .orderBy('building_id')
    .execute()
