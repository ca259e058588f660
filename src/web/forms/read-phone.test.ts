import { expect, test } from 'vitest'
import { formatPhone } from '../../domain/phone.ts'
import { readPhone } from './read-phone.ts'

test.each([
  '+1 206 555 0134',
  '1 (206) 555-0134',
  '206.555.0134',
  '206 555 0134 ext. 12',
  '+1-206-555-0134;ext=12',
  '011 1 206 555 0134',
  'tel:+1-206-555-0134',
  'Call 206 555 0134',
])('%j is read as a US number', (typed) => {
  expect(readPhone(typed)).toBe('2065550134')
  expect(formatPhone(typed, readPhone)).toBe('(206) 555-0134')
})

test.each([
  '',
  '+',
  '206',
  '206555013',
  '+44 20 7946 0958',
  '206 555 01345',
])('%j is no US number', (typed) => {
  expect(readPhone(typed)).toBeNull()
})
