import { type SelectQueryBuilder, sql } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import type { QuoteTab } from '../../domain/quotes/quote.ts'
import type { Tx } from '../database/pool.ts'
import type { DB } from '../database/schema.ts'
import { statement } from '../database/statement.ts'

/** What a resident compares: the prices of the current round, cheapest first (section 2, screen 12). */
export async function receivedQuotes(tx: Tx, serviceId: string) {
  const service = await tx
    .selectFrom('building_services')
    .innerJoin('service_types', 'service_types.id', 'building_services.service_type_id')
    .where('building_services.id', '=', serviceId)
    .select(['building_services.id', 'name', 'status', 'round', 'required_every_weeks', 'service_type'])
    .select('preferred_start_date')
    .executeTakeFirst()
  if (!service) throw new DomainError('not_found')
  const { round, ...shown } = service
  const quotes = await tx
    .selectFrom('service_quotes')
    .innerJoin('vendor_profiles', 'vendor_profiles.id', 'service_quotes.vendor_id')
    .where('building_service_id', '=', serviceId)
    .where('round', '=', round)
    .where('vendor_status', '=', 'quoted')
    .where('per_visit_price', 'is not', null)
    .select(['service_quotes.id', 'status', 'company_name', 'address', 'city', 'vendor_profiles.state'])
    .select((eb) => eb.ref('per_visit_price').$notNull().as('per_visit_price'))
    .orderBy('per_visit_price')
    .orderBy('service_quotes.updated_at')
    .orderBy('service_quotes.id')
    .execute()
  return { ...shown, quotes }
}

const lockServiceOf = statement((db, { quoteId }: { quoteId: string }) =>
  db
    .selectFrom('building_services as s')
    .where('s.id', '=', (eb) =>
      eb.selectFrom('service_quotes').where('id', '=', quoteId).select('building_service_id'),
    )
    .select(['s.id', 's.building_id', 's.status', 's.round', 's.service_type', 's.required_every_weeks'])
    .select((eb) => [
      eb.ref('s.preferred_start_date').$notNull().as('preferred_start_date'),
      's.preferred_end_date',
    ])
    .forUpdate(),
)

/** A quote under locks, the service first: whoever accepts or prices takes them in this order, so none waits in a circle. */
export async function lockForAcceptance(tx: Tx, quoteId: string) {
  const [[service], quote] = await Promise.all([lockServiceOf(tx, { quoteId }), lockQuote(tx, quoteId)])
  if (!service) throw new DomainError('not_found')
  return { service, quote }
}

/** Which service a quote belongs to: what is locked before the quote itself. */
export async function quoteService(tx: Tx, quoteId: string) {
  const quote = await tx
    .selectFrom('service_quotes')
    .where('id', '=', quoteId)
    .select('building_service_id')
    .executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  return quote
}

const lockOneQuote = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('service_quotes')
    .where('id', '=', id)
    .select(['id', 'building_service_id', 'building_id', 'vendor_id', 'round', 'status', 'vendor_status'])
    .select('per_visit_price')
    .forUpdate(),
)

export async function lockQuote(tx: Tx, id: string) {
  const [quote] = await lockOneQuote(tx, { id })
  if (!quote) throw new DomainError('not_found')
  return quote
}

type Locked = Awaited<ReturnType<typeof lockForAcceptance>>

/**
 * Section 4: the quote accepted, its siblings declined, the service Accepted with its vendor, and an event for each of the
 * vendors, in one statement however many they are.
 */
export async function saveAcceptance(tx: Tx, { service, quote }: Locked, actor: string): Promise<void> {
  const told = sql`${actor}::uuid, ${service.building_id}::uuid, vendor_id`
  await sql`
    with chosen as (
      update service_quotes set status = 'accepted', updated_at = now()
      where id = ${quote.id}
      returning id, vendor_id),
    given as (
      update building_services set status = 'Accepted', assigned_vendor = ${quote.vendor_id}, updated_at = now()
      where id = ${service.id}),
    lost as (
      update service_quotes set status = 'declined', vendor_status = 'quoted', updated_at = now()
      where building_service_id = ${service.id} and round = ${service.round} and id <> ${quote.id}
      returning id, vendor_id)
    insert into events (actor, building_id, vendor_id, kind, subject)
    select ${told}, 'quote_accepted', id from chosen
    union all
    select ${told}, 'quote_declined', id from lost`.execute(tx)
}

/** The vendor's first price; the service that waited for one becomes Quote (section 4, the first-submission rule). */
export async function savePrice(
  tx: Tx,
  quoteId: string,
  set: { vendor_status?: 'quoted'; per_visit_price: number },
) {
  await tx
    .updateTable('service_quotes')
    .set({ ...set, updated_at: sql`now()` })
    .where('id', '=', quoteId)
    .execute()
}

export async function markQuoted(tx: Tx, serviceId: string): Promise<void> {
  await tx
    .updateTable('building_services')
    .set({ status: 'Quote', updated_at: sql`now()` })
    .where('id', '=', serviceId)
    .where('status', '=', 'pending_quotes')
    .execute()
}

/** How many quotes a vendor has in each state; a state without any is absent. */
export const countByState = statement((db, { vendorId }: { vendorId: string }) =>
  db
    .selectFrom('service_quotes')
    .where('vendor_id', '=', vendorId)
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')]),
)

type Cut = SelectQueryBuilder<DB, 'service_quotes', { id: string }>

/** What a vendor sees of its quotes, newest first. They are cut from the index before anything is joined to them. */
const shownQuotes = <V extends { vendorId: string }>(cut: (own: Cut, values: V) => Cut) =>
  statement((db, values: V) =>
    db
      .with('page', (page) =>
        cut(page.selectFrom('service_quotes').where('vendor_id', '=', values.vendorId).select('id'), values),
      )
      .selectFrom('page')
      .innerJoin('service_quotes as q', 'q.id', 'page.id')
      .innerJoin('building_services as s', 's.id', 'q.building_service_id')
      .innerJoin('service_types as t', 't.id', 'q.service_type_id')
      .innerJoin('buildings as b', 'b.id', 'q.building_id')
      .orderBy('q.created_at', 'desc')
      .orderBy('q.id')
      .select(['q.id', 'q.state', 'q.per_visit_price', 't.name', 's.description', 's.service_type'])
      .select([
        's.required_every_weeks',
        's.preferred_start_date',
        's.preferred_end_date',
        'b.name as building_name',
      ])
      .select([
        'b.address',
        'b.city',
        'b.state as building_state',
        'b.zip_code',
        'b.number_of_floors',
        'b.number_of_units',
      ])
      .select(['b.square_feet']),
  )

/** One of a vendor's quotes; nothing when it has no such quote. */
export const vendorQuote = shownQuotes((own, { id }: { vendorId: string; id: string }) =>
  own.where('id', '=', id),
)

type Page = { vendorId: string; limit: number; offset: number }

const cutPage = (own: Cut, { limit, offset }: Page) =>
  own.orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset)

const allQuotes = shownQuotes(cutPage)
const quotesOfTab = shownQuotes((own, page: Page & { tab: Exclude<QuoteTab, 'all'> }) =>
  cutPage(own.where('state', '=', page.tab), page),
)

/** One page of a vendor's quotes, of one tab. */
export function vendorQuotes(tx: Tx, { tab, ...page }: Page & { tab: QuoteTab }) {
  return tab === 'all' ? allQuotes(tx, page) : quotesOfTab(tx, { ...page, tab })
}
