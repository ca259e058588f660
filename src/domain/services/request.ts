import { z } from 'zod'
import type { CalendarDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { calendarDate, id, ids, text, wholeNumber } from '../text.ts'
import { type Schedule, visitDates } from '../visits/visits.ts'
import { isOver, type Standing } from './status.ts'

/** The message for a missing description or start date. */
const REQUIRED_FIELDS = 'Please fill in all required fields' // [8.quotes.4]

// [5.request.2]
const RequestFields = z.strictObject({
  service_type_id: id,
  description: text('Service Description', LIMITS.description),
  service_type: z.enum(['recurring', 'on-demand'], { error: 'Choose a recurring or a one-time service' }),
  required_every_weeks: wholeNumber('Service Frequency', 1, LIMITS.weeks).nullable().default(null),
  preferred_start_date: calendarDate('Desired Start Date'),
  preferred_end_date: calendarDate('End Date').nullable().default(null),
  excluded_vendors: ids('Vendors not to ask', LIMITS.excluded_vendors).default([]),
})

/**
 * A request for quotes on the wire. Only recurring services have a frequency and an end date.
 * [5.request.5] [5.request.6]
 */
export const RequestQuotes = RequestFields.superRefine((request, context) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (request.service_type === 'recurring') {
    if (request.required_every_weeks === null) refuse('required_every_weeks', 'Service Frequency is required')
    return
  }
  if (request.required_every_weeks !== null)
    refuse('required_every_weeks', 'A one-time service has no frequency')
  if (request.preferred_end_date !== null) refuse('preferred_end_date', 'A one-time service has no end date')
})

export type RequestQuotes = z.infer<typeof RequestQuotes>

/** Whether the form's required fields are filled in: the exact message to show, or null. [5.request.1] */
export function checkRequestForm(form: { description: string; preferred_start_date: string }): string | null {
  return form.description.trim() === '' || form.preferred_start_date.trim() === '' ? REQUIRED_FIELDS : null
}

/**
 * A request's dates against the city's `today`: the start not before today, the end not before the start, at
 * most 520 visits. Throws DomainError 'invalid_input' or 'too_many_visits', with the field.
 * [5.request.4] [V2.2.3] [V2.3.2] [2.services.14]
 */
export function checkRequest(request: Schedule, today: CalendarDate): void {
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
  visitDates(request)
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
