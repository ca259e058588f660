import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../domain/events.ts'
import type { Tx } from '../db/pool.ts'
import type { StoredEvent } from './template.ts'

type DueMail = {
  id: number
  to: string
  attempts: number
  /** Whether the event still concerns the recipient: database/repeatable/recipients.sql. */
  still_concerns: boolean
  /** Only mails to a mailbox have one. */
  link: { id: string; works: boolean } | null
  event: StoredEvent
}

/** A person's mails go out in the order of their events. A mail that was given up holds up no other. */
const isNext = sql<boolean>`mails.id = coalesce((select earlier.id from mails earlier where earlier.person = mails.person
  and earlier.sent_at is null and isfinite(earlier.due_at) order by earlier.id limit 1), mails.id)`

/**
 * Claims the mail due longest, those with links first, until the transaction ends; other servers skip it. Planned anew
 * (its values are literals), without sorting: a stale plan took nine seconds for one of 20,000. [4.mail.13] [4.mail.14]
 */
export async function claimMail(tx: Tx, except: number[]): Promise<DueMail | undefined> {
  const inOrder = sql`set local enable_sort = off`.execute(tx)
  const claiming = tx
    .with('next', (db) =>
      db
        .selectFrom('mails')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .where(isNext)
        .where(sql<boolean>`mails.id <> all (${sql.lit(`{${except}}`)}::bigint[])`)
        .orderBy(sql`mails.link_id is null`)
        .orderBy('due_at')
        .orderBy('mails.id')
        .limit(sql.lit(1))
        .selectAll()
        .forUpdate()
        .skipLocked(),
    )
    .selectFrom('next as mails')
    .innerJoin('events', 'events.id', 'mails.event_id')
    .leftJoin('profiles as p', 'p.id', 'mails.person')
    .leftJoin('profiles as holder', 'holder.email', 'mails.recipient')
    .leftJoin('profiles as person', 'person.id', 'events.subject')
    .leftJoin('buildings as b', 'b.id', 'events.building_id')
    .leftJoin('account_links as link', 'link.id', 'mails.link_id')
    .select(['mails.id', 'mails.attempts', 'link.id as link_id'])
    .select((eb) => eb.fn.coalesce('p.email', 'mails.recipient').as('to'))
    .select((eb) => eb.fn.coalesce('p.first_name', 'holder.first_name').as('first_name'))
    .select(['events.kind', 'events.data', 'events.subject as subject_id', 'b.address as place'])
    .select(['person.full_name as person', 'person.unit_number'])
    .select(sql<boolean>`link.void_at is null and link.expires_at > clock_timestamp()`.as('link_works'))
    .select(
      sql<boolean>`mails.person is null or
        still_concerns(mail_relation(events.kind), events.building_id, events.vendor_id, p)`.as(
        'still_concerns',
      ),
    )
    .executeTakeFirst()
  const [mail] = await Promise.all([claiming, inOrder])
  if (!mail) return undefined
  const { id, to, attempts, still_concerns, link_id, link_works, kind, ...event } = mail
  const link = link_id === null ? null : { id: link_id, works: link_works }
  return { id, to, attempts, still_concerns, link, event: { ...event, kind: kind as EventKind } }
}

export async function markSent(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`clock_timestamp()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

const LONGEST_REASON = 1000

export async function retryLater(tx: Tx, id: number, seconds: number, reason: string): Promise<void> {
  await setDue(tx, id, sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`, reason)
}

/** The mail is not tried again, and stays with its reason for the operator. */
export async function giveUp(tx: Tx, id: number, reason: string): Promise<void> {
  await setDue(tx, id, sql<Date>`'infinity'::timestamptz`, reason)
}

async function setDue(tx: Tx, id: number, due_at: RawBuilder<Date>, reason: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: reason.slice(0, LONGEST_REASON), due_at }))
    .where('id', '=', id)
    .execute()
}

/** How many mails wait to be sent, and how many were given up. */
export function mailBacklog(tx: Tx) {
  return tx
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('due_at', '<', sql<Date>`'infinity'`).as('waiting'),
      fn.countAll<number>().filterWhere('due_at', '=', sql<Date>`'infinity'`).as('given_up'),
    ])
    .executeTakeFirstOrThrow()
}

/** In how many seconds the next mail is due; null when none waits. */
export async function nextDue(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(due_at) - clock_timestamp())::float8 as seconds
    from mails where sent_at is null and due_at < 'infinity' and ${isNext}`.execute(tx)
  return rows[0]?.seconds ?? null
}
