import { expect, test } from 'vitest'
import { refundValues } from './refund-values.ts'

test('at most what was paid is refunded, with a reason [Product 3.6]', () => {
  const parsed = (amount: string, reason = 'Paid twice.') =>
    refundValues(250_00).safeParse({ amount, reason })
  expect(parsed('41.67').data).toEqual({ amount: 41_67, reason: 'Paid twice.' })
  expect(parsed('250').success).toBe(true)
  for (const amount of ['250.01', '0', '', 'all']) expect(parsed(amount).success).toBe(false)
  expect(parsed('1', ' ').success).toBe(false)
})
