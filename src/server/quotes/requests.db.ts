import { sql } from 'kysely'
import type { Tx } from '../database/pool.ts'

type Request = {
  id: string
  building_id: string
  service_type_id: string
  round: number
  excluded_vendors: string[]
}

/**
 * Asks every vendor that offers the type, but for the excluded ones: one pending quote each, never a second one, and
 * one event each, in one statement however many they are. What was still open of an earlier round is lost with it, or
 * it could be priced and accepted in place of what is asked now. Returns how many were asked.
 */
export async function askVendors(tx: Tx, request: Request, actor: string): Promise<number> {
  const locked = lockOffers(tx, 'request')
  const asking = sql<{ asked: number }>`
    with closed as (
      update service_quotes set status = 'declined', vendor_status = 'quoted', updated_at = now()
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
    told as (
      insert into events (actor, building_id, vendor_id, kind, subject)
      select ${actor}::uuid, building_id, vendor_id, 'quote_declined', id from closed
      union all
      select ${actor}::uuid, building_id, vendor_id, 'quote_requested', id from asked)
    select count(*) as asked from asked`.execute(tx)
  const [, { rows }] = await Promise.all([locked, asking])
  return rows[0]?.asked ?? 0
}

/**
 * Gives a vendor the open requests of the types that it offers now (decisions, 'Services and quotes'). In two
 * statements: the row rules let a vendor write an event of a building that has asked it, which the first one makes so.
 */
export async function askNewVendor(tx: Tx, vendorId: string): Promise<void> {
  await lockOffers(tx, 'vendor')
  const { rows } = await sql<{ id: string }>`
    insert into service_quotes (building_service_id, building_id, service_type_id, round, vendor_id)
    select s.id, s.building_id, s.service_type_id, s.round, v.vendor_id
    from vendor_services v join building_services s on s.service_type_id = v.service_type_id
    where v.vendor_id = ${vendorId} and v.is_active and s.status in ('Quote', 'pending_quotes')
      and v.vendor_id <> all (s.excluded_vendors)
    on conflict do nothing
    returning id`.execute(tx)
  await sql`
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${vendorId}, building_id, vendor_id, 'quote_requested', id
    from service_quotes where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

/** Takes back what a vendor was asked, has not answered, and does not offer any more. What it has priced stays. */
export async function giveUpRequests(tx: Tx, vendorId: string): Promise<void> {
  await lockOffers(tx, 'vendor')
  const given = sql`from service_quotes q where q.vendor_id = ${vendorId} and q.state = 'needs_quote'
    and not exists (select from vendor_services v
      where v.vendor_id = q.vendor_id and v.service_type_id = q.service_type_id and v.is_active)`
  // Told first: the row rules let a vendor write an event of a building only while it is asked there.
  await sql`insert into events (actor, building_id, vendor_id, kind, subject)
    select q.vendor_id, q.building_id, q.vendor_id, 'quote_withdrawn', q.building_service_id ${given}`.execute(
    tx,
  )
  await sql`delete ${given}`.execute(tx)
}

const OFFERS = 0x0ffe45

/**
 * Held to the end of the transaction: a request or an acceptance that is made while a vendor changes what it offers
 * waits for it, and the other way round. Otherwise neither would see the other: that vendor would never be asked, or
 * would be asked for a service that is given away. Requests and acceptances don't wait for each other.
 */
export async function lockOffers(tx: Tx, by: 'request' | 'vendor'): Promise<void> {
  const lock = by === 'vendor' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(${sql.lit(OFFERS)})`.execute(tx)
}
