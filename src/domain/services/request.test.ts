import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { checkRequest, checkRequestForm, RequestQuotes } from './request.ts'
import * as status from './status.ts'

const id = '0188d7a0-0000-7000-8000-00000000000a'
const recurring = {
  service_type_id: id,
  description: 'Mow the lawn',
  service_type: 'recurring',
  required_every_weeks: 2,
  preferred_start_date: '2026-11-21',
  preferred_end_date: '2027-11-21',
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

test('a request is taken as it is; what may be left out is filled in', () => {
  expect(RequestQuotes.parse(recurring)).toEqual(recurring)
  expect(RequestQuotes.parse(oneTime)).toEqual(oneTime)
  const { excluded_vendors, preferred_end_date, ...least } = recurring
  expect(RequestQuotes.parse(least)).toEqual({ ...recurring, excluded_vendors: [], preferred_end_date: null })
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
])('a request with a wrong %s is refused by that name', (field, value) => {
  expect(refusedField({ ...recurring, [field]: value })).toBe(field)
})

test('a one-time request has neither frequency nor end date', () => {
  expect(refusedField({ ...oneTime, required_every_weeks: 4 })).toBe('required_every_weeks')
  expect(refusedField({ ...oneTime, preferred_end_date: '2027-01-01' })).toBe('preferred_end_date')
})

test('the form wants a description and a start date', () => {
  const form = { description: 'Mow', preferred_start_date: '2026-11-21' }
  expect(checkRequestForm(form)).toBeNull()
  expect(checkRequestForm({ ...form, description: ' ' })).toBe('Please fill in all required fields')
  expect(checkRequestForm({ ...form, preferred_start_date: '' })).toBe('Please fill in all required fields')
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

test('a status has its words and its colour', () => {
  const { statusLabel, cardTone } = status
  expect([statusLabel('Accepted'), cardTone('Accepted')]).toEqual(['Active Service', 'green'])
  expect([statusLabel('Quote'), cardTone('Quote')]).toEqual(['Quotes pending for Service', 'amber'])
  expect(cardTone('None')).toBe('red')
  const subtitles = (['recurring', 'on-demand', null] as const).map(status.serviceSubtitle)
  expect(subtitles).toEqual(['Recurring service', 'One-time service', 'Service type not set'])
})
