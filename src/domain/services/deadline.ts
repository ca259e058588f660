import { z } from 'zod'
import { addDays, type CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, ids } from '../text.ts'
import { checkChangeable, type ServiceStatus } from './status.ts'

/** Until when vendors are asked to quote, and the building wants to decide. Null in requests of before. */
export type Deadlines = { quotes_by: CalendarDate | null; decide_by: CalendarDate | null }
type Dated = { quotes_by: CalendarDate; decide_by: CalendarDate }

const QUOTE_DAYS = 7
const DECIDE_DAYS = 14
const LONGEST_DAYS = 180
/** A request that nobody decided closes so many days after 'Decide by'. */
const GRACE_DAYS = 7

/** The deadlines of a request that names none: a week to quote, two to decide, but not after the service starts. Product 2.2 */
export function defaultDeadlines(today: CalendarDate, start: CalendarDate): Dated {
  const notAfterStart = (day: CalendarDate) => (start >= today && start < day ? start : day)
  return {
    quotes_by: notAfterStart(addDays(today, QUOTE_DAYS)),
    decide_by: notAfterStart(addDays(today, DECIDE_DAYS)),
  }
}

const refuse = (message: string, field: keyof Dated) => new DomainError('invalid_input', message, field)

/**
 * The deadlines against the city's `today`: neither is past, the decision comes last, within 180 days. Throws DomainError
 * 'invalid_input' with the field. Product 2.2
 */
export function checkDeadlines({ quotes_by, decide_by }: Dated, today: CalendarDate): void {
  if (quotes_by < today) throw refuse('Quotes by must be today or later', 'quotes_by')
  checkDecision({ quotes_by, decide_by }, today)
}

function checkDecision({ quotes_by, decide_by }: Dated, today: CalendarDate): void {
  if (decide_by < quotes_by) throw refuse('Decide by must be on or after Quotes by', 'decide_by')
  if (decide_by < today) throw refuse('Decide by must be today or later', 'decide_by')
  if (decide_by > addDays(today, LONGEST_DAYS))
    throw refuse(`Decide by must be within ${LONGEST_DAYS} days`, 'decide_by')
}

/** More time for an open request, on the wire. */
export const ExtendRequest = z.strictObject({
  id,
  quotes_by: calendarDate('Quotes by'),
  decide_by: calendarDate('Decide by'),
})

type Open = { status: ServiceStatus } & Deadlines

/**
 * What more time changes: the deadlines, which only become later. Throws DomainError 'conflict' unless the request is open,
 * 'invalid_input' with the field. Product 2.2
 */
export function extendRequest(service: Open, { quotes_by, decide_by }: Dated, today: CalendarDate): Dated {
  checkChangeable(service)
  checkLater(service, { quotes_by, decide_by }, today)
  return { quotes_by, decide_by }
}

/** A day that has passed may stay, while the other one becomes later. */
function checkLater(before: Deadlines, later: Dated, today: CalendarDate): void {
  if (later.quotes_by < (before.quotes_by ?? today))
    throw refuse('Quotes by can only become later', 'quotes_by')
  if (later.decide_by < (before.decide_by ?? today))
    throw refuse('Decide by can only become later', 'decide_by')
  if (later.quotes_by === before.quotes_by && later.decide_by === before.decide_by)
    throw refuse('Choose a later day', 'decide_by')
  checkDecision(later, today)
}

/** More time as typed, against the city's `today`. */
export function extendForm(before: Deadlines, today: CalendarDate) {
  const { quotes_by, decide_by } = ExtendRequest.shape
  const Typed = z.object({ quotes_by, decide_by })
  return formSchema(
    Typed,
    allowedBy((typed: Dated) => {
      if (Typed.safeParse(typed).success) checkLater(before, typed, today)
    }),
  )
}

/** Vendors that were left out, to be asked for an open request after all. */
export const AskMoreVendors = z.strictObject({
  id,
  vendor_ids: ids('Vendors to ask', LIMITS.excluded_vendors).min(1, 'Choose at least one vendor'),
})

/**
 * Who stays left out of a request once these vendors are asked. Throws DomainError 'conflict' unless the request is open,
 * 'invalid_input' for a vendor that was not left out, or is not `offering` the service. Product 2.2
 */
export function askMoreVendors(
  service: { status: ServiceStatus; excluded_vendors: readonly string[] },
  vendors: readonly string[],
  offering: readonly string[],
) {
  checkChangeable(service)
  if (!vendors.every((vendor) => service.excluded_vendors.includes(vendor)))
    throw new DomainError('invalid_input', 'Only vendors that were left out can be asked', 'vendor_ids')
  if (!vendors.every((vendor) => offering.includes(vendor)))
    throw new DomainError('invalid_input', 'Only vendors that offer this service can be asked', 'vendor_ids')
  return { excluded_vendors: service.excluded_vendors.filter((vendor) => !vendors.includes(vendor)) }
}

/** The last day of 'Decide by' whose requests close on the city's `today`. Product 2.2 */
export function closingDecideBy(today: CalendarDate): CalendarDate {
  return addDays(today, -GRACE_DAYS - 1)
}

/** The day on which a request closes by itself, or null. */
export function closesOn({ decide_by }: Deadlines): CalendarDate | null {
  return decide_by && addDays(decide_by, GRACE_DAYS + 1)
}
