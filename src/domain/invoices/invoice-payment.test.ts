import { expect, test } from 'vitest'
import { isUnpaid, openAmount, requirePayable } from './invoice-payment.ts'

const TODAY = '2026-11-20'
const approved = { status: 'approved', approved: 100_00, paid: 60_00 } as const

test('an approved invoice is paid in parts, never more than is open, today or earlier [Product 3.3]', () => {
  expect([openAmount(approved), isUnpaid(approved)]).toEqual([40_00, true])
  requirePayable(approved, { amount: 40_00, date: TODAY }, TODAY)
  expect(() => requirePayable(approved, { amount: 40_01, date: TODAY }, TODAY)).toThrow('At most $40.00')
  expect(() => requirePayable(approved, { amount: 1, date: '2026-11-21' }, TODAY)).toThrow('today or earlier')
})

test('what is not approved, refused, or paid in full is not open', () => {
  for (const invoice of [
    { status: 'sent', approved: null, paid: 0 } as const,
    { status: 'refused', approved: 0, paid: 0 } as const,
    { ...approved, paid: 100_00 },
  ]) {
    expect(isUnpaid(invoice)).toBe(false)
    expect(() => requirePayable(invoice, { amount: 1, date: TODAY }, TODAY)).toThrow(
      'nothing of this invoice',
    )
  }
})
