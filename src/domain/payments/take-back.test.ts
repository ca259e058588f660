import { expect, test } from 'vitest'
import { canTakeBack, requireTakeBack, TakeBackPayment } from './take-back.ts'

const payment = { status: 'paid' as const, is_online: false, refunded: 0 }

test('a payment that was recorded by hand can be taken back, once, and not after a refund [Product 3.3]', () => {
  expect(canTakeBack(payment)).toBe(true)
  expect(requireTakeBack(payment)).toBeUndefined()
  for (const [other, message] of [
    [{ ...payment, is_online: true }, 'paid through Stripe'],
    [{ ...payment, refunded: 1 }, 'given back already'],
    [{ ...payment, status: 'taken_back' as const }, 'taken back meanwhile'],
    [{ ...payment, status: 'failed' as const }, 'taken back meanwhile'],
    [{ ...payment, status: 'pending' as const }, 'taken back meanwhile'],
  ] as const) {
    expect(canTakeBack(other)).toBe(false)
    expect(() => requireTakeBack(other)).toThrow(message)
  }
})

test('a payment is taken back with a reason', () => {
  const payment_id = '00000000-0000-4000-8000-000000000001'
  expect(TakeBackPayment.safeParse({ payment_id, reason: ' ' }).success).toBe(false)
  expect(TakeBackPayment.parse({ payment_id, reason: ' Another building’s. ' }).reason).toBe(
    'Another building’s.',
  )
})
