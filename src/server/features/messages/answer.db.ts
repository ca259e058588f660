import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** The person who got a mail about a message, with their rights, and its thread; undefined for other mails, and once they are gone. */
export function findAnswered(tx: Tx, mailId: number) {
  return tx
    .selectFrom('mails')
    .innerJoin('events', 'events.id', 'mails.event_id')
    .innerJoin('service_quotes as q', 'q.id', 'events.subject')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('profiles', 'profiles.id', 'mails.person')
    .leftJoin('buildings', 'buildings.id', 'profiles.building_id')
    .where('mails.id', '=', mailId)
    .where('events.kind', '=', 'message_sent')
    .where('profiles.status', '<>', 'removed')
    .select(['q.id as quote', 't.name as service', 'profiles.id', 'profiles.email', 'role', 'profiles.status'])
    .select(['profiles.building_id', 'buildings.captain_id', 'profiles.vendor_id', 'vendor_role'])
    .select(sql<boolean | null>`null`.as('has_factor'))
    .executeTakeFirst()
}
