import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { CLOSURES } from '../../../domain/visits/availability.ts'
import type { Planned, Side } from '../../../domain/visits/change.ts'
import type { stopVisits } from '../../../domain/visits/stop.ts'
import type { Stop } from '../../../domain/visits/stopped.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { cancelVisits } from './db.ts'

/** The quote that was accepted for a service's present round; for people who don't see it, not found. */
const acceptedQuote = (tx: Tx, serviceId: string) =>
  tx
    .selectFrom('service_quotes as q')
    .innerJoin('building_services as s', (join) =>
      join.onRef('s.id', '=', 'q.building_service_id').onRef('s.round', '=', 'q.round'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('vendor_profiles as v', 'v.id', 'q.vendor_id')
    .where('q.building_service_id', '=', serviceId)
    .where('q.status', '=', 'accepted')
    .select(['q.id as service_quote_id', 'q.building_service_id', 'q.building_id', 'q.vendor_id'])
    .select(['t.name as service', 'v.company_name'])

const confirmed = (tx: Tx, quoteId: string, from: CalendarDate) =>
  tx
    .selectFrom('appointments')
    .where('service_quote_id', '=', quoteId)
    .where('status', '=', 'confirmed')
    .where('scheduled_date', '>=', from)
    .select([
      'id',
      'status',
      'scheduled_date',
      'scheduled_time',
      'nominal_date',
      'series_date',
      'series_time',
      'checked_in_at',
    ])

/** The visits of an accepted service that are still to come from a day on, soonest first, how it was stopped before, and when nobody may come. */
export async function visitsToStop(tx: Tx, serviceId: string, from: CalendarDate) {
  const quote = await acceptedQuote(tx, serviceId).executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  const [visits, stops, closures] = await Promise.all([
    confirmed(tx, quote.service_quote_id, from).orderBy('scheduled_date').orderBy('scheduled_time').execute(),
    stopsOf(tx, quote.service_quote_id),
    tx.selectFrom('buildings').where('id', '=', quote.building_id).select(CLOSURES).executeTakeFirstOrThrow(),
  ])
  return { visits, stops, closures }
}

export const stopsOf = (tx: Tx, quoteId: string) =>
  tx
    .selectFrom('service_stops')
    .where('service_quote_id', '=', quoteId)
    .select(['from_date', 'until_date', 'reason', 'stopped_by'])
    .orderBy('created_at')
    .execute()

/** The pauses and the end of several quotes, each with its quote. */
export const stopsOfAll = (tx: Tx, quoteIds: readonly string[]) =>
  tx
    .selectFrom('service_stops')
    .where('service_quote_id', '=', sql<string>`any (${quoteIds}::uuid[])`)
    .select(['service_quote_id', 'from_date', 'until_date', 'reason', 'stopped_by'])
    .execute()

/** The pauses and the end of a visit's service; to be read once the visit is locked, since a stop locks it, too. */
export const stopsOfVisit = (tx: Tx, visitId: string) =>
  tx
    .selectFrom('service_stops')
    .where('service_quote_id', '=', (eb) =>
      eb.selectFrom('appointments').where('id', '=', visitId).select('service_quote_id'),
    )
    .select(['from_date', 'until_date'])
    .execute()

/**
 * The same under locks: of the quote, so that nothing is booked for it meanwhile, then of its visits, in a fixed order, so
 * that a visit is either stopped or finished.
 */
export async function lockToStop(tx: Tx, serviceId: string, from: CalendarDate) {
  const quote = await acceptedQuote(tx, serviceId).forNoKeyUpdate('q').executeTakeFirst()
  if (!quote) throw new DomainError('not_found')
  const visits = await confirmed(tx, quote.service_quote_id, from).orderBy('id').forUpdate().execute()
  return { quote, visits, stops: await stopsOf(tx, quote.service_quote_id) }
}

/**
 * How the service of an accepted quote was stopped, soonest first; of pauses, those that are not over. Without such a quote nothing is
 * looked for: that took a tenth of the statement of a vendor's list. Product 1.6
 */
export const stopsColumn = (acceptedQuoteId: Expression<string | null>, today: CalendarDate) => {
  const eb = expressionBuilder<DB>()
  const stops = jsonArrayFrom(
    eb
      .selectFrom('service_stops as stop')
      .where('stop.service_quote_id', '=', acceptedQuoteId)
      .where(({ or, eb }) => or([eb('stop.until_date', 'is', null), eb('stop.until_date', '>=', today)]))
      .orderBy('stop.from_date')
      .orderBy('stop.id')
      .select(['stop.from_date', 'stop.until_date', 'stop.reason', 'stop.stopped_by']),
  )
  return eb
    .case()
    .when(acceptedQuoteId, 'is', null)
    .then(sql<never[]>`'[]'::json`)
    .else(stops)
    .end()
    .as('stops')
}

type Stopped = ReturnType<typeof stopVisits<Planned & { id: string }>>
type StoppedQuote = Awaited<ReturnType<typeof lockToStop>>['quote']
type NewStop = Stop & { reason: string; stopped_by: Side; person: string }

/** Returns who was to go to the visits that are cancelled. */
export async function saveStop(tx: Tx, quote: StoppedQuote, stopped: Stopped, added: NewStop) {
  const { service, company_name, ...of } = quote
  await tx
    .insertInto('service_stops')
    .values({ ...of, ...added })
    .execute()
  return cancelVisits(
    tx,
    stopped.map(({ id }) => id),
    { changed_by: added.stopped_by, change_reason: added.reason },
  )
}
