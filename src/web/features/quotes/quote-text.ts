import type { inferOutput } from '@trpc/tanstack-react-query'
import { type CalendarDate, formatMonthDay, formatShortDate } from '../../../domain/calendar.ts'
import { formatMoney } from '../../../domain/money.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import type { QuoteState } from '../../../domain/quotes/quote.ts'
import { everyWeeks, frequencyLabel } from '../../../domain/services/frequency.ts'
import { NOT_DECIDED } from '../../../domain/services/not-decided.ts'
import type { trpc } from '../../api.ts'
import type { Tone } from '../../ui/tone.ts'

/** A quote as its vendor sees it, with the job and the building. */
export type VendorQuote = inferOutput<typeof trpc.quotes.get>
/** The same as the list shows it. */
export type ListedQuote = inferOutput<typeof trpc.quotes.list>[number]

const stateLabels: Record<QuoteState, { label: string; tone: Tone }> = {
  needs_quote: { label: 'Needs quote', tone: 'amber' },
  submitted: { label: 'Submitted', tone: 'neutral' },
  accepted: { label: 'Accepted', tone: 'green' },
  lost: { label: 'Lost', tone: 'red' },
}

/** A quote's state; its request may have been withdrawn, and a submitted price may be for an earlier one. */
export function badgeOf({ state, for_earlier_request, withdrawn, ...quote }: ListedQuote): {
  label: string
  tone: Tone
} {
  if (quote.given_up_reason !== null)
    return { label: quote.per_visit_price === null ? 'Declined' : 'Withdrawn', tone: 'neutral' }
  if (withdrawn)
    return { label: quote.closed_reason === NOT_DECIDED ? 'Closed' : 'Withdrawn', tone: 'neutral' }
  return for_earlier_request && state === 'submitted'
    ? { label: QUOTE_MESSAGES.forEarlierRequest, tone: 'amber' }
    : stateLabels[state]
}

export function isOneTime(quote: Pick<ListedQuote, 'service_type'>): boolean {
  return quote.service_type === 'on-demand'
}

/**
 * When the work is wanted, in one line: 'Every 4 weeks (monthly) · from Dec 1', 'One-time · Dec 4'; once accepted, when the vendor
 * comes next: 'Every week · next on Dec 8'.
 */
export function scheduleLine(quote: Scheduled, today: CalendarDate): string {
  const often = cadence(quote)
  const accepted = quote.state === 'accepted'
  const date = accepted ? quote.visit_date : quote.preferred_start_date
  if (!date) return accepted ? `${often} · no visits to come` : often
  const day = formatMonthDay(date, today)
  if (isOneTime(quote)) return `${often} · ${day}`
  return `${often} · ${accepted ? 'next on' : 'from'} ${day}`
}

type Scheduled = Often & Pick<ListedQuote, 'state' | 'visit_date' | 'preferred_start_date'>
type Often = Pick<ListedQuote, 'service_type' | 'required_every_weeks'>

function cadence(quote: Often): string {
  return frequency(quote) ?? 'From an earlier request' // from before each round kept its words
}

/** 'Every 4 weeks (monthly)': what is booked, and what the building chose. */
export function frequency(quote: Often): string | null {
  if (isOneTime(quote)) return 'One-time'
  const weeks = quote.required_every_weeks
  if (weeks === null) return null
  const [exact, label] = [everyWeeks(weeks), frequencyLabel(weeks)]
  return weeks === 1 || label === exact ? exact : `${exact} (${label.toLowerCase()})`
}

/** '1431 Minor Ave, Seattle, WA' */
export function addressWithoutZip(quote: Pick<ListedQuote, 'address' | 'city' | 'building_state'>): string {
  return `${quote.address}, ${quote.city}, ${quote.building_state}`
}

/** 'Quotes by Fri, Nov 27'; once that has passed, that a price is still taken. Product 2.2 */
export function quotesBy(day: CalendarDate, today: CalendarDate): string {
  return day >= today
    ? `Quotes by ${formatShortDate(day, today)}`
    : `Quotes were asked by ${formatShortDate(day, today)}; the building may still take yours`
}

/** What a visit costs now, in cents: as it was renewed, or with the extras that the building chose. Null before the first price. */
export function presentPrice(
  quote: Pick<ListedQuote, 'per_visit_price' | 'extra_price' | 'renewed_price'>,
): number | null {
  if (quote.per_visit_price === null) return null
  return quote.renewed_price ?? quote.per_visit_price + quote.extra_price
}

export function perVisit(cents: number): string {
  return `${formatMoney(cents)} per visit`
}
