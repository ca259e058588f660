import type { FormErrors } from '@mantine/form'
import {
  addDays,
  addWeeks,
  addYears,
  type CalendarDate,
  daysBetween,
  formatShortDate,
  isCalendarDate,
} from '../../../domain/calendar.ts'
import { nullIfRejected } from '../../../domain/errors.ts'
import { defaultDeadlines } from '../../../domain/services/deadline.ts'
import { DEFAULT_WEEKS } from '../../../domain/services/frequency.ts'
import {
  checkRequest,
  checkRequestForm,
  type TypedRequest,
  toRequest,
} from '../../../domain/services/request.ts'
import type { TypedScope } from '../../../domain/services/scope.ts'
import { bookedSchedule, visitDates, type WantedSchedule } from '../../../domain/visits/visits.ts'
import { firstError } from '../../forms/form-errors.ts'

export type RequestValues = TypedRequest & {
  /** The person changed or cleared the end date, so it no longer follows the start. */
  endChosen: boolean
  /** The person changed when to quote or to decide, so these no longer follow the start. */
  deadlinesChosen: boolean
}

// [9.frequency.9]
export const emptyRequest: RequestValues = {
  description: '',
  scope: {},
  service_type: 'recurring',
  required_every_weeks: String(DEFAULT_WEEKS),
  preferred_start_date: '',
  ends: 'date',
  preferred_end_date: '',
  endChosen: false,
  quotes_by: '',
  decide_by: '',
  deadlinesChosen: false,
  excluded_vendors: [],
}

/** A new request on the city's `today`. */
export const newRequest = (today: CalendarDate, scope: TypedScope): RequestValues => ({
  ...emptyRequest,
  ...defaultDeadlines(today, ''),
  scope,
})

/** An open request as the form shows it, with its answers. */
export function requestValues(
  service: Omit<WantedSchedule, 'preferred_start_date'> & Described,
  scope: TypedScope,
): RequestValues {
  return {
    description: service.description ?? '',
    scope,
    service_type: service.service_type ?? emptyRequest.service_type,
    required_every_weeks: String(service.required_every_weeks ?? DEFAULT_WEEKS),
    preferred_start_date: service.preferred_start_date ?? '',
    ends: service.until_ended
      ? 'never'
      : service.service_type === 'recurring' && service.preferred_end_date === null
        ? 'first'
        : 'date',
    preferred_end_date: service.preferred_end_date ?? '',
    endChosen: true,
    quotes_by: '',
    decide_by: '',
    deadlinesChosen: true,
    excluded_vendors: [],
  }
}

/** The first day of a schedule after this day. */
function firstAfter(
  { preferred_start_date: start, required_every_weeks: weeks }: FollowedSchedule,
  endsOn: CalendarDate,
) {
  if (start === null || weeks === null || start > endsOn) return addDays(endsOn, 1)
  const passed = Math.floor(daysBetween(start, endsOn) / (7 * weeks)) + 1
  return addWeeks(start, passed * weeks)
}
type FollowedSchedule = Pick<
  Parameters<typeof requestValues>[0],
  'preferred_start_date' | 'required_every_weeks'
>

type Followed = { service: Parameters<typeof requestValues>[0]; endsOn: CalendarDate }

/** What follows an agreement that ends on this day: as it was asked for, in its step, for a year. Product 2.9 */
export function followingRequest(
  { service, endsOn }: Followed,
  scope: TypedScope,
  today: CalendarDate,
): RequestValues {
  const start = firstAfter(service, endsOn)
  return {
    ...requestValues(service, scope),
    ...defaultDeadlines(today, start),
    preferred_start_date: start,
    ends: 'date',
    preferred_end_date: addYears(start, 1),
    endChosen: false,
    deadlinesChosen: false,
  }
}

type Described = { description: string | null; preferred_start_date: CalendarDate | null }

/**
 * A new start also sets the end one year later, and lets nobody decide after it, unless the person chose these days.
 * [5.request.7]
 */
export function withStart(values: RequestValues, start: string, today: CalendarDate): Partial<RequestValues> {
  const isDate = isCalendarDate(start)
  return {
    preferred_start_date: start,
    ...(!values.endChosen && { preferred_end_date: isDate ? addYears(start, 1) : '' }),
    ...(!values.deadlinesChosen && defaultDeadlines(today, isDate ? start : '')),
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

export function editFailed(reason: string): string {
  return `Error changing the request: ${reason}`
}

/** Until when vendors quote, and the building decides. Product 2.2 */
export const DEADLINES = [
  { name: 'quotes_by', label: 'Quotes by' },
  { name: 'decide_by', label: 'Decide by' },
] as const

/** Says that a decision after the start comes too late. */
export function lateHint(
  name: 'quotes_by' | 'decide_by',
  { preferred_start_date: start, decide_by }: Pick<RequestValues, 'preferred_start_date' | 'decide_by'>,
): string | undefined {
  if (name !== 'decide_by' || start === '' || decide_by <= start) return undefined
  return 'After the start, no quote can be accepted.'
}

/** What 'Ends' offers. Product 1.1 */
export const ENDS = [
  { value: 'date', label: 'On a date' },
  { value: 'never', label: 'Until we end it' },
  { value: 'first', label: 'After the first visit' },
] as const

/** 'Books 14 visits, the last on Tue, Nov 30.' Empty while the dates are wrong. */
export function visitsHint(values: RequestValues, today: CalendarDate): string {
  const { preferred_start_date: start, preferred_end_date: end, ends } = values
  if (values.service_type !== 'recurring') return ''
  if (ends === 'first') return 'Only the first visit is booked.'
  if (!isCalendarDate(start)) return ''
  if (ends === 'date' && end === '') return 'Without an end date only the first visit is booked.'
  if (ends === 'date' && !isCalendarDate(end)) return ''
  const visits = nullIfRejected(() => bookedVisits(toRequest(values), today))
  if (visits === null) return ''
  if (ends === 'never') {
    const count = visits.length === 1 ? '1 visit' : `${visits.length} visits`
    return `Books ${count} to begin with, and always a year ahead, until you end the service.`
  }
  if (visits.length === 1) return 'Books 1 visit.'
  return `Books ${visits.length} visits, the last on ${formatShortDate(visits.at(-1) ?? end, today)}.`
}

function bookedVisits(request: WantedSchedule, today: CalendarDate): CalendarDate[] {
  checkRequest(request, today)
  return visitDates(bookedSchedule(request, today))
}
