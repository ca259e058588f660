import { z } from 'zod'
import { type Schedule, visitDates } from '../appointments/visits.ts'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { formatMoney, isPrice } from '../money.ts'
import type { ServiceStatus } from '../services/status.ts'

export type QuoteStatus = 'pending' | 'accepted' | 'declined'
export type VendorStatus = 'not_quoted' | 'quoted'

type Standing = { status: QuoteStatus; vendor_status: VendorStatus | null }
type Priced = Standing & { per_visit_price: number | null }

/** The words for a price that is none. Sections 5 and 8. */
export const INVALID_PRICE = 'Please enter a valid per-visit price'

/** A price per visit on the wire: integer cents, more than 0, at most 1,000,000 dollars. Section 5. */
export const PerVisitPrice = z.number({ error: INVALID_PRICE }).refine(isPrice, INVALID_PRICE)

/** What a quote is to its vendor. Section 4. */
export const QUOTE_STATES = ['needs_quote', 'submitted', 'accepted', 'lost'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** The Vendor Quotes screen's tabs, in order. Section 2, screen 14. */
export const QUOTE_TABS = [
  { tab: 'all', label: 'All Jobs' },
  { tab: 'needs_quote', label: 'Needs Quote' },
  { tab: 'submitted', label: 'Submitted' },
  { tab: 'accepted', label: 'Accepted' },
  { tab: 'lost', label: 'Lost' },
] as const
export type QuoteTab = (typeof QUOTE_TABS)[number]['tab']

/** How many quotes one page of a tab holds. */
export const QUOTES_PER_PAGE = 24

/** A decided quote is accepted or lost whatever its vendor did; a pending one is submitted once priced. Section 4. */
export function quoteState({ status, vendor_status }: Standing): QuoteState {
  if (status === 'accepted') return 'accepted'
  if (status === 'declined') return 'lost'
  return vendor_status === 'quoted' ? 'submitted' : 'needs_quote'
}

/** True while the vendor may enter or edit the price; accepted and lost are read-only. Section 4. */
export function canPrice(state: QuoteState): boolean {
  return state === 'needs_quote' || state === 'submitted'
}

/**
 * The vendor's first price (cents): what changes in the quote. Throws DomainError 'quote_not_open' unless it
 * still needs one, 'invalid_input' for a price that is none. Section 4.
 */
export function submitPrice(quote: Standing, cents: number) {
  requireState(quote, 'needs_quote', 'this quote was already submitted')
  return { vendor_status: 'quoted', per_visit_price: requirePrice(cents) } as const
}

/** The vendor's changed price (cents). Throws as submitPrice does; the quote must be submitted and open. Section 4. */
export function editPrice(quote: Standing, cents: number) {
  requireState(quote, 'submitted', 'this quote has no price yet')
  return { per_visit_price: requirePrice(cents) }
}

/** An acceptance's outcome: the visits to book, or nothing to do because this very quote was accepted before. */
export type Acceptance = { already: true } | { already: false; appointments: CalendarDate[] }

/**
 * A resident accepts a quote at the price shown (cents). Throws DomainError 'service_already_accepted' when
 * another quote won, 'quote_price_changed' when the vendor changed the price meanwhile, 'quote_not_open' for a
 * declined quote, 'quote_not_submitted' for one without a price, and what visitDates throws. Section 4 with the product decisions.
 */
export function accept(
  service: Schedule & { status: ServiceStatus },
  quote: Priced,
  shownPrice: number,
): Acceptance {
  if (quote.status === 'accepted') return { already: true }
  if (service.status === 'Accepted') {
    throw new DomainError('service_already_accepted', 'this service already has an accepted quote')
  }
  if (service.status === 'None' || quote.status === 'declined') {
    throw new DomainError('quote_not_open', 'this quote is no longer open')
  }
  if (quote.vendor_status !== 'quoted' || quote.per_visit_price === null) {
    throw new DomainError('quote_not_submitted')
  }
  if (quote.per_visit_price !== shownPrice) {
    const price = formatMoney(quote.per_visit_price)
    throw new DomainError(
      'quote_price_changed',
      `the vendor changed the price to ${price} a visit; please look at it again`,
    )
  }
  return { already: false, appointments: visitDates(service) }
}

function requireState(quote: Standing, wanted: QuoteState, otherwise: string): void {
  const state = quoteState(quote)
  if (state === wanted) return
  throw new DomainError('quote_not_open', canPrice(state) ? otherwise : 'this quote can no longer be changed')
}

function requirePrice(cents: number): number {
  if (isPrice(cents)) return cents
  throw new DomainError('invalid_input', INVALID_PRICE, 'per_visit_price')
}
