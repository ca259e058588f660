import { z } from 'zod'
import { LIMITS } from '../../../domain/limits.ts'
import { priceText } from '../../../domain/money.ts'
import { QUOTE_TABS, type QuoteTab } from '../../../domain/quotes/quote.ts'
import { everyWeeks } from '../../../domain/services/frequency.ts'
import { optionalLongText, wholeNumber } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { vendorQuotes } from './vendor-list.db.ts'

const search = optionalLongText('Search', LIMITS.search)

/** Which quotes are counted: those that a search finds, or all. */
export const QuoteSearch = z.strictObject({ search }).prefault({ search: null })
/** A page of a tab, of the quotes that a search finds. */
export const QuotePage = z.strictObject({
  tab: z.enum(QUOTE_TABS),
  page: wholeNumber('Page', 1, 100_000),
  search: search.default(null),
})

const STATES: Record<Exclude<QuoteTab, 'all'>, string> = {
  needs_quote: 'Needs quote',
  submitted: 'Submitted',
  accepted: 'Accepted',
  lost: 'Lost',
}
/** More rows than any vendor has. */
const ALL = { limit: 100_000, offset: 0 }

const filters = { tab: z.enum(QUOTE_TABS).default('all'), search: search.default(null) }

/** A vendor's jobs as their list is filtered. */
export const vendorQuotesExport = {
  name: 'Jobs',
  path: '/api/quotes/jobs.csv',
  audiences: ['vendor'],
  filters,
  async read(tx, { vendor_id: vendorId }, { today }, filter) {
    const quotes = await vendorQuotes(tx, { vendorId, today, ...filter, ...ALL })
    const columns = [
      'Service',
      'Building',
      'Address',
      'City',
      'Status',
      'Price a visit (USD)',
      'Frequency',
      'Start',
    ]
    const more = ['End', 'Quotes by', 'Decide by', 'Next visit', 'Asked for']
    return {
      columns: [...columns, ...more],
      rows: quotes.map((quote) => [
        quote.name,
        quote.building_name ?? '',
        quote.address,
        quote.city,
        STATES[quote.state],
        quote.per_visit_price === null ? '' : priceText(quote.per_visit_price),
        quote.required_every_weeks === null ? 'One time' : everyWeeks(quote.required_every_weeks),
        quote.preferred_start_date ?? '',
        quote.renewed_until ?? quote.preferred_end_date ?? '',
        quote.quotes_by ?? '',
        quote.decide_by ?? '',
        quote.visit_date ?? '',
        quote.description ?? '',
      ]),
    }
  },
} as const satisfies Export<'vendor', typeof filters>
