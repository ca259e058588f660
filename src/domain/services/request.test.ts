import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import {
  checkExcluded,
  checkRequest,
  checkRequestForm,
  RequestQuotes,
  requestForm,
  requestRound,
  type TypedRequest,
  toRequest,
} from './request.ts'
import type { ServiceStatus } from './status.ts'

const id = '0188d7a0-0000-7000-8000-00000000000a'
const recurring = {
  service_type_id: id,
  description: 'Mow the lawn',
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2026-11-21',
  preferred_end_date: '2027-11-21',
  until_ended: false,
  excluded_vendors: [id],
} as const
const oneTime = {
  ...recurring,
  service_type: 'on-demand',
  required_every_weeks: null,
  preferred_end_date: null,
}

function refusedField(value: unknown) {
  const issue = RequestQuotes.safeParse(value).error?.issues[0]
  return issue && (issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0])
}

test('a request is kept as it is; optional fields get defaults', () => {
  expect(RequestQuotes.parse(recurring)).toEqual({ ...recurring, follows: null })
  expect(RequestQuotes.parse({ ...oneTime, follows: id })).toEqual({ ...oneTime, follows: id })
  const { excluded_vendors, preferred_end_date, until_ended, ...least } = recurring
  expect(RequestQuotes.parse(least)).toEqual({
    ...recurring,
    excluded_vendors: [],
    preferred_end_date: null,
    follows: null,
  })
  expect(RequestQuotes.parse({ ...recurring, description: 'x'.repeat(200) }).description).toHaveLength(200)
})

test.each([
  ['service_type_id', 'x'],
  ['description', ''],
  ['description', 'x'.repeat(201)],
  ['description', 'a\0b'],
  ['service_type', 'weekly'],
  ['required_every_weeks', 0],
  ['required_every_weeks', 53],
  ['required_every_weeks', 1.5],
  ['required_every_weeks', null],
  ['preferred_start_date', '2026-02-30'],
  ['preferred_end_date', 'soon'],
  ['excluded_vendors', [id, id]],
  ['excluded_vendors', 'all'],
  ['building_id', id],
])('a request with a wrong %s names that field [5.request.2] [5.request.5] [9.limit.1]', (field, value) => {
  expect(refusedField({ ...recurring, [field]: value })).toBe(field)
})

test('a one-time request has neither frequency nor end date [5.request.6]', () => {
  expect(refusedField({ ...oneTime, required_every_weeks: 4 })).toBe('required_every_weeks')
  expect(refusedField({ ...oneTime, preferred_end_date: '2027-01-01' })).toBe('preferred_end_date')
  expect(refusedField({ ...oneTime, until_ended: true })).toBe('until_ended')
  expect(refusedField({ ...recurring, until_ended: true })).toBe('until_ended')
  expect(refusedField({ ...recurring, preferred_end_date: null, until_ended: true })).toBeUndefined()
})

const typed: TypedRequest = {
  description: ' Mow the lawn ',
  scope: {},
  service_type: 'recurring',
  required_every_weeks: '2',
  preferred_start_date: '2026-11-21',
  ends: 'date',
  preferred_end_date: '',
  quotes_by: '',
  decide_by: '',
  excluded_vendors: [],
}

test('a one-time request as typed carries no frequency and no end [9.frequency.9]', () => {
  const ended = { ...typed, preferred_end_date: '2027-11-21' }
  expect(toRequest({ ...ended, service_type: 'on-demand' })).toMatchObject({
    required_every_weeks: null,
    preferred_end_date: null,
  })
  expect(toRequest(ended)).toMatchObject({
    description: 'Mow the lawn',
    required_every_weeks: 2,
    preferred_end_date: '2027-11-21',
  })
  expect(toRequest(typed).preferred_end_date).toBeNull()
  expect(toRequest({ ...ended, ends: 'first' })).toMatchObject({
    preferred_end_date: null,
    until_ended: false,
  })
  expect(toRequest({ ...ended, ends: 'never' })).toMatchObject({
    preferred_end_date: null,
    until_ended: true,
  })
  expect(toRequest({ ...ended, ends: 'never', service_type: 'on-demand' }).until_ended).toBe(false)
})

/** The message at each wrong field of the form. */
const formErrors = (changes: Partial<TypedRequest>) =>
  Object.fromEntries(
    requestForm('2026-11-21', [])
      .safeParse({ ...typed, ...changes })
      .error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  )

test('the form requires a description and a start date, before it checks anything else [5.request.1]', () => {
  expect(formErrors({ description: ' ', preferred_start_date: '', required_every_weeks: '99' })).toEqual({
    description: 'Describe what you need',
    preferred_start_date: 'Choose a start date',
  })
  expect(checkRequestForm(typed)).toBeNull()
  for (const blank of [{ description: ' ' }, { preferred_start_date: '' }])
    expect(checkRequestForm({ ...typed, ...blank })).toBe('Please fill in all required fields')
})

test('the form refuses wrong dates, then what the server would refuse, at their field', () => {
  expect(formErrors({})).toEqual({})
  expect(formErrors({ preferred_start_date: '2026-11-20', required_every_weeks: '99' })).toEqual({
    preferred_start_date: 'Desired Start Date must be today or later',
  })
  expect(formErrors({ preferred_end_date: '2026-11-20' })).toEqual({
    preferred_end_date: 'End Date must be on or after the start date',
  })
  expect(formErrors({ required_every_weeks: '99' })).toEqual({
    required_every_weeks: 'Service Frequency must be a whole number from 1 to 52',
  })
})

function refusal(dates: object): [string, string | undefined] | null {
  try {
    checkRequest({ ...recurring, ...dates }, '2026-11-21')
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return [error.code, error.field]
  }
}

test('the dates are checked against today', () => {
  expect(refusal({})).toBeNull()
  expect(refusal({ preferred_start_date: '2026-11-20' })).toEqual(['invalid_input', 'preferred_start_date'])
  expect(refusal({ preferred_end_date: '2026-11-20' })).toEqual(['invalid_input', 'preferred_end_date'])
  expect(refusal({ preferred_end_date: '2026-11-21' })).toBeNull()
  expect(refusal({ preferred_end_date: null })).toBeNull()
  expect(refusal({ preferred_end_date: '2966-01-01' })).toEqual(['too_many_visits', 'preferred_end_date'])
})

test('only vendors that offer the service can be excluded', () => {
  checkExcluded([], [])
  checkExcluded(['a', 'b'], ['b', 'a', 'c'])
  expect(() => checkExcluded(['a', 'x'], ['a'])).toThrow('Only vendors that offer this service')
})

test('a service is requested when there is none, or again in a new round when it is over [4.service.7] [4.quote.11]', () => {
  const before = (of: ServiceStatus, next_visit_date: string | null) => ({
    status: of,
    next_visit_date,
    round: 2,
  })
  expect(requestRound(null)).toEqual({ status: 'Quote', round: 1 })
  expect(requestRound(before('None', null))).toEqual({ status: 'Quote', round: 3 })
  expect(requestRound(before('Accepted', null))).toEqual({ status: 'Quote', round: 3 })
  for (const inUse of [
    before('Accepted', '2026-12-01'),
    before('Quote', null),
    before('pending_quotes', null),
  ])
    expect(() => requestRound(inUse)).toThrow(new DomainError('service_already_requested'))
})
