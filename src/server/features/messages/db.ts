import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DomainError } from '../../../domain/errors.ts'
import type { Side } from '../../../domain/visits/change.ts'
import type { Tx } from '../../db/pool.ts'
import { contactOf } from '../profiles/contact.db.ts'

/** An accepted quote with its service and its vendor. Throws DomainError 'not_found' for one that the viewer does not see or nobody accepted. */
export async function threadOf(tx: Tx, quoteId: string) {
  const thread = await acceptedQuote(tx, quoteId).executeTakeFirst()
  if (!thread) throw new DomainError('not_found')
  return thread
}

/** The same under a lock: messages and files of a thread come one after the other. */
export async function lockThread(tx: Tx, quoteId: string) {
  const thread = await acceptedQuote(tx, quoteId).forNoKeyUpdate('q').executeTakeFirst()
  if (!thread) throw new DomainError('not_found')
  return thread
}

export type ThreadRow = Awaited<ReturnType<typeof threadOf>>

const acceptedQuote = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('service_quotes as q')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .innerJoin('buildings as b', 'b.id', 'q.building_id')
    .where('q.id', '=', quoteId)
    .where('q.status', '=', 'accepted')
    .select(['q.id', 'q.building_service_id', 'q.building_id', 'q.vendor_id'])
    .select(['t.name as service', 'v.company_name', 'b.address'])

/** The last messages of a thread, the last one first. */
export function messagesOf(tx: Tx, quoteId: string, limit: number) {
  return tx
    .selectFrom('messages as m')
    .leftJoin('profiles as p', 'p.id', 'm.person')
    .where('m.service_quote_id', '=', quoteId)
    .orderBy('m.number', 'desc')
    .limit(limit)
    .select(['m.id', 'm.number', 'm.side', 'm.words', 'm.by_mail', 'm.sent_at', 'p.full_name as author'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('message_files as f')
          .whereRef('f.message_id', '=', 'm.id')
          .orderBy('f.added_at')
          .orderBy('f.file_name')
          .orderBy('f.id')
          .select(['f.id', 'f.file_name', 'f.file_size', sql<string>`'/' || f.file_path`.as('url')]),
      ).as('files'),
    )
    .execute()
}

/** How far the people of each side have read a thread; 0 for a side that has not. */
export async function readUntil(tx: Tx, quoteId: string): Promise<Record<Side, number>> {
  const rows = await tx
    .selectFrom('message_reads')
    .where('service_quote_id', '=', quoteId)
    .groupBy('side')
    .select(['side', sql<number>`max(number)`.as('number')])
    .execute()
  const of = (side: Side) => rows.find((row) => row.side === side)?.number ?? 0
  return { vendor: of('vendor'), captain: of('captain') }
}

/** The viewer's threads with messages of the other side that they have not read, and how many. */
export function unreadThreads(tx: Tx, { person, side }: { person: string; side: Side }) {
  return tx
    .selectFrom('messages as m')
    .leftJoin('message_reads as r', (join) =>
      join.onRef('r.service_quote_id', '=', 'm.service_quote_id').on('r.person', '=', person),
    )
    .where('m.side', '<>', side)
    .where((eb) => eb('m.number', '>', eb.fn.coalesce('r.number', eb.lit(0))))
    .groupBy('m.service_quote_id')
    .select((eb) => ['m.service_quote_id as quote', eb.fn.countAll<number>().as('messages')])
    .execute()
}

/** A message that was sent before under this id; undefined for none, and for one that the viewer does not see. */
export function findMessage(tx: Tx, id: string) {
  return tx
    .selectFrom('messages')
    .where('id', '=', id)
    .select(['service_quote_id', 'person', 'number'])
    .executeTakeFirst()
}

/** The number of the last message of a thread, 0 in an empty one; and how many of it this person sent since a moment. */
export async function standingOfThread(
  tx: Tx,
  quoteId: string,
  { person, since }: { person: string; since: Date },
) {
  const [last, { sent }] = await Promise.all([
    tx
      .selectFrom('messages')
      .where('service_quote_id', '=', quoteId)
      .orderBy('number', 'desc')
      .limit(1)
      .select('number')
      .executeTakeFirst(),
    tx
      .selectFrom('messages')
      .where('service_quote_id', '=', quoteId)
      .where('person', '=', person)
      .where('sent_at', '>', since)
      .select((eb) => eb.fn.countAll<number>().as('sent'))
      .executeTakeFirstOrThrow(),
  ])
  return { last: last?.number ?? 0, sent }
}

type NewMessage = {
  id: string
  number: number
  side: Side
  person: string
  words: string | null
  by_mail: boolean
  sent_at: Date
}

/** Adds a message with files that its sender has sent for it. Throws DomainError 'conflict' when one of them is not there. */
export async function addMessage(
  tx: Tx,
  thread: ThreadRow,
  message: NewMessage,
  files: readonly string[],
): Promise<void> {
  const { id: service_quote_id, building_service_id, building_id, vendor_id } = thread
  const ids = { service_quote_id, building_service_id, building_id, vendor_id }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('messages')
    .values({ ...message, ...ids, file_count: files.length })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  // Somebody else's id, which the viewer doesn't see.
  if (numInsertedOrUpdatedRows !== 1n) throw new DomainError('not_found')
  if (files.length === 0) return
  const { numUpdatedRows } = await tx
    .updateTable('message_files')
    .set({ message_id: message.id })
    .where('service_quote_id', '=', service_quote_id)
    .where('id', 'in', files)
    .where('message_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== files.length)
    throw new DomainError('conflict', 'a file is no longer there. Please add it again')
}

/** Marks a thread as read by a person up to a message; never less than before. False when that was so already. */
export async function markRead(
  tx: Tx,
  { id: service_quote_id, building_service_id, building_id, vendor_id }: ThreadRow,
  read: { person: string; side: Side; number: number; read_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_reads')
    .values({ service_quote_id, building_service_id, building_id, vendor_id, ...read })
    .onConflict((conflict) =>
      conflict
        .columns(['service_quote_id', 'person'])
        .doUpdateSet({ number: read.number, read_at: read.read_at })
        .where('message_reads.number', '<', read.number),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** How to reach the other side, as far as the row rules show it: while the agreement is the present one. */
export const otherContact = (tx: Tx, { building_id, vendor_id }: ThreadRow, side: Side) =>
  contactOf(tx, (profiles) =>
    side === 'vendor'
      ? profiles.where('building_id', '=', building_id).where('role', '=', 'captain')
      : profiles.where('vendor_id', '=', vendor_id).where('vendor_role', '<>', 'crew'),
  )
