import { type RawBuilder, sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { EventKind } from '../../../domain/events.ts'
import { DECLINED } from '../../../domain/quotes/quote.ts'
import type { RequestRound } from '../../../domain/services/round.ts'
import { OPEN_STATUSES } from '../../../domain/services/status.ts'
import { lockOffers } from '../../db/offer-lock.ts'
import type { Tx } from '../../db/pool.ts'
import { record } from '../../db/record.ts'
import { statement } from '../../db/statement.ts'

/** Who acts, null for the command line, and for which vendor. */
type Acting = { id: string | null; vendor_id: string }

type QuoteRequest = {
  id: string
  building_id: string
  service_type_id: string
  round: number
  excluded_vendors: string[]
}

const declined = sql.lit<EventKind>('quote_declined')
const requested = sql.lit<EventKind>('quote_requested')

/**
 * Asks every vendor of the type that is not excluded, closes quotes of earlier rounds, and returns how many were asked.
 * Writes its events in SQL, so that asking 500 vendors stays one round trip. [4.quote.1] [4.quote.2] [6.vendor.2]
 */
export async function askVendors(tx: Tx, request: QuoteRequest, actor: string): Promise<number> {
  const locked = lockOffers(tx, 'request')
  const asking = sql<{ asked: number }>`
    with closed as (
      update service_quotes set status = ${DECLINED.status}, vendor_status = ${DECLINED.vendor_status}, updated_at = now()
      where building_service_id = ${request.id} and round < ${request.round} and status = 'pending'
      returning id, vendor_id, building_id),
    asked as (
      insert into service_quotes (building_service_id, building_id, service_type_id, round, vendor_id)
      select ${request.id}, ${request.building_id}, ${request.service_type_id}, ${request.round}, vendor_id
      from vendor_services
      where service_type_id = ${request.service_type_id} and is_active
        and vendor_id <> all (${request.excluded_vendors}::uuid[])
      on conflict on constraint one_quote_per_vendor do nothing
      returning id, vendor_id, building_id),
    recorded as (
      insert into events (actor, building_id, vendor_id, kind, subject)
      select ${actor}::uuid, building_id, vendor_id, ${declined}, id from closed
      union all
      select ${actor}::uuid, building_id, vendor_id, ${requested}, id from asked)
    select count(*) as asked from asked`.execute(tx)
  const [, { rows }] = await Promise.all([locked, asking])
  return rows[0]?.asked ?? 0
}

/**
 * Tells every asked vendor that an open request changed: prices are for the earlier request until their vendors confirm
 * them. Quotes without a price are locked, too: one that is just being sent becomes one for the earlier request.
 */
export async function tellOfChange(tx: Tx, serviceId: string, actor: string): Promise<void> {
  await sql`
    with outdated as (
      update service_quotes set for_earlier_request = state = 'submitted', updated_at = now()
      where building_service_id = ${serviceId} and status = 'pending')
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${actor}::uuid, building_id, vendor_id, ${sql.lit<EventKind>('request_changed')}, id
    from service_quotes where building_service_id = ${serviceId} and status = 'pending'`.execute(tx)
}

/** Tells every asked vendor that there is more time. */
export async function tellOfMoreTime(tx: Tx, serviceId: string, actor: string): Promise<void> {
  await sql`
    with waiting as (
      select id, building_id, vendor_id from service_quotes
      where building_service_id = ${serviceId} and status = 'pending' order by id for no key update)
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${actor}::uuid, building_id, vendor_id, ${sql.lit<EventKind>('request_extended')}, id from waiting`.execute(
    tx,
  )
}

/** A price as it was shown. */
type ShownQuote = { id: string; updated_at: string }

/**
 * Marks those of the shown prices that nobody of the building had opened, and tells their vendors; not one that was changed since. The
 * service is locked first, as in an acceptance.
 */
export async function markOpened(
  tx: Tx,
  serviceId: string,
  shown: readonly ShownQuote[],
  actor: string,
): Promise<void> {
  const { rows } = await sql<{ round: number }>`
    select round from building_services where id = ${serviceId} for no key update`.execute(tx)
  const [service] = rows
  if (!service) throw new DomainError('not_found')
  await sql`
    with opened as (
      update service_quotes q set opened_at = now()
      where q.building_service_id = ${serviceId} and q.round = ${service.round} and q.state = 'submitted' and q.opened_at is null
        and (q.id, date_trunc('milliseconds', q.updated_at)) in (
          select s.id, s.updated_at from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as s (id uuid, updated_at timestamptz))
      returning q.id, q.vendor_id, q.building_id)
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${actor}::uuid, building_id, vendor_id, ${sql.lit<EventKind>('quote_opened')}, id from opened`.execute(
    tx,
  )
}

/** Tells every vendor that still has an open quote of the round. */
export async function tellOfAnswer(
  tx: Tx,
  { building_service_id, round }: RequestRound,
  data: { question: string; answer: string },
  actor: string,
): Promise<void> {
  await sql`
    insert into events (actor, building_id, vendor_id, kind, subject, data)
    select ${actor}::uuid, building_id, vendor_id, ${sql.lit<EventKind>('answer_sent')}, id, ${JSON.stringify(data)}::jsonb
    from service_quotes
    where building_service_id = ${building_service_id} and round = ${round} and status = 'pending'`.execute(
    tx,
  )
}

type Closing = { kind: 'request_withdrawn' | 'request_closed'; actor: string | null }

/** Closes the quotes of a request that is withdrawn or was not decided, and tells their vendors. */
export async function closeQuotes(tx: Tx, serviceId: string, { kind, actor }: Closing): Promise<void> {
  await sql`
    with closed as (
      update service_quotes set status = ${DECLINED.status}, vendor_status = ${DECLINED.vendor_status},
        for_earlier_request = false, withdrawn = true, updated_at = now()
      where building_service_id = ${serviceId} and status = 'pending'
      returning id, vendor_id, building_id)
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${actor}::uuid, building_id, vendor_id, ${sql.lit<EventKind>(kind)}, id from closed`.execute(tx)
}

/** Asks a vendor for the open requests of the types that it offers now. [4.quote.3] */
export async function askNewVendor(tx: Tx, { id: actor, vendor_id }: Acting): Promise<void> {
  await lockOffers(tx, 'vendor')
  const { rows } = await sql<{ id: string; building_id: string }>`
    insert into service_quotes (building_service_id, building_id, service_type_id, round, vendor_id)
    select s.id, s.building_id, s.service_type_id, s.round, v.vendor_id
    from vendor_services v join building_services s on s.service_type_id = v.service_type_id
    where v.vendor_id = ${vendor_id} and v.is_active and s.status in (${sql.join(OPEN_STATUSES)})
      and v.vendor_id <> all (s.excluded_vendors)
    on conflict do nothing
    returning id, building_id`.execute(tx)
  const events = rows.map(({ id, building_id }) => ({
    kind: 'quote_requested' as const,
    actor,
    building_id,
    vendor_id,
    subject: id,
  }))
  await record(tx, ...events)
}

/** Withdraws what a vendor was asked, has not answered and no longer offers. Its prices stay. */
export async function giveUpRequests(tx: Tx, vendor: Acting): Promise<void> {
  await withdrawWhere(
    tx,
    vendor,
    sql`q.state = 'needs_quote' and not exists (select from vendor_services v
      where v.vendor_id = q.vendor_id and v.service_type_id = q.service_type_id and v.is_active)`,
  )
}

/** Withdraws all open quotes of a vendor, with a price or without. */
export function withdrawQuotes(tx: Tx, vendor: Acting): Promise<void> {
  return withdrawWhere(tx, vendor, sql`q.status = 'pending'`)
}

async function withdrawWhere(
  tx: Tx,
  { id: actor, vendor_id }: Acting,
  which: RawBuilder<unknown>,
): Promise<void> {
  await lockOffers(tx, 'vendor')
  const { rows } = await sql<{ id: string; building_id: string; building_service_id: string }>`
    select id, building_id, building_service_id from service_quotes q
    where q.vendor_id = ${vendor_id} and ${which}
    for update of q`.execute(tx)
  const events = rows.map(({ building_id, building_service_id }) => ({
    kind: 'quote_withdrawn' as const,
    actor,
    building_id,
    vendor_id,
    subject: building_service_id,
  }))
  // Before the deletion: the row rules let a vendor record an event of a building only while it has a quote there.
  await record(tx, ...events)
  await sql`delete from service_quotes where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

/** Throws DomainError 'not_found' for a round that the viewer does not see. */
export async function requireRound(tx: Tx, { building_service_id, round }: RequestRound): Promise<void> {
  const seen = await tx
    .selectFrom('request_rounds')
    .where('building_service_id', '=', building_service_id)
    .where('round', '=', round)
    .select('id')
    .executeTakeFirst()
  if (!seen) throw new DomainError('not_found')
}

/** What the round of a quote asks for. */
export const requestOfQuote = statement((db, { quoteId }: { quoteId: string }) =>
  db
    .selectFrom('service_quotes as q')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    .where('q.id', '=', quoteId)
    .select(['r.description', 'r.required_every_weeks', 'r.preferred_start_date', 'r.preferred_end_date'])
    .select(['r.until_ended', 'r.scope']),
)
