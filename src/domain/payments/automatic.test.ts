import { expect, test } from 'vitest'
import { cardEnd, isExpiryDue, MAX_FAILURES, nextAttempt } from './automatic.ts'

test('a charge is tried three times within a week, then no more [Product 3.3]', () => {
  expect(nextAttempt(1, '2026-12-01')).toBe('2026-12-04')
  expect(nextAttempt(2, '2026-12-04')).toBe('2026-12-08')
  expect(nextAttempt(MAX_FAILURES, '2026-12-08')).toBeNull()
})

test('a card can be charged until the last day of its month', () => {
  expect(cardEnd(2028, 2)).toBe('2028-02-29')
  expect(cardEnd(2026, 12)).toBe('2026-12-31')
})

test('the end of a card is told once, 30 days before', () => {
  const card = { expires_on: '2026-12-31', told_expiry: null }
  expect(isExpiryDue(card, '2026-11-30')).toBe(false)
  expect(isExpiryDue(card, '2026-12-01')).toBe(true)
  expect(isExpiryDue({ ...card, told_expiry: '2026-12-31' }, '2026-12-02')).toBe(false)
  expect(isExpiryDue({ ...card, expires_on: null }, '2026-12-02')).toBe(false)
})
