import { z } from 'zod'
import {
  addDays,
  addWeeks,
  addYears,
  type CalendarDate,
  formatLongDate,
  isCalendarDate,
} from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { parsePrice } from '../money.ts'
import { PerVisitPrice } from '../quotes/per-visit-price.ts'
import { calendarDate, id, optionalLongText, wholeNumber } from '../text.ts'
import type { Booking } from '../visits/availability.ts'
import type { Side } from '../visits/change.ts'
import { visitDates } from '../visits/visits.ts'
import { isRenewable, RENEWAL_NOTICES } from './agreement.ts'

/** Until when an agreement goes on, and at which price (cents) for a visit. */
export type RenewalTerms = { until_date: CalendarDate; price: number }
/** An offer that waits for the other side. */
export type OpenRenewal = RenewalTerms & { id: string; offered_by: Side; note: string | null }

const offered = { until_date: calendarDate('Goes on until'), price: PerVisitPrice }

/** An offer for an agreement as the screen showed it: its end, and the open offer that this one answers or replaces. */
export const OfferRenewal = z.strictObject({
  id,
  ends_on: calendarDate('End'),
  instead_of: id.nullable(),
  ...offered,
  note: optionalLongText('Note', LIMITS.reason),
})
/** An answer to an offer as it was shown. */
export const AnswerRenewal = z.strictObject({ id, ...offered })
/** An agreement to it, and how many visits the screen said that it books. */
export const AgreeRenewal = AnswerRenewal.extend({ visits: wholeNumber('Visits', 0, 1000).optional() })

const CHANGED = 'the offer has just been made, changed or answered by somebody else. Please look at it'

/**
 * What an offer does on the city's `today`: it waits for the other side, or agrees at once with what that offers already, if neither has
 * a note that the other one has not read; 'same' is the one that this side has made already, as before a lost response. Throws
 * DomainError 'conflict' when the agreement can't be renewed, or another offer is open than was shown, 'invalid_input' for a day that is
 * not after its end or more than a year later. Product 2.9
 */
export function offerRenewal(
  { ends_on, open }: { ends_on: CalendarDate | null; open: OpenRenewal | null },
  offer: Pick<z.infer<typeof OfferRenewal>, 'ends_on' | 'instead_of' | 'note'> & RenewalTerms,
  { by, today }: { by: Side; today: CalendarDate },
): 'agreed' | 'waits' | 'same' {
  requireRenewable(ends_on, today)
  if (open?.offered_by === by && isSameRenewal(open, offer) && open.note === offer.note) return 'same'
  const isPlain = open?.note === null && offer.note === null
  if (open && open.offered_by !== by && isSameRenewal(open, offer) && isPlain) return 'agreed'
  if (offer.ends_on !== ends_on || (open?.id ?? null) !== offer.instead_of)
    throw new DomainError('conflict', CHANGED)
  requireUntil(offer.until_date, ends_on)
  return 'waits'
}

/** Throws DomainError 'conflict' unless this offer of the other side is open, as it was shown, for an agreement that can be renewed. Product 2.9 */
export function requireAnswerable(
  { ends_on, open }: { ends_on: CalendarDate | null; open: OpenRenewal | null },
  shown: z.infer<typeof AnswerRenewal>,
  { by, today }: { by: Side; today: CalendarDate },
): void {
  if (!open || open.id !== shown.id || !isSameRenewal(open, shown)) throw new DomainError('conflict', CHANGED)
  if (open.offered_by === by) throw new DomainError('not_allowed')
  requireRenewable(ends_on, today)
}

type EndedRenewal = RenewalTerms & {
  id: string
  offered_by: Side
  from_date: CalendarDate
  answer: string | null
}

/** The other side's offer that this one has agreed to already, as before a lost response. Product 2.9 */
export const agreedAlready = <Renewal extends EndedRenewal>(
  renewals: readonly Renewal[],
  offer: RenewalTerms & { ends_on: CalendarDate },
  by: Side,
): Renewal | undefined =>
  renewals.find(
    (renewal) =>
      renewal.answer === 'agreed' &&
      renewal.offered_by !== by &&
      renewal.from_date === renewedFrom(offer.ends_on) &&
      isSameRenewal(renewal, offer),
  )

/** Whether this side has refused the other's offer, or taken back its own, already. Product 2.9 */
export const isEnded = (
  renewals: readonly EndedRenewal[],
  id: string,
  { answer, by }: { answer: 'refused' | 'withdrawn'; by: Side },
): boolean =>
  renewals.some(
    (renewal) =>
      renewal.id === id &&
      renewal.answer === answer &&
      (renewal.offered_by === by) === (answer === 'withdrawn'),
  )

/** Throws DomainError 'conflict' once vendors were asked again for what follows the agreement. Product 2.9 */
export function requireNotFollowed({ asked_again }: { asked_again: boolean }): void {
  if (asked_again)
    throw new DomainError('conflict', 'vendors were asked again for the time after this agreement')
}

function requireRenewable(
  ends_on: CalendarDate | null,
  today: CalendarDate,
): asserts ends_on is CalendarDate {
  if (!isRenewable(ends_on, today))
    throw new DomainError(
      'conflict',
      `only an agreement that ends within ${RENEWAL_NOTICES[0]} days can be renewed`,
    )
}

const isSameRenewal = (one: RenewalTerms, other: RenewalTerms) =>
  one.until_date === other.until_date && one.price === other.price

/** The last day that a renewal of an agreement that ends on this day may have. */
export const latestRenewal = (ends_on: CalendarDate) => addYears(ends_on, 1)

/** Throws DomainError 'invalid_input' for a day on or before the end, or more than a year after it. */
export function requireUntil(until_date: CalendarDate, ends_on: CalendarDate): void {
  if (until_date <= ends_on)
    throw new DomainError('invalid_input', `Choose a day after ${formatLongDate(ends_on)}`, 'until_date')
  if (until_date > latestRenewal(ends_on))
    throw new DomainError('invalid_input', 'An agreement is renewed for a year at most', 'until_date')
}

type Renewed = {
  required_every_weeks: number
  booked: CalendarDate
  ends_on: CalendarDate
  until_date: CalendarDate
}

/** The days by the schedule of the visits that a renewal books: in the step of those before, after the day that is `booked` last. Product 2.9 */
export const renewedDays = ({ required_every_weeks, booked, ends_on, until_date }: Renewed): CalendarDate[] =>
  visitDates({
    service_type: 'recurring',
    required_every_weeks,
    preferred_start_date: addWeeks(booked, required_every_weeks),
    preferred_end_date: until_date,
  }).filter((day) => day > ends_on)

/** Throws DomainError 'conflict' when a renewal would book another number of visits than was shown. Product 2.9 */
export function requireShownVisits(visits: number, shown: number | undefined): void {
  if (shown !== undefined && shown !== visits) throw new DomainError('conflict', CHANGED)
}

/** Throws DomainError 'invalid_input' when a renewal has no day, 'conflict' when building and vendor have none in common for its visits. Product 2.9 */
export function requireBookable(bookings: readonly Booking[]): void {
  if (bookings.length === 0)
    throw new DomainError('invalid_input', 'No visit falls before that day. Choose a later one', 'until_date')
  if (bookings.every(({ shift_days }) => shift_days === null))
    throw new DomainError('conflict', 'the building and the vendor have no day of the week in common')
}

/** The first day of what a renewal adds. */
export const renewedFrom = (ends_on: CalendarDate) => addDays(ends_on, 1)

/** The form of an offer as typed, for an agreement that ends on this day. */
export function renewalForm(ends_on: CalendarDate) {
  return formSchema(
    z.object({
      until_date: calendarDate('Goes on until'),
      price: z.string().transform(parsePrice).pipe(PerVisitPrice),
      note: optionalLongText('Note', LIMITS.reason),
    }),
    allowedBy(({ until_date }: { until_date: string }) => {
      if (isCalendarDate(until_date)) requireUntil(until_date, ends_on)
    }),
  )
}

/** Messages about renewals. */
export const RENEWAL_MESSAGES = {
  loadFailed: (reason: string) => `The agreement could not be loaded. ${reason}`,
  offered: (other: string) => `Offer sent. ${other} gets an email.`,
  agreed: (visits: number) => `Renewed: ${visits === 1 ? '1 visit is' : `${visits} visits are`} booked.`,
  refused: (other: string) => `Refused. ${other} gets an email.`,
  withdrawn: 'Your offer is taken back.',
  failed: (reason: string) => `It could not be sent: ${reason}`,
} as const
