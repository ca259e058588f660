import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { isPrice, parsePrice } from '../money.ts'
import { type ScopeLine, scopeTexts } from '../services/scope.ts'
import { calendarDate, id, longText, wholeNumber } from '../text.ts'
import { Availability, refuseHalfWindow, typedAvailability } from '../visits/availability.ts'
import { QUOTE_MESSAGES } from './messages.ts'

/** A price per visit on the wire: integer cents, more than 0, at most 1,000,000 dollars. */
export const PerVisitPrice = z
  .number({ error: QUOTE_MESSAGES.invalidPrice })
  .refine(isPrice, QUOTE_MESSAGES.invalidPrice)

/** The price as typed, in dollars, and when the vendor comes. */
export const QuoteForm = z
  .object({ per_visit_price: z.string().transform(parsePrice).pipe(PerVisitPrice), ...typedAvailability })
  .superRefine(refuseHalfWindow)

/** The dates of a request as a screen showed them. */
const ShownDates = z.strictObject({
  required_every_weeks: wholeNumber('Service Frequency', 1, LIMITS.weeks).nullable(),
  preferred_start_date: calendarDate('Desired Start Date').nullable(),
  preferred_end_date: calendarDate('End Date').nullable(),
})
export type ShownDates = z.infer<typeof ShownDates>

/** A request as its vendor's screen showed it. `scope` is its lines as text. */
const ShownRequest = ShownDates.extend({
  until_ended: z.boolean(),
  description: longText('Service Description', LIMITS.description).nullable(),
  scope: z.string({ error: 'Scope must be text' }).max(LIMITS.scope, 'Scope is too long').optional(),
})
export type ShownRequest = z.infer<typeof ShownRequest>

/** A quote as it is accepted, for the dates that were shown; an older page sends none. */
export const AcceptQuote = z.strictObject({
  id,
  per_visit_price: PerVisitPrice,
  availability: Availability.optional(),
  asked: ShownDates.optional(),
})

/**
 * A price with when the vendor comes, for the request that was shown. Without days and hours these stay as they are; an
 * older page sends no request.
 */
export const PricedOffer = AcceptQuote.extend({ asked: ShownRequest.optional() })

/** What of a request is sent with an offer for it. */
export function shownRequest(request: Omit<ShownRequest, 'scope'> & { scope: ScopeLine[] }) {
  const { required_every_weeks, preferred_start_date, preferred_end_date, until_ended, description } = request
  const scope = scopeTexts(request.scope).join('\n')
  return { required_every_weeks, preferred_start_date, preferred_end_date, until_ended, description, scope }
}
