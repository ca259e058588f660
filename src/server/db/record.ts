import { sql } from 'kysely'
import type { Stream } from '../../domain/event-kind.ts'
import { EVENTS, type EventKind, type Payload } from '../../domain/events.ts'
import type { Tx } from './pool.ts'

type Concerns<K extends EventKind, S extends Stream> = S extends (typeof EVENTS)[K]['concerns'][number]
  ? true
  : false

/** The columns follow from the catalog: an event reaches only those whom its entry names. */
type EventRow<K extends EventKind> = {
  kind: K
  /** Null for people without an account and for the command line. */
  actor: string | null
} & (Concerns<K, 'building'> extends true ? { building_id: string | null } : { building_id?: null }) &
  (Concerns<K, 'vendor'> extends true ? { vendor_id: string | null } : { vendor_id?: null }) &
  (Concerns<K, 'subject'> extends true ? { subject: string } : { subject?: string | null }) &
  (Record<string, never> extends Payload<K> ? { data?: never } : { data: Payload<K> })

export type NewEvent = { [K in EventKind]: EventRow<K> }[EventKind]

/** Records events in the transaction of their change, with one statement. Mail and live updates follow from them. */
export async function record(tx: Tx, ...events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({
    ...event,
    data: EVENTS[event.kind].payload.parse(event.data ?? {}),
  }))
  await sql`
    insert into events (actor, building_id, vendor_id, kind, subject, data)
    select actor, building_id, vendor_id, kind, subject, data
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as e (actor uuid, building_id uuid, vendor_id uuid, kind text, subject uuid, data jsonb)`.execute(tx)
}
