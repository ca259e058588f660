import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { QUOTE_STATES, type QuoteState, type QuoteTab } from '../../../domain/quotes/quote.ts'
import { searchWords } from '../../../domain/searched-list.ts'
import { CLOSURES } from '../../../domain/visits/availability.ts'
import type { Tx } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { type PageRange, statement } from '../../db/statement.ts'
import { requirementsOf } from '../compliance/requirements.db.ts'
import { renewalPrice } from '../visits/price.db.ts'
import { stopsColumn } from '../visits/stop.db.ts'
import { termsOfQuote } from './terms.db.ts'

/** Those in whose building or service each word of a search occurs. */
const isFound = (words: readonly string[]) =>
  sql<boolean>`not exists (select from unnest(${words}::text[]) word where strpos(
    (select lower(concat_ws(' ', b.name, b.address, b.city, t.name)) from buildings b, service_types t
     where b.id = service_quotes.building_id and t.id = service_quotes.service_type_id), word) = 0)`

type Searched = { words: readonly string[] }
type OwnQuotes = SelectQueryBuilder<DB, 'service_quotes', { id: string }>

/** One count a state: to group the index entries of 6,000 quotes takes half as long again. */
const counted = (db: QueryCreator<DB>, count: (own: StateOfQuotes) => StateOfQuotes) =>
  db
    .selectFrom(
      sql<{ state: QuoteState }>`unnest(${sql.val(QUOTE_STATES)}::text[])`.as<'each'>(sql`each (state)`),
    )
    .select('each.state')
    .select((eb) =>
      count(eb.selectFrom('service_quotes').whereRef('service_quotes.state', '=', 'each.state'))
        .select((own) => own.fn.countAll<number>().as('count'))
        .as('count'),
    )
type StateOfQuotes = SelectQueryBuilder<
  DB & { each: { state: QuoteState } },
  'each' | 'service_quotes',
  object
>

const countAll = statement((db, { vendorId }: { vendorId: string }) =>
  counted(db, (own) => own.where('vendor_id', '=', vendorId)),
)
const countFound = statement((db, { vendorId, words }: { vendorId: string } & Searched) =>
  counted(db, (own) => own.where('vendor_id', '=', vendorId).where(isFound(words))),
)

/** A vendor's number of quotes by state, of those that a search finds. */
export function countByState(tx: Tx, { vendorId, search }: { vendorId: string; search: string | null }) {
  const words = searchWords(search)
  return words.length > 0 ? countFound(tx, { vendorId, words }) : countAll(tx, { vendorId })
}

type OwnDay = { vendorId: string; today: CalendarDate }

/**
 * A vendor's quotes as its list shows them, with what their rounds asked for, newest first. `visit_date` is the day of an accepted quote's next
 * visit, of a one-time job's only visit; `stops`, how its service was ended or paused. `select` chooses the quotes by an index, before the joins.
 */
const shownQuotes = <V extends OwnDay>(
  db: QueryCreator<DB>,
  values: V,
  select: (own: OwnQuotes, values: V) => OwnQuotes,
) =>
  db
    .with('page', (page) =>
      select(page.selectFrom('service_quotes').where('vendor_id', '=', values.vendorId).select('id'), values),
    )
    .selectFrom('page')
    .innerJoin('service_quotes as q', 'q.id', 'page.id')
    .innerJoin('request_rounds as r', (join) =>
      join.onRef('r.building_service_id', '=', 'q.building_service_id').onRef('r.round', '=', 'q.round'),
    )
    .innerJoin('service_types as t', 't.id', 'q.service_type_id')
    .innerJoin('buildings as b', 'b.id', 'q.building_id')
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id')
    .select([
      'q.id',
      'q.building_service_id',
      'q.round',
      'q.state',
      'q.per_visit_price',
      'q.weekdays',
      'q.arrives_from',
      'q.arrives_until',
      'q.extra_price',
      'q.for_earlier_request',
      'q.withdrawn',
      'q.given_up_reason',
      requirementsOf('q').as('requirements'),
      renewalPrice(sql`${values.today}::date`, 'q').as('renewed_price'),
      'q.renewed_until',
      't.name',
      'r.description',
      'r.service_type',
    ])
    .select(['r.required_every_weeks', 'r.preferred_start_date', 'r.preferred_end_date', 'r.until_ended'])
    .select(['r.quotes_by', 'r.decide_by', 'r.closed_reason'])
    .select(['b.name as building_name', 'b.address', 'b.city', 'b.state as building_state', ...CLOSURES])
    .select((eb) =>
      eb
        .selectFrom('appointments as a')
        .whereRef('a.service_quote_id', '=', 'q.id')
        .where('q.state', '=', 'accepted')
        .where('a.status', 'not in', ['cancelled', 'missed'])
        .where((visit) =>
          visit.or([
            visit('r.service_type', '=', 'on-demand'),
            visit.and([visit('a.status', '=', 'confirmed'), visit('a.scheduled_date', '>=', values.today)]),
          ]),
        )
        .orderBy('a.scheduled_date')
        .limit(1)
        .select('a.scheduled_date')
        .as('visit_date'),
    )
    .select((eb) =>
      stopsColumn(eb.case().when('q.state', '=', 'accepted').then(eb.ref('q.id')).end(), values.today),
    )

/** One of a vendor's quotes in full, or none. */
export const vendorQuote = statement((db, values: OwnDay & { id: string }) =>
  shownQuotes(db, values, (own, { id }) => own.where('id', '=', id))
    .select([...termsOfQuote, 'q.chosen', 'q.once_price'])
    .select(['q.opened_at', 'q.decision_reason', 'q.was_lowest', 'r.scope', 'r.vendors_asked'])
    .select(['b.zip_code', 'b.number_of_floors', 'b.number_of_units', 'b.square_feet']),
)

const listed = <V extends OwnDay>(select: (own: OwnQuotes, values: V) => OwnQuotes) =>
  statement((db, values: V) => shownQuotes(db, values, select))

type VendorPage = PageRange & OwnDay

const paginate = (own: OwnQuotes, { limit, offset }: VendorPage) =>
  own.orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset)

const allQuotes = listed(paginate)
const quotesOfTab = listed((own, page: VendorPage & { tab: Exclude<QuoteTab, 'all'> }) =>
  paginate(own.where('state', '=', page.tab), page),
)

const foundQuotes = listed((own, page: VendorPage & Searched) =>
  paginate(own.where(isFound(page.words)), page),
)
const foundOfTab = listed((own, page: VendorPage & Searched & { tab: Exclude<QuoteTab, 'all'> }) =>
  paginate(own.where('state', '=', page.tab).where(isFound(page.words)), page),
)

/** One page of one tab of a vendor's quotes, of those that a search finds. [7.quotes.1] */
export function vendorQuotes(
  tx: Tx,
  { tab, search, ...page }: VendorPage & { tab: QuoteTab; search: string | null },
) {
  const words = searchWords(search)
  if (words.length > 0)
    return tab === 'all' ? foundQuotes(tx, { ...page, words }) : foundOfTab(tx, { ...page, words, tab })
  return tab === 'all' ? allQuotes(tx, page) : quotesOfTab(tx, { ...page, tab })
}
