import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { formatMoney, isPrice, parsePrice } from '../money.ts'
import { isOpen, type ServiceStatus } from '../services/status.ts'
import type { Viewer } from '../viewer.ts'
import { type Schedule, visitDates } from '../visits/visits.ts'

type QuoteStatus = 'pending' | 'accepted' | 'declined'
type VendorStatus = 'not_quoted' | 'quoted'

/** The building's decision, and whether the vendor has named a price. */
type Statuses = { status: QuoteStatus; vendor_status: VendorStatus | null }
type Priced = Statuses & { per_visit_price: number | null }

/** The message for an invalid price. */
const INVALID_PRICE = 'Please enter a valid per-visit price' // [8.quotes.3]

/** A price per visit on the wire: integer cents, more than 0, at most 1,000,000 dollars. */
export const PerVisitPrice = z.number({ error: INVALID_PRICE }).refine(isPrice, INVALID_PRICE)

/** The price as typed, in dollars. */
export const PriceForm = z.object({ per_visit_price: z.string().transform(parsePrice).pipe(PerVisitPrice) })

/** A quote's state for its vendor. */
const QUOTE_STATES = ['needs_quote', 'submitted', 'accepted', 'lost'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** The lists of a vendor's quotes: all of them, and those of each state. */
export const QUOTE_TABS = ['all', ...QUOTE_STATES] as const
export type QuoteTab = (typeof QUOTE_TABS)[number]

/**
 * The state of a quote for its vendor: accepted or lost once decided, else submitted once priced.
 * [4.state.1-4]
 */
export function quoteState({ status, vendor_status }: Statuses): QuoteState {
  if (status === 'accepted') return 'accepted'
  if (status === 'declined') return 'lost'
  return vendor_status === 'quoted' ? 'submitted' : 'needs_quote'
}

/**
 * Whether the vendor can enter or edit the price: accepted and lost quotes are read-only. [4.state.5]
 * [2.quotes.6]
 */
export function canPrice(state: QuoteState): boolean {
  return state === 'needs_quote' || state === 'submitted'
}

/**
 * What changes in a quote by its vendor's first price (cents). Throws DomainError 'quote_not_open' unless it still
 * needs one, 'invalid_input' for an invalid price.
 * [4.quote.5] [2.quotes.4]
 */
export function submitPrice(quote: Statuses, cents: number) {
  requireState(quote, 'needs_quote', 'this quote was already submitted')
  return { vendor_status: 'quoted', per_visit_price: requirePrice(cents) } as const
}

/** The same for a changed price (cents) of a submitted quote. Throws as submitPrice does. [4.state.5] */
export function editPrice(quote: Statuses, cents: number) {
  requireState(quote, 'submitted', 'this quote has no price yet')
  return { per_visit_price: requirePrice(cents) }
}

/** What changes in an open quote when another one is chosen, or the building asks again. [4.quote.2] */
export const DECLINED = { status: 'declined', vendor_status: 'quoted' } as const

type Offered = Priced & { vendor_id: string }
type Asked = Schedule & { status: ServiceStatus }

/** Whether the viewer can accept this quote, at the price that it has now. [4.quote.12] [6.tenant.3] [2.received.3] */
export function canAccept(
  viewer: Viewer | null,
  service: { status: ServiceStatus; building_id: string },
  quote: Priced,
): boolean {
  if (viewer?.kind !== 'resident' || viewer.building_id !== service.building_id) return false
  return isOpen(service.status) && quoteState(quote) === 'submitted' && quote.per_visit_price !== null
}

/**
 * What an acceptance changes: the service, the quote, the other quotes of its round, and the days to book visits on.
 * Nothing when this very quote was accepted before.
 */
export type Acceptance =
  | { already: true }
  | {
      already: false
      service: { status: 'Accepted'; assigned_vendor: string }
      quote: { status: 'accepted' }
      others: typeof DECLINED
      visits: CalendarDate[]
    }

/**
 * Accepts at the price shown (cents). Throws DomainError 'service_already_accepted', 'quote_price_changed',
 * 'quote_not_open', 'quote_not_submitted', and what visitDates throws. [4.quote.6] [4.quote.9] [4.quote.10] [V2.3.1]
 */
export function accept(service: Asked, quote: Offered, shownPrice: number): Acceptance {
  if (quote.status === 'accepted') return { already: true }
  if (service.status === 'Accepted') {
    throw new DomainError('service_already_accepted', 'this service already has an accepted quote')
  }
  if (!isOpen(service.status) || quote.status === 'declined') {
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
  return {
    already: false,
    service: { status: 'Accepted', assigned_vendor: quote.vendor_id },
    quote: { status: 'accepted' },
    others: DECLINED,
    visits: visitDates(service),
  }
}

function requireState(quote: Statuses, wanted: QuoteState, otherwise: string): void {
  const state = quoteState(quote)
  if (state === wanted) return
  throw new DomainError('quote_not_open', canPrice(state) ? otherwise : 'this quote can no longer be changed')
}

function requirePrice(cents: number): number {
  if (isPrice(cents)) return cents
  throw new DomainError('invalid_input', INVALID_PRICE, 'per_visit_price')
}
