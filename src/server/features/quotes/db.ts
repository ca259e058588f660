import { sql } from 'kysely'
import { DomainError } from '../../../domain/errors.ts'
import type { Acceptance, editPrice, giveUpQuote, submitPrice } from '../../../domain/quotes/quote.ts'
import type { QuoteTerms } from '../../../domain/quotes/terms.ts'
import type { ServiceStatus } from '../../../domain/services/status.ts'
import { type Availability, CLOSURES } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import { requirementsOf } from '../compliance/requirements.db.ts'
import { contactOf } from '../profiles/contact.db.ts'
import { requestOfQuote } from './requests.db.ts'
import { termsOfQuote, writtenTerms } from './terms.db.ts'

const lockServiceOf = statement((db, { quoteId }: { quoteId: string }) =>
  db
    .selectFrom('building_services as s')
    .innerJoin('buildings as b', 'b.id', 's.building_id')
    .where('s.id', '=', (eb) =>
      eb.selectFrom('service_quotes').where('id', '=', quoteId).select('building_service_id'),
    )
    .select([
      's.id',
      's.building_id',
      's.status',
      's.round',
      's.service_type',
      's.required_every_weeks',
      's.scope',
      's.description',
    ])
    .select('b.number_of_units')
    .select((eb) => [
      eb.ref('s.preferred_start_date').$notNull().as('preferred_start_date'),
      's.preferred_end_date',
      's.until_ended',
    ])
    .select([...CLOSURES])
    .forUpdate('s'),
)

/** All quotes of a quote's round. */
const lockQuotesOfRound = statement((db, { quoteId }: { quoteId: string }) =>
  db
    .selectFrom('service_quotes as chosen')
    .innerJoin('service_quotes as q', (join) =>
      join
        .onRef('q.building_service_id', '=', 'chosen.building_service_id')
        .onRef('q.round', '=', 'chosen.round'),
    )
    .where('chosen.id', '=', quoteId)
    .select(['q.id', 'q.building_service_id', 'q.building_id', 'q.vendor_id', 'q.round', 'q.status'])
    .select(['q.vendor_status', 'q.per_visit_price', 'q.for_earlier_request'])
    .select(['q.weekdays', 'q.arrives_from', 'q.arrives_until', ...termsOfQuote])
    .select(requirementsOf('q').as('requirements'))
    .forUpdate('q'),
)

/**
 * A quote, its service and its siblings under locks, in one round trip. Everyone locks the service first, so no
 * deadlock; the siblings are read after the locks, so none is missing. [4.quote.8] [V2.3.4]
 */
export async function lockForAcceptance(tx: Tx, quoteId: string) {
  const [[service], quotes] = await Promise.all([
    lockServiceOf(tx, { quoteId }),
    lockQuotesOfRound(tx, { quoteId }),
  ])
  const quote = quotes.find(({ id }) => id === quoteId)
  if (!service || !quote) throw new DomainError('not_found')
  // Those that their vendors gave up are closed already.
  return {
    service,
    quote,
    siblings: quotes.filter(({ id, status }) => id !== quoteId && status === 'pending'),
  }
}

/**
 * A quote, its request and its service, for its vendor. The row rules let a vendor lock a service only until its first
 * quote. The request is read after the quote was locked, since a change of the request locks its quotes, too.
 */
export async function lockForPrice(tx: Tx, quoteId: string) {
  const [[service], quote, [request]] = await Promise.all([
    lockServiceOf(tx, { quoteId }),
    lockQuote(tx, quoteId),
    requestOfQuote(tx, { quoteId }),
  ])
  if (!request) throw new DomainError('not_found')
  return { service, quote, request, building: quote }
}

const lockOneQuote = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('service_quotes as q')
    .innerJoin('buildings as b', 'b.id', 'q.building_id')
    .where('q.id', '=', id)
    .select(['q.id', 'building_service_id', 'building_id', 'vendor_id', 'round', 'status', 'vendor_status'])
    .select(['per_visit_price', 'lines', ...CLOSURES])
    .forUpdate('q'),
)

export async function lockQuote(tx: Tx, id: string) {
  const [quote] = await lockOneQuote(tx, { id })
  if (!quote) throw new DomainError('not_found')
  return quote
}

export type LockedRound = Awaited<ReturnType<typeof lockForAcceptance>>

type Accepted = Extract<Acceptance, { already: false }>

/**
 * Saves an acceptance, in one statement however many siblings there are: with its reason, and which of the quotes were lowest.
 * [4.service.5] [4.quote.6] [4.visit.1] [4.visit.4] [9.time.1]
 */
export async function saveAcceptance(
  tx: Tx,
  { service, quote }: Pick<LockedRound, 'service' | 'quote'>,
  accepted: Accepted,
  { reason, compared, lowest }: { reason: string | null; compared: string[]; lowest: string[] },
): Promise<void> {
  const decided = sql`decision_reason = ${reason},
    was_lowest = case when id = any (${compared}::uuid[]) then id = any (${lowest}::uuid[]) end, updated_at = now()`
  await sql`
    with chosen as (
      update service_quotes set status = ${accepted.quote.status}, chosen = ${accepted.quote.chosen},
        extra_price = ${accepted.quote.extra_price}, once_price = ${accepted.quote.once_price}, ${decided}
      where id = ${quote.id}),
    given as (
      update building_services set status = ${accepted.service.status},
        assigned_vendor = ${accepted.service.assigned_vendor}, updated_at = now()
      where id = ${service.id})
    update service_quotes set status = ${accepted.others.status}, vendor_status = ${accepted.others.vendor_status},
      ${decided}
    where building_service_id = ${service.id} and round = ${service.round} and status = 'pending' and id <> ${quote.id}`.execute(
    tx,
  )
}

type SavedPrice = (ReturnType<typeof submitPrice> | ReturnType<typeof editPrice>) & Partial<Availability>

/** Without terms these stay as they are. */
export async function savePrice(
  tx: Tx,
  quoteId: string,
  price: SavedPrice,
  terms: QuoteTerms | undefined,
): Promise<void> {
  await tx
    .updateTable('service_quotes')
    .set({ ...price, ...(terms && writtenTerms(terms)), opened_at: null, updated_at: sql`now()` })
    .where('id', '=', quoteId)
    .execute()
}

export async function saveGivenUp(tx: Tx, id: string, quote: ReturnType<typeof giveUpQuote>): Promise<void> {
  await tx
    .updateTable('service_quotes')
    .set({ ...quote, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

// [4.quote.7]
export async function saveServiceStatus(tx: Tx, id: string, status: ServiceStatus): Promise<void> {
  await tx
    .updateTable('building_services')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** How to reach the captain of the building that accepted a vendor's quote; null before. */
export async function customerContact(tx: Tx, { id, vendor_id }: { id: string; vendor_id: string }) {
  const quote = await tx
    .selectFrom('service_quotes')
    .where('id', '=', id)
    .where('vendor_id', '=', vendor_id)
    .select(['status', 'building_id'])
    .executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  if (quote.status !== 'accepted') return null
  return contactOf(tx, (profiles) =>
    profiles.where('building_id', '=', quote.building_id).where('role', '=', 'captain'),
  )
}
