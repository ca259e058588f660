import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar.ts'
import { formErrors } from '../form.ts'
import {
  askMoreVendors,
  checkDeadlines,
  closesOn,
  closingDecideBy,
  defaultDeadlines,
  extendForm,
  extendRequest,
} from './deadline.ts'

const TODAY = '2026-11-20'
const open = { status: 'Quote', quotes_by: '2026-11-27', decide_by: '2026-12-04' } as const

test('without days of its own a request has a week to quote and two to decide, but not after it starts [Product 2.2]', () => {
  expect(defaultDeadlines(TODAY, '2027-01-01')).toEqual({ quotes_by: '2026-11-27', decide_by: '2026-12-04' })
  expect(defaultDeadlines(TODAY, '2026-11-29')).toEqual({ quotes_by: '2026-11-27', decide_by: '2026-11-29' })
  expect(defaultDeadlines(TODAY, TODAY)).toEqual({ quotes_by: TODAY, decide_by: TODAY })
  // The form shows them before a start is chosen, or while a wrong one is.
  expect(defaultDeadlines(TODAY, '')).toEqual({ quotes_by: '2026-11-27', decide_by: '2026-12-04' })
  expect(defaultDeadlines(TODAY, '2026-01-01')).toEqual({ quotes_by: '2026-11-27', decide_by: '2026-12-04' })
})

test('the usual days of any start are allowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (days) => {
      checkDeadlines(defaultDeadlines(TODAY, addDays(TODAY, days)), TODAY)
    }),
  )
})

test('a request closes on the eighth day after Decide by', () => {
  expect(closesOn(open)).toBe('2026-12-12')
  expect(closesOn({ quotes_by: null, decide_by: null })).toBeNull()
  expect(closingDecideBy('2026-12-12')).toBe('2026-12-04')
  expect(closingDecideBy('2026-12-11') < '2026-12-04').toBe(true)
})

test.each([
  [
    'an earlier day to quote',
    { quotes_by: '2026-11-26', decide_by: '2026-12-04' },
    'quotes_by',
    'Quotes by can only become later',
  ],
  [
    'an earlier day to decide',
    { quotes_by: '2026-11-27', decide_by: '2026-12-03' },
    'decide_by',
    'Decide by can only become later',
  ],
  [
    'a decision before the quotes',
    { quotes_by: '2026-12-10', decide_by: '2026-12-09' },
    'decide_by',
    'Decide by must be on or after Quotes by',
  ],
  ['the same days', { quotes_by: '2026-11-27', decide_by: '2026-12-04' }, 'decide_by', 'Choose a later day'],
  [
    'half a year and more',
    { quotes_by: '2026-11-27', decide_by: '2027-06-01' },
    'decide_by',
    'Decide by must be within 180 days',
  ],
])('more time refuses %s, in its form, too', (_, later, field, message) => {
  expect(() => extendRequest(open, later, TODAY)).toThrow(expect.objectContaining({ field, message }))
  expect(formErrors(extendForm(open, TODAY), later).fields).toEqual({ [field]: message })
})

test('more time changes one day or both, also after the first has passed', () => {
  const later = { quotes_by: '2026-11-27', decide_by: '2026-12-20' }
  expect(extendRequest(open, later, TODAY)).toEqual(later)
  expect(extendRequest(open, later, '2026-12-01')).toEqual(later)
  const passed = { quotes_by: '2026-11-28', decide_by: '2026-12-04' }
  expect(() => extendRequest(open, passed, '2026-12-06')).toThrow('Decide by must be today or later')
  expect(() => extendRequest({ ...open, status: 'Accepted' }, later, TODAY)).toThrow('no longer open')
  const none = { status: 'Quote', quotes_by: null, decide_by: null } as const
  expect(extendRequest(none, later, TODAY)).toEqual(later)
  expect(formErrors(extendForm(open, TODAY), { quotes_by: '', decide_by: '2026-12-20' }).fields).toEqual({
    quotes_by: 'Quotes by must be a date',
  })
})

test('who was left out is asked after all, nobody else, and only while the request is open', () => {
  const service = { status: 'Quote', excluded_vendors: ['a', 'b'] } as const
  expect(askMoreVendors(service, ['b'], ['b', 'c'])).toEqual({ excluded_vendors: ['a'] })
  expect(() => askMoreVendors(service, ['c'], ['b', 'c'])).toThrow('Only vendors that were left out')
  expect(() => askMoreVendors(service, ['a'], ['b', 'c'])).toThrow('Only vendors that offer')
  expect(() => askMoreVendors({ ...service, status: 'None' }, ['b'], ['b'])).toThrow('no longer open')
})
