import { sql } from 'kysely'
import type { EventKind } from '../../domain/events/event.ts'
import type { Tx } from '../database/pool.ts'
import type { Occasion } from './letters.ts'
import type { Quoted } from './quote-letters.ts'
import type { Reader } from './readers.ts'

export type DueMail = {
  id: number
  recipient: string
  attempts: number
  /** The link that the mail carries; only mails to one mailbox have one. */
  link: { id: string; works: boolean } | null
  reader: Reader
  occasion: Omit<Occasion, 'token'>
}

/** A person's mails go out in the order of what they tell; one that was given up is waited for no longer. */
const isNext = sql<boolean>`mails.id = coalesce((select earlier.id from mails earlier where earlier.person = mails.person
  and earlier.sent_at is null and isfinite(earlier.due_at) order by earlier.id limit 1), mails.id)`

/**
 * The mail that is due longest, those with links first, kept from other servers until the transaction ends; they take
 * the next one. None of `except` is taken. Mails come in bursts, which no statistics foresee: so the words hold their values
 * and are planned for what waits now, and it is not all sorted for the sake of one.
 */
export async function takeDueMail(tx: Tx, except: number[]): Promise<DueMail | undefined> {
  const inOrder = sql`set local enable_sort = off`.execute(tx)
  const taking = tx
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
    .leftJoin('profiles as reader', 'reader.id', 'mails.person')
    .leftJoin('profiles as holder', 'holder.email', 'mails.recipient')
    .leftJoin('profiles as person', 'person.id', 'events.subject')
    .leftJoin('buildings as b', 'b.id', 'events.building_id')
    .leftJoin('account_links as link', 'link.id', 'mails.link_id')
    .select([
      'mails.id',
      'mails.attempts',
      'events.kind',
      'events.subject',
      'events.data',
      'b.address as place',
    ])
    .select((eb) => eb.fn.coalesce('reader.email', 'mails.recipient').as('recipient'))
    .select((eb) => eb.fn.coalesce('reader.first_name', 'holder.first_name').as('reader'))
    .select(['person.full_name as person', 'person.unit_number'])
    .select(['reader.status', 'reader.building_id as lives_in', 'events.building_id', 'b.captain_id'])
    .select(['mails.person as reader_id', 'events.vendor_id', 'link.id as link_id'])
    .select(sql<boolean>`link.void_at is null and link.expires_at > clock_timestamp()`.as('link_works'))
    .executeTakeFirst()
  const [mail] = await Promise.all([taking, inOrder])
  if (!mail) return undefined
  const { id, recipient, attempts, link_id, link_works, reader, person, unit_number, place } = mail
  const quote = mail.subject === null ? null : await quoteOf(tx, mail.subject)
  const data = mail.data as Occasion['data']
  return {
    id,
    recipient,
    attempts,
    link: link_id === null ? null : { id: link_id, works: link_works },
    reader: {
      is_active: mail.status === 'active',
      is_captain: mail.reader_id !== null && mail.reader_id === mail.captain_id,
      is_vendor: mail.reader_id !== null && mail.reader_id === mail.vendor_id,
      lives_there: mail.lives_in !== null && mail.lives_in === mail.building_id,
    },
    occasion: { kind: mail.kind as EventKind, reader, person, unit_number, place, data, quote },
  }
}

async function quoteOf(tx: Tx, id: string): Promise<Quoted | null> {
  const quote = await tx
    .selectFrom('service_quotes as q')
    .innerJoin('building_services as s', 's.id', 'q.building_service_id')
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.id', '=', id)
    .select([
      't.name as service',
      'v.company_name',
      'q.per_visit_price',
      'q.round',
      's.round as present_round',
    ])
    .select(['s.description', 's.required_every_weeks', 's.preferred_start_date', 's.preferred_end_date'])
    .executeTakeFirst()
  if (!quote) return null
  const { service, company_name, per_visit_price, round, present_round, ...wish } = quote
  return { service, company_name, per_visit_price, wish: round === present_round ? wish : null }
}

export async function markSent(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ sent_at: sql`clock_timestamp()`, last_error: null })
    .where('id', '=', id)
    .execute()
}

const LONGEST_REASON = 1000

/** Null seconds: the mail is given up, and stays for the operator to see. */
export async function putOff(tx: Tx, id: number, seconds: number | null, reason: string): Promise<void> {
  const due_at =
    seconds === null
      ? sql<Date>`'infinity'::timestamptz`
      : sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
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
