import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  methodLabel,
  requireSameSum,
  type StripePaymentStatus,
  type StripeReading,
  settledStatus,
} from './stripe-payment.ts'

const fee = { kind: 'fee', open: 250_00 }
const settled = (
  status: StripePaymentStatus,
  reading: StripeReading['status'],
  owed: { kind: string; open: number } = fee,
) => settledStatus({ status, amount: 250_00 }, { status: reading }, owed)

describe('what a reading changes [Product 3.3]', () => {
  test('an open payment becomes what Stripe says', () => {
    expect(settled('open', 'open')).toBeNull()
    expect(settled('open', 'processing')).toBe('processing')
    expect(settled('open', 'paid')).toBe('paid')
    expect(settled('processing', 'failed')).toBe('failed')
    expect(settled('open', 'expired')).toBe('expired')
  })

  test('money that comes after all is paid, or goes back if nothing is owed', () => {
    expect(settled('failed', 'paid')).toBe('paid')
    expect(settled('expired', 'paid')).toBe('paid')
    expect(settled('open', 'paid', { kind: 'fee', open: 0 })).toBe('surplus')
    expect(settled('open', 'paid', { kind: 'fee', open: 300_00 })).toBe('surplus')
    expect(settled('open', 'paid', { kind: 'invoice', open: 300_00 })).toBe('paid')
    expect(settled('open', 'paid', { kind: 'invoice', open: 249_99 })).toBe('surplus')
  })

  test('what is paid stays paid, in whatever order and however often Stripe tells', () => {
    const readings = fc.array(fc.constantFrom('open', 'processing', 'paid', 'failed', 'expired' as const))
    fc.assert(
      fc.property(readings, (all) => {
        let status: StripePaymentStatus = 'open'
        let times = 0
        for (const reading of all) {
          const next: StripePaymentStatus | null = settled(status, reading)
          if (next === 'paid') times += 1
          status = next ?? status
        }
        expect(times).toBe(all.includes('paid') ? 1 : 0)
        if (all.includes('paid')) expect(status).toBe('paid')
      }),
    )
  })
})

test('another sum or currency is refused', () => {
  const asked = { amount: 250_00 }
  expect(requireSameSum(asked, { amount: 250_00, currency: 'usd' })).toBeUndefined()
  expect(() => requireSameSum(asked, { amount: 250_01, currency: 'usd' })).toThrow('Stripe says')
  expect(() => requireSameSum(asked, { amount: 250_00, currency: 'cad' })).toThrow('Stripe says')
})

test('a method is said in words', () => {
  expect(methodLabel('card', '4242')).toBe('Card ending in 4242')
  expect(methodLabel('us_bank_account', '6789')).toBe('Bank account ending in 6789')
  expect(methodLabel('cashapp', null)).toBe('Stripe')
})
