import { type CalendarDate, formatShortDate } from '../calendar.ts'
import { nounsText, type Requirement } from '../compliance/requirement.ts'
import { formatMoney } from '../money.ts'
import { scopeLineText } from '../services/scope.ts'
import type { ServiceStatus } from '../services/status.ts'
import { SCORECARD_LABELS, type Scorecard, scorecardLines } from '../vendors/scorecard.ts'
import { type Availability, availabilityText } from '../visits/availability.ts'
import { missingAtFirst } from './acceptance-preview.ts'
import { type Benchmark, medianText } from './benchmark.ts'
import { type ComparedQuote, compareQuotes, markText } from './comparison.ts'
import { QUOTE_MESSAGES } from './messages.ts'
import { isOpenQuote } from './quote.ts'
import { isExpired, optionsOf, optionText, type QuoteTerms } from './terms.ts'

type SheetRequest = Parameters<typeof compareQuotes>[0] & {
  status: ServiceStatus
  service_type: string | null
  benchmark: Benchmark | null
}
type SheetQuote = Parameters<typeof compareQuotes>[1][number] &
  Parameters<typeof isOpenQuote>[1] &
  Availability &
  QuoteTerms & {
    requirements: Requirement[] | null
    files: readonly { file_name: string }[]
    scorecard: Scorecard | null
  }

/** The row of the files' names. */
export const FILES = 'Files'

/** A quote and what it costs. */
export type SheetColumn<Q extends SheetQuote> = { quote: Q; costs: ComparedQuote }
/** What stands in a row for one quote; null for nothing. `missing` is left out of what was asked for, or lacks. */
export type SheetCell = { text: string; tone: 'plain' | 'strong' | 'missing' } | null
type SheetRow<Q extends SheetQuote> = { label: string; cell: (column: SheetColumn<Q>) => SheetCell }

const plain = (text: string | null | undefined | false): SheetCell => (text ? { text, tone: 'plain' } : null)
const strong = (text: string): SheetCell => ({ text, tone: 'strong' })
const missing = (text: string): SheetCell => ({ text, tone: 'missing' })
const money = (cents: number | null) => plain(cents !== null && formatMoney(cents))

/**
 * The quotes of a request side by side on the city's `today`, in words: its columns by compareQuotes, and the rows in which any of
 * them says something. The screen and the PDF show it. Product 2.5
 */
export function comparisonSheet<Q extends SheetQuote>(
  request: SheetRequest,
  quotes: readonly Q[],
  today: CalendarDate,
): { columns: SheetColumn<Q>[]; rows: SheetRow<Q>[] } {
  const known = new Map(quotes.map((quote) => [quote.id, quote]))
  const columns = compareQuotes(request, quotes, today).flatMap((costs) => {
    const quote = known.get(costs.id)
    return quote ? [{ quote, costs }] : []
  })
  const rows = sheetRows<Q>(request, today).filter(({ cell }) => columns.some((column) => cell(column)))
  return { columns, rows }
}

function sheetRows<Q extends SheetQuote>(request: SheetRequest, today: CalendarDate): SheetRow<Q>[] {
  const { scope, service_type } = request
  const recurring = service_type === 'recurring'
  const ofMany: SheetRow<Q>[] = [
    { label: 'A month, on average', cell: ({ costs }) => money(costs.month) },
    { label: 'A year', cell: ({ costs }) => money(costs.year) },
  ]
  return [
    { label: 'A visit', cell: ({ costs }) => strong(formatMoney(costs.visit)) },
    ...(recurring ? ofMany : []),
    { label: 'One-time price', cell: ({ quote }) => money(quote.start_price) },
    {
      label: recurring ? 'First year' : 'In all',
      cell: ({ costs }) =>
        costs.first_year === null ? missing('Can’t be booked') : strong(formatMoney(costs.first_year)),
    },
    { label: recurring ? 'A year for each unit' : 'For each unit', cell: ({ costs }) => money(costs.unit) },
    { label: 'In the city', cell: ({ costs }) => plain(medianText(request, costs.visit)) },
    {
      label: 'Visits left out',
      cell: ({ costs }) =>
        costs.visits_left_out > 0 ? missing(`${costs.visits_left_out}: no day suits both`) : null,
    },
    ...scope.map(
      (line): SheetRow<Q> => ({
        label: scopeLineText(line),
        cell: ({ quote }) => lineCell(quote, line.key),
      }),
    ),
    {
      label: 'Optional extras',
      cell: ({ quote }) =>
        plain(
          optionsOf(quote, scope)
            .filter(({ asked }) => !asked)
            .map(optionText)
            .join('; '),
        ),
    },
    { label: 'Documents', cell: ({ quote }) => documentsCell(request, quote, today) },
    ...SCORECARD_LABELS.map(
      (label): SheetRow<Q> => ({
        label,
        cell: ({ quote }) =>
          plain(scorecardLines(quote.scorecard).find((line) => line.label === label)?.text),
      }),
    ),
    { label: 'Days and arrival', cell: ({ quote }) => plain(availabilityText(quote)) },
    {
      label: 'Valid until',
      cell: ({ quote }) => plain(quote.valid_until && formatShortDate(quote.valid_until, today)),
    },
    { label: 'Note', cell: ({ quote }) => plain(quote.note) },
    { label: FILES, cell: ({ quote }) => plain(quote.files.map(({ file_name }) => file_name).join(', ')) },
  ]
}

function lineCell(quote: SheetQuote, lineKey: string): SheetCell {
  const line = quote.lines.find(({ key }) => key === lineKey)
  if (!line) return plain('Price only')
  if (line.price !== null) return plain(`Included, for ${formatMoney(line.price)} of it`)
  return line.offer === 'included' ? plain('Included') : missing('Not included')
}

/** Whether the vendor of an open quote holds what the service requires on the first visit's day. */
function documentsCell(request: SheetRequest, quote: SheetQuote, today: CalendarDate): SheetCell {
  if (!quote.requirements || !isOpenQuote(request, quote)) return null
  const lacks = missingAtFirst(request, quote, today).missing
  return lacks.length === 0 ? plain('Verified') : missing(`Lacks ${nounsText(lacks)}`)
}

/** How a quote stands, in words: what was decided, why it can't be accepted now, or its mark; null for nothing to say. */
export function standingText<Q extends SheetQuote>(
  request: SheetRequest,
  { quote, costs }: SheetColumn<Q>,
  today: CalendarDate,
): string | null {
  if (quote.status === 'accepted') return 'Accepted'
  if (!isOpenQuote(request, quote)) return 'Not chosen'
  if (quote.for_earlier_request) return QUOTE_MESSAGES.forEarlierRequest
  if (isExpired(quote, today)) return 'No longer holds'
  return costs.mark && markText(costs.mark, costs.left_out)
}
