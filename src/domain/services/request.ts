import { z } from 'zod'
import { type CalendarDate, formatLongDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { allowedBy, filledIn, formSchema } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, ids, longText, optionalLongText, wholeNumber } from '../text.ts'
import { bookedSchedule, visitDates, type WantedSchedule } from '../visits/visits.ts'
import { checkDeadlines, defaultDeadlines } from './deadline.ts'
import { ScopeAnswers, type ScopeQuestion, scopeLines, type TypedScope, toAnswers } from './scope.ts'
import { checkChangeable, isOver, type ServiceStatus, type Standing } from './status.ts'

/** The message for a missing description or start date. */
const REQUIRED_FIELDS = 'Please fill in all required fields' // [8.quotes.4]

// [5.request.2]
const RequestFields = z.strictObject({
  service_type_id: id,
  description: longText('Service Description', LIMITS.description),
  /** The answers to the scope form. An older page sends none: then those of an open request stay. */
  scope: ScopeAnswers.optional(),
  service_type: z.enum(['recurring', 'on-demand'], { error: 'Choose a recurring or a one-time service' }),
  required_every_weeks: wholeNumber('Service Frequency', 1, LIMITS.weeks).nullable().default(null),
  preferred_start_date: calendarDate('Desired Start Date'),
  preferred_end_date: calendarDate('End Date').nullable().default(null),
  /** It goes on until the building ends it. */
  until_ended: z.boolean({ error: 'Until ended must be yes or no' }).default(false),
  /** Until when vendors quote and the building decides. An older page sends none: then the defaults apply. */
  quotes_by: calendarDate('Quotes by').optional(),
  decide_by: calendarDate('Decide by').optional(),
  excluded_vendors: ids('Vendors not to ask', LIMITS.excluded_vendors).default([]),
  /** The service of this type that runs, after whose end this one begins. */
  follows: id.nullable().default(null),
})

/** Only recurring services have a frequency and an end date. [5.request.5] [5.request.6] */
function checkCadence(
  request: Pick<
    z.infer<typeof RequestFields>,
    'service_type' | 'required_every_weeks' | 'preferred_end_date' | 'until_ended'
  >,
  context: z.RefinementCtx,
) {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (request.service_type === 'recurring') {
    if (request.required_every_weeks === null) refuse('required_every_weeks', 'Service Frequency is required')
    if (request.until_ended && request.preferred_end_date !== null)
      refuse('until_ended', 'A service that goes on until you end it has no end date')
    return
  }
  if (request.required_every_weeks !== null)
    refuse('required_every_weeks', 'A one-time service has no frequency')
  if (request.preferred_end_date !== null) refuse('preferred_end_date', 'A one-time service has no end date')
  if (request.until_ended) refuse('until_ended', 'A one-time service ends after its visit')
}

/** A request for quotes on the wire. */
export const RequestQuotes = RequestFields.superRefine(checkCadence)

export type RequestQuotes = z.infer<typeof RequestQuotes>

/** An open request as its building wants it now. Who is asked stays, and until when. */
export const EditRequest = RequestFields.omit({
  service_type_id: true,
  quotes_by: true,
  decide_by: true,
  excluded_vendors: true,
  follows: true,
})
  .extend({ id })
  .superRefine(checkCadence)

/** The reason is told to the vendors; an older page sends none. */
export const WithdrawRequest = z.strictObject({
  id,
  reason: optionalLongText('Reason', LIMITS.reason),
})

/**
 * A request's dates against the city's `today`: the start not before today, the end not before the start, at
 * most 520 visits. Throws DomainError 'invalid_input' or 'too_many_visits', with the field.
 * [5.request.4] [V2.2.3] [V2.3.2] [2.services.14]
 */
export function checkRequest(request: WantedSchedule, today: CalendarDate): void {
  const { preferred_start_date: start, preferred_end_date: end } = request
  if (start < today) {
    throw new DomainError(
      'invalid_input',
      'Desired Start Date must be today or later',
      'preferred_start_date',
    )
  }
  if (end !== null && end < start) {
    throw new DomainError(
      'invalid_input',
      'End Date must be on or after the start date',
      'preferred_end_date',
    )
  }
  visitDates(bookedSchedule(request, today))
}

/** Throws DomainError 'invalid_input' for a start that is not after the last day of the agreement that runs. Product 2.9 */
export function requireStartAfter(start: CalendarDate, ends_on: CalendarDate): void {
  if (start > ends_on) return
  const message = `Desired Start Date must be after ${formatLongDate(ends_on)}, when the agreement ends`
  throw new DomainError('invalid_input', message, 'preferred_start_date')
}

/** The request form as typed: dates and the frequency are text, '' for none. */
export type TypedRequest = {
  description: string
  scope: TypedScope
  service_type: RequestQuotes['service_type']
  required_every_weeks: string
  preferred_start_date: string
  /** When a recurring service ends: `preferred_end_date` counts for 'date' only. */
  ends: 'date' | 'never' | 'first'
  preferred_end_date: string
  /** '' for the usual days. */
  quotes_by: string
  decide_by: string
  excluded_vendors: string[]
}

/** The request that was typed, without its scope; a one-time service has no frequency and no end. [9.frequency.9] */
export function toRequest(
  typed: Omit<TypedRequest, 'scope'>,
): Omit<RequestQuotes, 'service_type_id' | 'scope' | 'follows'> {
  const { description, service_type, preferred_start_date, preferred_end_date: end, excluded_vendors } = typed
  const recurring = service_type === 'recurring'
  return {
    description: description.trim(),
    service_type,
    required_every_weeks: recurring ? Number(typed.required_every_weeks) : null,
    preferred_start_date,
    preferred_end_date: recurring && typed.ends === 'date' && end !== '' ? end : null,
    until_ended: recurring && typed.ends === 'never',
    ...(typed.quotes_by !== '' && { quotes_by: typed.quotes_by }),
    ...(typed.decide_by !== '' && { decide_by: typed.decide_by }),
    excluded_vendors,
  }
}

const required = [
  filledIn(['description'], 'Describe what you need'),
  filledIn(['preferred_start_date'], 'Choose a start date'),
]
/** The errors of all required fields that are blank. */
const blankFields = (typed: RequiredFields) => required.flatMap((check) => check(typed))
type RequiredFields = Pick<TypedRequest, 'description' | 'preferred_start_date'>

/** The message for a form with a blank required field, or null. [5.request.1] */
export function checkRequestForm(typed: RequiredFields): string | null {
  return blankFields(typed).length > 0 ? REQUIRED_FIELDS : null
}

/**
 * The form as typed, against the city's `today`, of a request that begins after `after`, where that is not null: the required fields, then
 * the dates and the scope, then each field.
 */
export function requestForm(
  today: CalendarDate,
  questions: readonly ScopeQuestion[],
  after: CalendarDate | null = null,
) {
  return formSchema(
    z
      .custom<TypedRequest>()
      .transform((typed): unknown => toRequest(typed))
      .pipe(RequestFields.omit({ service_type_id: true }).superRefine(checkCadence)),
    blankFields,
    allowedBy((typed: TypedRequest) => checkRequest(toRequest(typed), today)),
    allowedBy(
      (typed: TypedRequest) => after !== null && requireStartAfter(typed.preferred_start_date, after),
    ),
    allowedBy((typed: TypedRequest) => {
      const usual = defaultDeadlines(today, typed.preferred_start_date)
      const [quotes_by, decide_by] = [typed.quotes_by || usual.quotes_by, typed.decide_by || usual.decide_by]
      checkDeadlines({ quotes_by, decide_by }, today)
    }),
    allowedBy((typed: TypedRequest) => scopeLines(questions, toAnswers(questions, typed.scope))),
  )
}

/** Only vendors that offer the service type can be excluded. Throws DomainError 'invalid_input'. */
export function checkExcluded(excluded: readonly string[], offering: readonly string[]): void {
  if (excluded.every((vendor) => offering.includes(vendor))) return
  throw new DomainError(
    'invalid_input',
    'Only vendors that offer this service can be left out',
    'excluded_vendors',
  )
}

/**
 * The status and the round of quotes that a request begins, from 1 on; `before` is the building's service of this type, if it has had
 * one. Throws DomainError 'service_already_requested' unless that is over. [4.service.7] [4.quote.11]
 */
export function requestRound(before: (Standing & { round: number }) | null) {
  if (before !== null && !isOver(before)) throw new DomainError('service_already_requested')
  return { status: 'Quote', round: (before?.round ?? 0) + 1 } as const
}

/** What a withdrawal changes in a service. Throws as checkChangeable does. */
export function withdrawRequest(service: { status: ServiceStatus }, reason: string | null) {
  checkChangeable(service)
  return { status: 'None', closed_reason: reason } as const
}
