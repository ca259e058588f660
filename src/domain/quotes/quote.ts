import type { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { type Requirement, requireCompliance } from '../compliance/requirement.ts'
import { DomainError } from '../errors.ts'
import { formatMoney, isPrice } from '../money.ts'
import { isOpen, type ServiceStatus } from '../services/status.ts'
import { may, type Viewer } from '../viewer.ts'
import {
  ANY_TIME,
  type Availability,
  arrivalOf,
  type Booking,
  bookingsOn,
  type Closures,
} from '../visits/availability.ts'
import { bookedSchedule, visitDates, type WantedSchedule } from '../visits/visits.ts'
import { QUOTE_MESSAGES } from './messages.ts'
import {
  type AcceptQuote,
  FIRST_VISITS,
  type ShownBooking,
  type ShownRequest,
  shownRequest,
} from './quote-input.ts'
import { chosenPrices, isExpired, isSameTerms, NO_TERMS, type QuoteTerms } from './terms.ts'

type QuoteStatus = 'pending' | 'accepted' | 'declined'
type VendorStatus = 'not_quoted' | 'quoted'

/** The building's decision, and whether the vendor has named a price. */
type Statuses = { status: QuoteStatus; vendor_status: VendorStatus | null }
type Priced = Statuses & { per_visit_price: number | null }

/** A quote's state for its vendor. */
export const QUOTE_STATES = ['needs_quote', 'submitted', 'accepted', 'lost'] as const
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
  return {
    vendor_status: 'quoted',
    per_visit_price: requirePrice(cents),
    for_earlier_request: false,
  } as const
}

/**
 * The same for a submitted quote: its price (cents) changed, or confirmed for a changed request. Throws as submitPrice
 * does. [4.state.5]
 */
export function editPrice(quote: Statuses, cents: number) {
  requireState(quote, 'submitted', 'this quote has no price yet')
  return { per_visit_price: requirePrice(cents), for_earlier_request: false }
}

/**
 * What changes in an open quote when its vendor declines the request or withdraws the price. Throws DomainError 'quote_not_open' for a
 * decided one. Product 2.4
 */
export function giveUpQuote(quote: Statuses, reason: string) {
  if (!canPrice(quoteState(quote)))
    throw new DomainError('quote_not_open', 'this quote can no longer be withdrawn')
  return { ...DECLINED, for_earlier_request: false, given_up_reason: reason }
}

/** What changes in an open quote when another one is chosen, or the building asks again. [4.quote.2] */
export const DECLINED = { status: 'declined', vendor_status: 'quoted' } as const

/** Throws DomainError 'conflict' if the request is another one now than was shown. */
export function requireShownRequest<Shown extends object>(request: Shown, shown: Shown | undefined): void {
  if (!shown) return
  for (const name of Object.keys(shown) as (keyof Shown)[])
    if (request[name] !== shown[name])
      throw new DomainError('conflict', 'the request changed meanwhile; please look at it again')
}

const START_PASSED = 'the start date of this request has passed. Please edit its dates first'
const FOR_EARLIER_REQUEST =
  'the request changed after this price was sent. Its vendor has to confirm it, or change it, first'

const LACKS = 'its vendor lacks'

const NO_LONGER_HOLDS = 'this price no longer holds. Its vendor has to renew it first'

/** The files beside a price: these very ones were shown. */
export type NamedFiles = readonly { id: string }[]

type Offered = Priced &
  Availability &
  QuoteTerms & {
    vendor_id: string
    for_earlier_request: boolean
    requirements: Requirement[] | null
    files: NamedFiles
  }
type Asked = WantedSchedule & { status: ServiceStatus }

/**
 * Whether the viewer can accept this quote, at the price that it has now: it is for the present request, whose start has
 * not passed, and still holds. [4.quote.12] [6.tenant.3] [2.received.3] Product 2.4
 */
export function canAccept(
  viewer: Viewer | null,
  service: Asked & { building_id: string },
  quote: Priced & Pick<QuoteTerms, 'valid_until'> & { for_earlier_request: boolean },
  today: CalendarDate,
): boolean {
  if (viewer?.kind !== 'resident' || viewer.building_id !== service.building_id) return false
  if (!may(viewer, 'accept_quotes')) return false
  if (quote.for_earlier_request || isExpired(quote, today)) return false
  return isOpenQuote(service, quote) && service.preferred_start_date >= today
}

/** Whether the building still decides about this price. */
export function isOpenQuote(service: { status: ServiceStatus }, quote: Priced): boolean {
  return isOpen(service.status) && quoteState(quote) === 'submitted' && quote.per_visit_price !== null
}

/** The bookings of an acceptance on the city's `today`, and when on those days the vendor arrives. */
export function bookingsOf(
  service: WantedSchedule,
  quote: Availability,
  building: Closures,
  today: CalendarDate,
) {
  const bookings = bookingsOn(visitDates(bookedSchedule(service, today)), quote, building)
  if (bookings.every(({ shift_days }) => shift_days === null)) {
    throw new DomainError('conflict', 'the building and the vendor have no day of the week in common')
  }
  return { bookings, ...arrivalOf(quote, building) }
}

/**
 * What an acceptance changes: the service, the quote, the other quotes of its round, and the visits to book.
 * Nothing when this very quote was accepted before.
 */
export type Acceptance =
  | { already: true }
  | {
      already: false
      service: { status: 'Accepted'; assigned_vendor: string }
      /** With the options that were chosen, and what they come to in cents. */
      quote: { status: 'accepted'; chosen: string[]; extra_price: number; once_price: number }
      others: typeof DECLINED
      /** Those without a day that suits both are booked as cancelled, so that they are seen. */
      bookings: Booking[]
      time: string
      window_minutes: number | null
    }

type ShownOffer = Omit<
  z.infer<typeof AcceptQuote>,
  'id' | 'chosen' | 'reason' | 'interest' | 'record_reason'
> & {
  chosen?: string[]
}

/**
 * Accepts at the price (cents), for the terms and the request shown, on the city's `today`. Throws DomainError
 * 'service_already_accepted', 'quote_price_changed', 'quote_not_open', 'quote_not_submitted', 'conflict' (the start has passed,
 * the price is for an earlier request or no longer holds, its days, hours, terms or files or the request are others than
 * were shown, or don't suit the building, or its vendor lacks a document on the first visit's day), what chosenPrices throws, and what
 * visitDates throws. [4.quote.6] [4.quote.9] [4.quote.10] [V2.3.1] Product 1.2, 2.4, 2.6
 */
export function accept(
  service: Asked & Closures & Parameters<typeof shownRequest>[0],
  quote: Offered,
  shown: ShownOffer,
  today: CalendarDate,
): Acceptance {
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
  if (service.preferred_start_date < today) throw new DomainError('conflict', START_PASSED)
  if (quote.for_earlier_request) throw new DomainError('conflict', FOR_EARLIER_REQUEST)
  requireShownRequest<Partial<ShownRequest>>(shownRequest(service), shown.asked)
  if (quote.per_visit_price !== shown.per_visit_price) {
    const price = formatMoney(quote.per_visit_price)
    throw new DomainError(
      'quote_price_changed',
      `the vendor changed the price to ${price} a visit; please look at it again`,
    )
  }
  if (!isSameAvailability(quote, shown.availability ?? ANY_TIME)) {
    throw new DomainError('conflict', 'the vendor changed its days or hours; please look at them again')
  }
  if (!isSameTerms(quote, shown.terms ?? NO_TERMS)) {
    throw new DomainError('conflict', 'the vendor changed what its quote includes; please look at it again')
  }
  if (!isSameFiles(quote.files, shown.files ?? [])) {
    throw new DomainError('conflict', 'the vendor changed the files of its quote; please look at it again')
  }
  if (isExpired(quote, today)) throw new DomainError('conflict', NO_LONGER_HOLDS)
  const chosen = shown.chosen ?? []
  const booked = bookingsOf(service, quote, service, today)
  const prices = chosenPrices(quote, chosen)
  const books = shownBooking(service, booked.bookings, { ...prices, per_visit_price: quote.per_visit_price })
  if (shown.books && !isSameBooking(shown.books, books)) throw new DomainError('conflict', OTHER_BOOKING)
  const day = firstVisit(booked.bookings) ?? service.preferred_start_date
  requireCompliance(quote.requirements, { day, today, who: LACKS })
  return {
    already: false,
    service: { status: 'Accepted', assigned_vendor: quote.vendor_id },
    quote: { status: 'accepted', chosen, ...prices },
    others: DECLINED,
    ...booked,
  }
}

const OTHER_BOOKING =
  'it would book other visits than were shown, as the building or the request changed. Please look at it again'

type Costs = { per_visit_price: number; extra_price: number; once_price: number }

/** What so many visits cost with what is paid once, in cents. */
export const visitsCost = (visits: number, { per_visit_price, extra_price, once_price }: Costs) =>
  visits === 0 ? 0 : once_price + (per_visit_price + extra_price) * visits

/** What an acceptance books, as a screen shows it first. */
export function shownBooking(
  { until_ended }: Pick<WantedSchedule, 'until_ended'>,
  bookings: readonly Booking[],
  costs: Costs,
): ShownBooking {
  const held = bookings.filter(({ shift_days }) => shift_days !== null)
  return {
    visits: held.length,
    first: held.slice(0, FIRST_VISITS).map(({ scheduled_date }) => scheduled_date),
    total: until_ended ? null : visitsCost(held.length, costs),
  }
}

const isSameBooking = (one: ShownBooking, other: ShownBooking) =>
  one.visits === other.visits && one.total === other.total && one.first.join() === other.first.join()

/** The day of the first visit that is not left out. */
export const firstVisit = (bookings: readonly Booking[]): CalendarDate | undefined =>
  bookings.find(({ shift_days }) => shift_days !== null)?.scheduled_date

/** Whether a vendor comes on the same days and hours. */
export function isSameAvailability(one: Availability, other: Availability): boolean {
  return (
    one.weekdays.join() === other.weekdays.join() &&
    one.arrives_from === other.arrives_from &&
    one.arrives_until === other.arrives_until
  )
}

/** Whether a quote has the files of these ids, and no other, in any order. */
export function isSameFiles(files: NamedFiles, ids: readonly string[]): boolean {
  const own = new Set(files.map(({ id }) => id))
  return own.size === ids.length && ids.every((id) => own.has(id))
}

function requireState(quote: Statuses, wanted: QuoteState, otherwise: string): void {
  const state = quoteState(quote)
  if (state === wanted) return
  throw new DomainError('quote_not_open', canPrice(state) ? otherwise : 'this quote can no longer be changed')
}

function requirePrice(cents: number): number {
  if (isPrice(cents)) return cents
  throw new DomainError('invalid_input', QUOTE_MESSAGES.invalidPrice, 'per_visit_price')
}
