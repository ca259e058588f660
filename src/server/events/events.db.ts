import type { EventKind } from '../../domain/events/event.ts'
import type { Tx } from '../database/pool.ts'

export type Event = {
  kind: EventKind
  /** Who did it; null for people without an account and for the command line. */
  actor: string | null
  building_id?: string | null
  vendor_id?: string | null
  subject?: string | null
  data?: Record<string, string | number | boolean | null>
}

/** Writes what happened, in the transaction in which it happens: activity, audit, mail and live updates follow from it. */
export async function record(tx: Tx, ...events: Event[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ data = {}, ...event }) => ({ ...event, data: JSON.stringify(data) }))
  await tx.insertInto('events').values(rows).execute()
}
