import { addYears, type CalendarDate } from '../calendar.ts'
import type { Requirement } from '../compliance/requirement.ts'
import { nullIfRejected } from '../errors.ts'
import type { ScopeLine } from '../services/scope.ts'
import type { Availability, Closures } from '../visits/availability.ts'
import type { WantedSchedule } from '../visits/visits.ts'
import { missingAtFirst, previewAcceptance } from './acceptance-preview.ts'
import { askedOptions, chosenPrices, isComplete, isExpired, leftOut, type QuoteTerms } from './terms.ts'

type ComparedService = WantedSchedule & Closures & { scope: ScopeLine[]; number_of_units: number | null }

type MarkedOffer = {
  id: string
  per_visit_price: number
  status: string
  for_earlier_request: boolean
  requirements: Requirement[] | null
} & Availability &
  QuoteTerms
type ComparedOffer = MarkedOffer & { company_name: string; chosen: string[] }

/** A quote's costs in cents, with all that was asked for as far as it offers it. */
export type ComparedQuote = {
  id: string
  /** Each visit. */
  visit: number
  /** All visits within twelve months of the first one that was asked for; null if it can't be booked now, or none of them can. */
  year: number | null
  /** The same with what is paid once. */
  first_year: number | null
  /** On average over the calendar months of the first year, at most twelve. Half a cent is rounded up. */
  month: number | null
  /** The year for each unit; null if nobody knows how many there are. */
  unit: number | null
  /** What of the scope it leaves out, and how many visits, because no day suits both sides. */
  left_out: string[]
  visits_left_out: number
  /** The lowest first year of those that leave nothing out, or of those that leave something out. */
  mark: 'lowest' | 'incomplete' | null
}

/**
 * The quotes of a request side by side on the city's `today`, the cheapest first year first; the same whatever the order in which they came.
 * An accepted one costs what was agreed. Product 2.5
 */
export function compareQuotes(
  service: ComparedService,
  quotes: readonly ComparedOffer[],
  today: CalendarDate,
): ComparedQuote[] {
  const marks = markQuotes(service, quotes, today)
  return quotes
    .map((quote) => {
      const chosen = quote.status === 'accepted' ? quote.chosen : askedOptions(quote)
      return { quote, ...costsOf(service, quote, today, chosen) }
    })
    .toSorted(
      (one, other) =>
        (one.first_year ?? NEVER) - (other.first_year ?? NEVER) ||
        compareText(one.quote.company_name, other.quote.company_name) ||
        compareText(one.quote.id, other.quote.id),
    )
    .map(({ quote, ...costs }) => ({
      id: quote.id,
      ...costs,
      left_out: leftOut(quote, service.scope),
      mark: marks.get(quote.id) ?? null,
    }))
}

/**
 * The open quotes that are compared, by their ids, with their marks: prices that hold, are for the present request, and can be accepted and visited in the first year.
 * Product 2.5
 */
export function markQuotes(
  service: ComparedService,
  quotes: readonly MarkedOffer[],
  today: CalendarDate,
): Map<string, ComparedQuote['mark']> {
  const standing = quotes
    .filter((quote) => quote.status === 'pending' && !quote.for_earlier_request && !isExpired(quote, today))
    .map((quote) => ({ quote, ...costsOf(service, quote, today, askedOptions(quote)) }))
    .filter(({ quote, first_year }) => first_year !== null && canBegin(service, quote, today))
  const lowestOf = (complete: boolean) => {
    const alike = standing.filter(
      ({ quote, visits_left_out }) => (isComplete(quote) && visits_left_out === 0) === complete,
    )
    const lowest = Math.min(...alike.map(({ first_year }) => first_year ?? NEVER))
    return alike.filter(({ first_year }) => first_year === lowest)
  }
  return new Map<string, ComparedQuote['mark']>([
    ...standing.map(({ quote }) => [quote.id, null] as const),
    ...lowestOf(true).map(({ quote }) => [quote.id, 'lowest'] as const),
    ...lowestOf(false).map(({ quote }) => [quote.id, 'incomplete'] as const),
  ])
}

/** Whether its vendor has what it needs for the first visit, so that it can be accepted. */
const canBegin = (service: ComparedService, quote: MarkedOffer, today: CalendarDate) =>
  missingAtFirst(service, quote, today).missing.length === 0

const NEVER = Number.POSITIVE_INFINITY
/** Costs don't depend on the hour. */
const MIDNIGHT = '00:00:00'

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function costsOf(
  service: ComparedService,
  quote: MarkedOffer,
  today: CalendarDate,
  chosen: readonly string[],
) {
  const now = { date: today, time: MIDNIGHT }
  const preview = nullIfRejected(() => previewAcceptance(service, quote, service, now, chosen))
  if (!preview || preview.within_a_year === 0) {
    const visit = quote.per_visit_price + chosenPrices(quote, chosen).extra_price
    return { visit, year: null, first_year: null, month: null, unit: null, visits_left_out: 0 }
  }
  const { each, once, within_a_year: first_year, left_out_in_year: visits_left_out } = preview
  const year = first_year - once
  return {
    visit: each,
    year,
    first_year,
    visits_left_out,
    month: shareOf(year, monthsOf(service)),
    unit: service.number_of_units ? shareOf(year, service.number_of_units) : null,
  }
}

/** One of so many equal parts, half a cent rounded up. */
const shareOf = (cents: number, parts: number) => Math.floor((2 * cents + parts) / (2 * parts))

/** How many calendar months the first year has, from its first visit to its last day: at most twelve. */
function monthsOf({
  preferred_start_date: start,
  preferred_end_date: end,
  until_ended,
  service_type,
}: ComparedService): number {
  if (service_type === 'on-demand') return 1
  if (until_ended || end === null) return until_ended ? 12 : 1
  if (end >= addYears(start, 1)) return 12
  const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return Math.min(12, monthOf(end) - monthOf(start) + 1)
}

/** 'Lowest' for a quote that leaves nothing out; the lowest of the others says what it leaves out. Product 2.5 */
export function markText(mark: NonNullable<ComparedQuote['mark']>, leftOut: readonly string[]): string {
  if (mark === 'lowest') return 'Lowest'
  return leftOut.length > 0 ? `Lowest without ${leftOut.join(', ')}` : 'Lowest without some visits'
}
