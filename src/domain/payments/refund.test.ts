import { expect, test } from 'vitest'
import { refundable, requireRefundable } from './refund.ts'

const payment = { status: 'paid' as const, amount: 250_00, refunded: 0, held: 0, is_online: true }
const fee = { kind: 'fee' as const, owed: 250_00, paid: 250_00, returning: 0, disputed: 0 }
const invoice = { kind: 'invoice' as const, owed: 200_00, paid: 250_00, returning: 0, disputed: 0 }

test('of a fee all that was paid can go back; of an invoice what is beyond what is owed, to the cent [Product 3.6]', () => {
  expect(refundable(payment, fee)).toBe(250_00)
  expect(refundable({ ...payment, refunded: 100_01 }, fee)).toBe(149_99)
  expect(refundable(payment, invoice)).toBe(50_00)
  expect(refundable(payment, { ...invoice, returning: 20_00 })).toBe(30_00)
  expect(refundable({ ...payment, amount: 10_00 }, invoice)).toBe(10_00)
  // The bank may leave another payment with its payer: then this one is what pays.
  expect(refundable(payment, { ...invoice, disputed: 30_00 })).toBe(20_00)
  expect(refundable(payment, { ...invoice, disputed: 250_00 })).toBe(0)
  expect(refundable(payment, { ...invoice, owed: 250_00 })).toBe(0)
  expect(refundable({ ...payment, held: 249_00 }, fee)).toBe(1_00)
  for (const status of ['pending', 'failed', 'taken_back'] as const)
    expect(refundable({ ...payment, status }, fee)).toBe(0)
})

test('more than that is refused, and through Stripe what did not come through it', () => {
  const asked = { amount: 50_00, kind: 'stripe' as const }
  expect(requireRefundable(asked, payment, invoice)).toBeUndefined()
  expect(() => requireRefundable({ ...asked, amount: 50_01 }, payment, invoice)).toThrow('At most $50.00')
  expect(() => requireRefundable(asked, payment, { ...invoice, owed: 250_00 })).toThrow('nothing of this')
  expect(() => requireRefundable(asked, { ...payment, is_online: false }, fee)).toThrow('not paid through')
  expect(
    requireRefundable({ ...asked, kind: 'transfer' }, { ...payment, is_online: false }, fee),
  ).toBeUndefined()
})
