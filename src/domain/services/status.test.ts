import { expect, test } from 'vitest'
import { canViewQuotes, isOpen, isOver, SERVICE_STATUSES, toQuote } from './status.ts'

test('quotes come in while the service waits for them or has some [4.service.1]', () => {
  expect(SERVICE_STATUSES.filter(isOpen)).toEqual(['pending_quotes', 'Quote'])
})

test('View Quotes appears with status Quote only [2.services.22]', () => {
  expect(SERVICE_STATUSES.filter((status) => canViewQuotes({ status }))).toEqual(['Quote'])
})

test('a first price makes a waiting service Quote, and changes no other [4.service.4] [4.service.8]', () => {
  expect(SERVICE_STATUSES.map(toQuote)).toEqual(['Quote', 'Quote', 'Accepted', 'None'])
})

test('a service is over when there is none, or no visit is to come [4.service.6] [4.service.9]', () => {
  const over = (next_visit_date: string | null) =>
    SERVICE_STATUSES.filter((status) => isOver({ status, next_visit_date }))
  expect(over(null)).toEqual(['Accepted', 'None'])
  expect(over('2026-12-01')).toEqual(['None'])
})
