import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { allowedBy } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { parsePrice } from '../money.ts'
import { type ScopeLine, scopeTexts } from '../services/scope.ts'
import { calendarDate, id, longText, optionalLongText, text, wholeNumber } from '../text.ts'
import { Availability, refuseHalfWindow, typedAvailability } from '../visits/availability.ts'
import { DECISION_REASONS } from './messages.ts'
import { PerVisitPrice } from './per-visit-price.ts'
import { MAX_QUOTE_FILES, QuoteTerms, requireTerms } from './terms.ts'
import { typedTerms } from './typed-terms.ts'

const QuoteFields = z
  .object({
    per_visit_price: z.string().transform(parsePrice).pipe(PerVisitPrice),
    ...typedAvailability,
    ...typedTerms,
  })
  .superRefine(refuseHalfWindow)

/** The price as typed, in dollars, when the vendor comes, and what is said beside it, for this scope on the city's `today`. */
export function quoteForm(scope: readonly ScopeLine[], today: CalendarDate) {
  return QuoteFields.superRefine((offer, context) => {
    for (const { field, message } of allowedBy(() => requireTerms(offer, scope, today))(offer))
      context.addIssue({ code: 'custom', message, path: field.split('.') })
  })
}

/** How many of the first visits a screen names before an acceptance. */
export const FIRST_VISITS = 5

/** A request as a screen showed it. `scope` is its lines as text. */
const ShownRequest = z.strictObject({
  required_every_weeks: wholeNumber('Service Frequency', 1, LIMITS.weeks).nullable(),
  preferred_start_date: calendarDate('Desired Start Date').nullable(),
  preferred_end_date: calendarDate('End Date').nullable(),
  until_ended: z.boolean(),
  description: longText('Service Description', LIMITS.description).nullable(),
  scope: z.string({ error: 'Scope must be text' }).max(LIMITS.scope, 'Scope is too long').optional(),
})
export type ShownRequest = z.infer<typeof ShownRequest>

/** A price with when the vendor comes and what it includes. */
const Offer = z.strictObject({
  id,
  per_visit_price: PerVisitPrice,
  availability: Availability.optional(),
  terms: QuoteTerms.optional(),
})

/** What a screen said that an acceptance books: how many visits, the days of the first ones, and the sum of all in cents, null without an end. */
const ShownBooking = z.strictObject({
  visits: wholeNumber('Visits', 0, 10_000),
  first: z.array(calendarDate('Visit')).max(FIRST_VISITS),
  total: wholeNumber('Total', 0, Number.MAX_SAFE_INTEGER).nullable(),
})
export type ShownBooking = z.infer<typeof ShownBooking>

/** A quote as it was shown with its dates, and the options of it that are chosen. An older page sends the price alone. */
export const AcceptQuote = Offer.extend({
  /** An older page sends the dates alone. */
  asked: ShownRequest.partial({ until_ended: true, description: true }).optional(),
  /** Its files. */
  files: z.array(id).max(MAX_QUOTE_FILES).optional(),
  books: ShownBooking.optional(),
  chosen: z
    .array(text('Extra', LIMITS.extra))
    .max(LIMITS.scope_questions + LIMITS.extras)
    .refine((keys) => new Set(keys).size === keys.length, 'An extra is named twice')
    .default([]),
  /** What the vendors that are not chosen read. */
  reason: z.enum(DECISION_REASONS).nullable().default(null),
  /** Whether who accepts has an interest in the vendor; null where the building has no rule for its spending. Product 4.3 */
  interest: z.boolean({ error: 'Interest must be yes or no' }).nullable().default(null),
  /** Why this quote, for the building alone. */
  record_reason: optionalLongText('Reason', LIMITS.reason).default(null),
})

/**
 * An offer for the request that was shown. Days, hours and terms that are not sent stay as they are; an older page sends no
 * request.
 */
export const PricedOffer = Offer.extend({ asked: ShownRequest.optional() })

/** A vendor's reason for giving up its quote, on the wire. */
export const GiveUpQuote = z.strictObject({ id, reason: longText('Reason', LIMITS.reason) })

/** What of a request is sent with an offer for it. */
export function shownRequest(request: Omit<ShownRequest, 'scope'> & { scope: readonly ScopeLine[] }) {
  const { required_every_weeks, preferred_start_date, preferred_end_date, until_ended, description } = request
  const scope = scopeTexts(request.scope).join('\n')
  return { required_every_weeks, preferred_start_date, preferred_end_date, until_ended, description, scope }
}
