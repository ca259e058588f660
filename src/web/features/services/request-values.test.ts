import { expect, test } from 'vitest'
import {
  emptyRequest,
  newRequest,
  type RequestValues,
  refusal,
  visitsHint,
  withStart,
} from './request-values.ts'

const today = '2026-11-20'
const typed = (changes: Partial<RequestValues>): RequestValues => ({
  ...emptyRequest,
  description: ' Mow the lawn ',
  preferred_start_date: '2026-12-01',
  preferred_end_date: '2027-12-01',
  ...changes,
})

test('the end date follows the start by a year until it is chosen [5.request.7]', () => {
  expect(withStart(emptyRequest, '2028-02-29', today).preferred_end_date).toBe('2029-02-28')
  expect(withStart(emptyRequest, '0002-12-01', today).preferred_end_date).toBe('')
  const cleared = { ...typed({ preferred_end_date: '' }), endChosen: true }
  expect({ ...cleared, ...withStart(cleared, '2027-01-01', today) }.preferred_end_date).toBe('')
})

test('nobody decides after the start, unless the person chose when to decide [Product 2.2]', () => {
  const usual = { quotes_by: '2026-11-27', decide_by: '2026-12-04' }
  const form = newRequest(today, {})
  expect(form).toMatchObject(usual)
  expect(withStart(form, '2027-02-01', today)).toMatchObject(usual)
  const soon = { ...form, ...withStart(form, '2026-11-23', today) }
  expect(soon).toMatchObject({ quotes_by: '2026-11-23', decide_by: '2026-11-23' })
  expect(withStart(soon, '', today)).toMatchObject(usual)
  const chosen = { ...form, decide_by: '2026-12-24', deadlinesChosen: true }
  expect({ ...chosen, ...withStart(chosen, '2026-11-23', today) }).toMatchObject({ decide_by: '2026-12-24' })
})

test('a refused form says that required fields are missing, or what is wrong', () => {
  const blank = { description: 'Describe what you need' }
  expect(refusal(typed({ description: '  ' }), blank)).toBe('Please fill in all required fields')
  const past = { preferred_start_date: 'Desired Start Date must be today or later' }
  expect(refusal(typed({ preferred_start_date: '2026-11-19' }), past)).toBe(
    'Error requesting quotes: Desired Start Date must be today or later',
  )
})

test('the hint says what the dates come to', () => {
  expect(visitsHint(typed({ required_every_weeks: '2' }), today)).toBe(
    'Books 27 visits, the last on Tue, Nov 30, 2027.',
  )
  expect(visitsHint(typed({ preferred_end_date: '2026-12-02' }), today)).toBe('Books 1 visit.')
  expect(visitsHint(typed({ preferred_end_date: '' }), today)).toBe(
    'Without an end date only the first visit is booked.',
  )
  // A fresh form says nothing before a start is chosen, which sets the end, too.
  expect(visitsHint(emptyRequest, today)).toBe('')
  expect(visitsHint(typed({ ends: 'first' }), today)).toBe('Only the first visit is booked.')
  expect(visitsHint(typed({ ends: 'never', required_every_weeks: '1' }), today)).toBe(
    'Books 51 visits to begin with, and always a year ahead, until you end the service.',
  )
  expect(visitsHint(typed({ preferred_end_date: '2026-01-01' }), today)).toBe('')
  expect(visitsHint(typed({ service_type: 'on-demand' }), today)).toBe('')
})
