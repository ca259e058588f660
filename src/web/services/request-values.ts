import { visitDates } from '../../domain/appointments/visits.ts'
import { addYears, type CalendarDate, formatShortDate, isCalendarDate } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { DEFAULT_WEEKS } from '../../domain/services/frequency.ts'
import { checkRequest, checkRequestForm, type RequestQuotes } from '../../domain/services/request.ts'

/** The request form as it is typed: dates and the frequency as their fields hold them, '' for none. */
export type RequestValues = {
  description: string
  service_type: 'recurring' | 'on-demand'
  required_every_weeks: string
  preferred_start_date: string
  preferred_end_date: string
  /** The person changed or cleared the end date: it no longer follows the start. */
  endChosen: boolean
  excluded_vendors: string[]
}

export const emptyRequest: RequestValues = {
  description: '',
  service_type: 'recurring',
  required_every_weeks: String(DEFAULT_WEEKS),
  preferred_start_date: '',
  preferred_end_date: '',
  endChosen: false,
  excluded_vendors: [],
}

/** The values after the start changed: the end is one year later until it is chosen. */
export function withStart(values: RequestValues, start: string): Partial<RequestValues> {
  if (values.endChosen) return { preferred_start_date: start }
  return { preferred_start_date: start, preferred_end_date: isCalendarDate(start) ? addYears(start, 1) : '' }
}

/** What the wire carries of the form; a one-time service has no frequency and no end. */
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

type Refusal = { words: string; errors: Partial<Record<keyof RequestValues, string>> }

/** Why the form can't be sent as it is: the words for the person, and which fields are to blame. Null: it can. */
export function refusal(values: RequestValues, today: CalendarDate): Refusal | null {
  const missing = checkRequestForm(values)
  if (missing) {
    const errors: Refusal['errors'] = {}
    if (values.description.trim() === '') errors.description = 'Describe what you need'
    if (values.preferred_start_date === '') errors.preferred_start_date = 'Choose a start date'
    return { words: missing, errors }
  }
  try {
    checkRequest(toRequest('', values), today)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { words: requestFailed(error.message), errors: { [error.field ?? 'description']: error.message } }
  }
}

export function requestFailed(reason: string): string {
  return `Error requesting quotes: ${reason}`
}

/** What the dates come to: 'Books 14 visits, the last on Tue, Nov 30.' Empty while they make no sense. */
export function visitsHint(values: RequestValues, today: CalendarDate): string {
  const { preferred_start_date: start, preferred_end_date: end } = values
  if (values.service_type !== 'recurring') return ''
  if (end === '') return 'Without an end date only the first visit is booked.'
  if (!isCalendarDate(start) || !isCalendarDate(end) || refusal({ ...values, description: '-' }, today))
    return ''
  const visits = visitDates(toRequest('', values))
  if (visits.length === 1) return 'Books 1 visit.'
  return `Books ${visits.length} visits, the last on ${formatShortDate(visits.at(-1) ?? end, today)}.`
}
