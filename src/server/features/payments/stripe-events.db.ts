import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** An event of Stripe: its `id`, its type, and which object it is about. */
export type StoredStripeEvent = { id: string; type: string; object_id: string; account_id: string | null }

/** Stores an event, unless it was. */
export async function storeStripeEvent(
  tx: Tx,
  event: StoredStripeEvent & { created_at: Date },
): Promise<void> {
  await tx
    .insertInto('stripe_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An event that is not handled yet; undefined for one that is. */
export const unhandledEvent = (tx: Tx, id: string) =>
  tx
    .selectFrom('stripe_events')
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .select(['id', 'type', 'object_id', 'account_id'])
    .executeTakeFirst()

/** Events that are to be handled now, the longest waiting first. */
export const dueEvents = (tx: Tx, limit: number) =>
  tx
    .selectFrom('stripe_events')
    .where('handled_at', 'is', null)
    .where('retry_at', '<=', sql<Date>`now()`)
    .orderBy('retry_at')
    .limit(limit)
    .select('id')
    .execute()

export async function markHandled(tx: Tx, id: string): Promise<void> {
  await sql`update stripe_events set handled_at = now(), error = null where id = ${id} and handled_at is null`.execute(
    tx,
  )
}

/** It is tried again after a minute, then twice as long each time, up to six hours. */
export async function postponeEvent(tx: Tx, id: string, error: string): Promise<void> {
  await sql`update stripe_events set failures = failures + 1, error = ${error.slice(0, 500)},
      retry_at = now() + least(interval '6 hours', interval '1 minute' * pow(2, least(failures, 10)))
    where id = ${id} and handled_at is null`.execute(tx)
}
