import type { FormErrors } from '@mantine/form'
import { addYears, type CalendarDate, formatShortDate, isCalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { DEFAULT_WEEKS } from '../../../domain/services/frequency.ts'
import { checkRequest, checkRequestForm, type RequestQuotes } from '../../../domain/services/request.ts'
import { visitDates } from '../../../domain/visits/visits.ts'
import { firstError } from '../../forms/form-errors.ts'

/** The request form as typed: dates and the frequency are text, '' for none. */
export type RequestValues = {
  description: string
  service_type: 'recurring' | 'on-demand'
  required_every_weeks: string
  preferred_start_date: string
  preferred_end_date: string
  /** The person changed or cleared the end date, so it no longer follows the start. */
  endChosen: boolean
  excluded_vendors: string[]
}

// [9.frequency.9]
export const emptyRequest: RequestValues = {
  description: '',
  service_type: 'recurring',
  required_every_weeks: String(DEFAULT_WEEKS),
  preferred_start_date: '',
  preferred_end_date: '',
  endChosen: false,
  excluded_vendors: [],
}

/** A new start also sets the end one year later, unless the person chose an end. [5.request.7] */
export function withStart(values: RequestValues, start: string): Partial<RequestValues> {
  if (values.endChosen) return { preferred_start_date: start }
  return { preferred_start_date: start, preferred_end_date: isCalendarDate(start) ? addYears(start, 1) : '' }
}

/** The request to send; a one-time service has no frequency and no end. */
export function toRequest(typeId: string, values: RequestValues): RequestQuotes {
  const { description, service_type, preferred_start_date, excluded_vendors } = values
  const recurring = service_type === 'recurring'
  return {
    service_type_id: typeId,
    description: description.trim(),
    service_type,
    required_every_weeks: recurring ? Number(values.required_every_weeks) : null,
    preferred_start_date,
    preferred_end_date: recurring && values.preferred_end_date !== '' ? values.preferred_end_date : null,
    excluded_vendors,
  }
}

type Errors = Partial<Record<keyof RequestValues, string>>

/** The message beside each wrong field; empty if the request can be sent. */
export function requestErrors(values: RequestValues, today: CalendarDate): Errors {
  const errors: Errors = {}
  if (values.description.trim() === '') errors.description = 'Describe what you need'
  if (values.preferred_start_date === '') errors.preferred_start_date = 'Choose a start date'
  if (Object.keys(errors).length > 0) return errors
  try {
    checkRequest(toRequest('', values), today)
    return {}
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { [error.field ?? 'description']: error.message }
  }
}

/** The message about the whole form, when it has these errors. */
export function refusal(values: RequestValues, errors: FormErrors): string {
  return checkRequestForm(values) ?? requestFailed(firstError(errors).message)
}

// [8.quotes.5]
export function requestFailed(reason: string): string {
  return `Error requesting quotes: ${reason}`
}

/** 'Books 14 visits, the last on Tue, Nov 30.' Empty while the dates are wrong. */
export function visitsHint(values: RequestValues, today: CalendarDate): string {
  const { preferred_start_date: start, preferred_end_date: end } = values
  if (values.service_type !== 'recurring') return ''
  if (end === '') return 'Without an end date only the first visit is booked.'
  if (!isCalendarDate(start) || !isCalendarDate(end)) return ''
  if (Object.keys(requestErrors({ ...values, description: '-' }, today)).length > 0) return ''
  const visits = visitDates(toRequest('', values))
  if (visits.length === 1) return 'Books 1 visit.'
  return `Books ${visits.length} visits, the last on ${formatShortDate(visits.at(-1) ?? end, today)}.`
}
