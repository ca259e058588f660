import { COMPLIANCE_LABELS } from '../../../domain/compliance/kind.ts'
import { priceText } from '../../../domain/money.ts'
import { missingAtFirst } from '../../../domain/quotes/acceptance-preview.ts'
import { medianText } from '../../../domain/quotes/benchmark.ts'
import { compareQuotes } from '../../../domain/quotes/comparison.ts'
import { isOpenQuote } from '../../../domain/quotes/quote.ts'
import { optionsOf } from '../../../domain/quotes/terms.ts'
import { id } from '../../../domain/text.ts'
import { SCORECARD_LABELS, scorecardLines } from '../../../domain/vendors/scorecard.ts'
import type { Export } from '../../rpc/export.ts'
import { listReceived } from './received.db.ts'

/** Of one service, or of all. */
export const comparisonFilters = { service: id.nullable().default(null) }
const MARKS = { lowest: 'Lowest', incomplete: 'Lowest of those that leave something out' }
const amount = (cents: number | null) => (cents === null ? '' : priceText(cents))

/** The quotes of one service's present request side by side, or of all services. Product 2.5 */
export const comparisonExport = {
  name: 'Quotes',
  path: '/api/quotes/comparison.csv',
  audiences: ['resident'],
  filters: comparisonFilters,
  async read(tx, { building_id }, { today }, { service }) {
    const requests = await listReceived(tx, building_id, service)
    const rows = requests.flatMap((request) => {
      const quotes = new Map(request.quotes.map((quote) => [quote.id, quote]))
      return compareQuotes(request, request.quotes, today).map((each) => {
        const quote = quotes.get(each.id)
        const scored = new Map(
          scorecardLines(quote?.scorecard ?? null).map((line) => [line.label, line.text]),
        )
        const options = (asked: boolean) =>
          quote
            ? optionsOf(quote, request.scope)
                .filter((option) => option.asked === asked)
                .map(
                  ({ name, price, per }) =>
                    `${name}, ${priceText(price)} ${per === 'visit' ? 'each visit' : 'once'}`,
                )
                .join('; ')
            : ''
        return [
          request.name,
          quote?.company_name ?? '',
          quote?.status === 'accepted' ? 'Accepted' : quote?.status === 'declined' ? 'Not chosen' : 'Open',
          amount(each.visit),
          amount(each.month),
          amount(each.year),
          amount(quote?.start_price ?? null),
          amount(each.first_year),
          amount(each.unit),
          medianText(request, each.visit) ?? '',
          each.left_out.join('; '),
          each.visits_left_out > 0 ? String(each.visits_left_out) : '',
          options(true),
          options(false),
          quote && isOpenQuote(request, quote)
            ? missingAtFirst(request, quote, today)
                .missing.map((kind) => COMPLIANCE_LABELS[kind])
                .join('; ')
            : '',
          ...SCORECARD_LABELS.map((label) => scored.get(label) ?? ''),
          each.mark ? MARKS[each.mark] : '',
          quote?.valid_until ?? '',
          quote?.note ?? '',
          quote?.files.map(({ file_name }) => file_name).join('; ') ?? '',
        ]
      })
    })
    const columns = ['Service', 'Vendor', 'Status', 'A visit (USD)', 'A month (USD)', 'A year (USD)']
    const more = [
      'One-time price (USD)',
      'First year (USD)',
      'A unit a year (USD)',
      'In the city',
      'Not included',
      'Visits left out',
    ]
    const rest = [
      'Costs extra',
      'Optional extras',
      'Documents missing',
      ...SCORECARD_LABELS,
      'Mark',
      'Valid until',
      'Note',
      'Files',
    ]
    return { columns: [...columns, ...more, ...rest], rows }
  },
} as const satisfies Export<'resident', typeof comparisonFilters>
