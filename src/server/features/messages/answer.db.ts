import { sql } from 'kysely'
import { ANSWER_DAYS } from '../../../domain/messages/mail-answer.ts'
import type { Tx } from '../../db/pool.ts'
import { officesOf } from '../../session/session.ts'

/**
 * The person who got a mail about a message, with their rights, its thread and its number there; undefined for other mails, for old ones,
 * and once they are gone.
 */
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
    .where('events.at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${ANSWER_DAYS})`)
    .where('profiles.status', '<>', 'removed')
    .select([
      'q.id as quote',
      't.name as service',
      'profiles.id',
      'profiles.email',
      'role',
      'profiles.status',
    ])
    .select(sql<number>`(events.data ->> 'number')::integer`.as('number'))
    .select(['profiles.building_id', 'buildings.captain_id', 'profiles.vendor_id', 'vendor_role'])
    .select(sql<boolean | null>`null`.as('has_factor'))
    .select(officesOf)
    .executeTakeFirst()
}

/** False if its sender was told of this mail before, by any server. */
export async function noteTold(tx: Tx, answer: { id: string; mail_id: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refused_answers')
    .values(answer)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
