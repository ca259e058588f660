import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '../../domain/events.ts'
import type { Tx } from '../db/pool.ts'
import type { StoredEvent } from './template.ts'

type DueMail = {
  id: number
  to: string
  /** The recipient; null for mail to a mailbox. */
  person: string | null
  sender: string | null
  held: string | null
  attempts: number
  /** Whether the event still concerns the recipient: database/repeatable/recipients.sql. */
  still_concerns: boolean
  /** Only mails to a mailbox have one. */
  link: { id: string; works: boolean } | null
  event: StoredEvent
}

/**
 * A person's mails go out in the order of their events. A mail that was given up or is held back holds up no other.
 */
const isNext = sql<boolean>`(mails.held is not null or mails.id = coalesce((select earlier.id from mails earlier
  where earlier.person = mails.person and earlier.sent_at is null and isfinite(earlier.due_at) and earlier.held is null
  order by earlier.id limit 1), mails.id))`

/** What the recipient `p` is: a person of a vendor, one of its crew, the subject of the event. */
const toWhom = [
  sql<boolean>`p.vendor_id is not null`.as('to_vendor'),
  sql<boolean>`coalesce(p.vendor_role = 'crew', false)`.as('to_crew'),
  sql<boolean>`coalesce(p.id = events.subject, false)`.as('to_subject'),
]

/**
 * Claims the mail due longest, those with links first, until the transaction ends; other servers skip it. Its values
 * are literals and it may not sort: with a cached plan, one claim among 20,000 mails took nine seconds. [4.mail.13] [4.mail.14]
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
    // Greeted by name only where the owner has confirmed the address: anybody may sign up with it, under any name.
    .leftJoin('auth_users as account', (join) =>
      join.onRef('account.email', '=', 'mails.recipient').on('account.email_verified', '=', true),
    )
    .leftJoin('profiles as holder', 'holder.id', 'account.id')
    .leftJoin('profiles as person', 'person.id', 'events.subject')
    .leftJoin('buildings as b', 'b.id', 'events.building_id')
    .leftJoin('account_links as link', 'link.id', 'mails.link_id')
    .select(['mails.id', 'mails.attempts', 'mails.person as recipient_id', 'mails.sender', 'mails.held'])
    .select('link.id as link_id')
    .select((eb) => eb.fn.coalesce('p.email', 'mails.recipient').as('to'))
    .select((eb) => eb.fn.coalesce('p.first_name', 'holder.first_name').as('first_name'))
    .select(['events.kind', 'events.data', 'events.subject as subject_id', 'b.address'])
    .select(['person.full_name as person', 'person.unit_number', ...toWhom])
    .select(sql<boolean>`link.void_at is null and link.expires_at > clock_timestamp()`.as('link_works'))
    .select(
      sql<boolean>`mails.person is null or
        still_concerns(mail_relation(events.kind), events.building_id, events.vendor_id, p)
        and reaches(events.kind, events.subject, events.actor, p)`.as('still_concerns'),
    )
    .executeTakeFirst()
  const [mail] = await Promise.all([claiming, inOrder])
  if (!mail) return undefined
  const {
    id,
    to,
    recipient_id,
    sender,
    held,
    attempts,
    still_concerns,
    link_id,
    link_works,
    kind,
    ...event
  } = mail
  const link = link_id === null ? null : { id: link_id, works: link_works }
  const delivery = { id, to, person: recipient_id, sender, held, attempts, still_concerns, link }
  return { ...delivery, event: { ...event, kind: kind as EventKind } }
}

/** Mails that one mailbox gets in an hour from one sender, or of one kind. The rest comes as one mail. */
export const MAILS_AN_HOUR = 10

/**
 * How many seconds a mail must wait, because its recipient has had too many from its sender or of its kind in the last
 * hour; null if it need not.
 */
export async function secondsToWait(
  tx: Tx,
  { to, person, sender, link, event: { kind } }: Omit<DueMail, 'id' | 'attempts'>,
): Promise<number | null> {
  if (link) return null
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from max(oldest) + interval '1 hour' - clock_timestamp())::float8 as seconds from (
      select min(sent_at) as oldest from (
        select m.sent_at, m.sender, e.kind from mails m join events e on e.id = m.event_id
        where m.person is not distinct from ${person} and (m.person is not null or m.recipient = ${to})
          and m.sent_at > clock_timestamp() - interval '1 hour') sent
      cross join lateral (values ('sender ' || sender), ('kind ' || kind)) key (name)
      where key.name in (${`sender ${sender}`}, ${`kind ${kind}`})
      group by key.name having count(distinct sent_at) >= ${MAILS_AN_HOUR}) full_hours
    having count(*) > 0`.execute(tx)
  return rows[0] ? Math.max(1, rows[0].seconds) : null
}

/** Postpones a mail. Others of its recipient do not wait for it, and when it is due, it is sent together with its like. */
export async function holdBack(tx: Tx, id: number, seconds: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ held: 'limit', due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
}

/** The other mails that are held back for the same person, of the same kind, oldest first; claimed like the first. */
export async function claimSimilar(
  tx: Tx,
  { id, person, event: { kind } }: Pick<DueMail, 'id' | 'person' | 'event'>,
) {
  const rows = await tx
    .selectFrom('mails')
    .innerJoin('events', 'events.id', 'mails.event_id')
    .innerJoin('profiles as p', 'p.id', 'mails.person')
    .leftJoin('profiles as person', 'person.id', 'events.subject')
    .leftJoin('buildings as b', 'b.id', 'events.building_id')
    .where('mails.person', '=', person)
    .where('mails.held', '=', 'limit')
    .where('mails.sent_at', 'is', null)
    .where(sql<boolean>`isfinite(mails.due_at)`)
    .where('mails.id', '<>', id)
    .where('events.kind', '=', kind)
    .where(sql<boolean>`still_concerns(mail_relation(events.kind), events.building_id, events.vendor_id, p)`)
    .where(sql<boolean>`reaches(events.kind, events.subject, events.actor, p)`)
    .orderBy('mails.id')
    .select(['mails.id', 'p.first_name', 'events.data', 'events.subject as subject_id', 'b.address'])
    .select(['person.full_name as person', 'person.unit_number', ...toWhom])
    .forUpdate('mails')
    .skipLocked()
    .execute()
  return rows.map(({ id, ...event }) => ({ id, event: { ...event, kind } }))
}

/** Mails that were sent as one get one time, by which they count as one. */
export async function markSent(tx: Tx, ids: number[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`statement_timestamp()`, last_error: null, held: null })
    .where('id', 'in', ids)
    .execute()
}

const LONGEST_REASON = 1000

export async function retryLater(tx: Tx, id: number, seconds: number, reason: string): Promise<void> {
  await postpone(tx, id, reason, { due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})` })
}

/** The mail is not tried again, and stays with its reason for the operator. */
export async function giveUp(tx: Tx, id: number, reason: string): Promise<void> {
  await postpone(tx, id, reason, { due_at: sql<Date>`'infinity'::timestamptz`, held: null })
}

type Postponed = { due_at: RawBuilder<Date>; held?: null }

async function postpone(tx: Tx, id: number, reason: string, to: Postponed): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: reason.slice(0, LONGEST_REASON), ...to }))
    .where('id', '=', id)
    .execute()
}

/** How many mails wait to be sent, for their sender's address to be confirmed, and how many were given up. */
export function mailBacklog(tx: Tx) {
  return tx
    .selectFrom('mails')
    .where('sent_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('due_at', '<', sql<Date>`'infinity'`).as('waiting'),
      fn.countAll<number>().filterWhere('held', '=', 'unconfirmed').as('unconfirmed'),
      fn
        .countAll<number>()
        .filterWhere('due_at', '=', sql<Date>`'infinity'`)
        .filterWhere('held', 'is', null)
        .as('given_up'),
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
