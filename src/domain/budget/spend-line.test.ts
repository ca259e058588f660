import { expect, test } from 'vitest'
import { VISIT_STATUSES } from '../visits/visits.ts'
import { extraSpend, feeSpend, startSpend, visitSpend } from './spend-line.ts'

// What counts as spend: Product 3.5.

const TODAY = '2026-11-20'
const visit = { status: 'completed', scheduled_date: TODAY, price: 80_00, invoiced: null } as const

test('a visit counts at its agreed price, and once it is invoiced, at that', () => {
  expect(visitSpend(visit, TODAY)).toEqual({ amount: 80_00, to_come: false })
  expect(visitSpend({ ...visit, invoiced: 77_18 }, TODAY)).toEqual({ amount: 77_18, to_come: false })
  expect(visitSpend({ ...visit, invoiced: 0 }, TODAY)).toEqual({ amount: 0, to_come: false })
})

test('what is booked for a later day is to come; missed, cancelled and disputed visits never count', () => {
  const later = { ...visit, status: 'confirmed', scheduled_date: '2026-11-21' } as const
  expect(visitSpend(later, TODAY)).toEqual({ amount: 80_00, to_come: true })
  const counted = VISIT_STATUSES.filter((status) => visitSpend({ ...visit, status }, TODAY) !== null)
  expect(counted).toEqual(['confirmed', 'completed'])
})

test('a one-time price counts on the day of the first visit that counts', () => {
  const start = { first_visit: '2026-11-21', once_price: 250_00, invoiced: null }
  expect(startSpend(start, TODAY)).toEqual({ amount: 250_00, to_come: true })
  expect(startSpend({ ...start, first_visit: TODAY, invoiced: 275_63 }, TODAY)).toEqual({
    amount: 275_63,
    to_come: false,
  })
  expect(startSpend({ ...start, first_visit: null }, TODAY)).toBeNull()
  expect(startSpend({ ...start, once_price: 0 }, TODAY)).toBeNull()
})

test('an extra counts once it is approved, a fee from the month on', () => {
  const extra = { date: TODAY, amount: 15_00, tax: 1_54, is_approved: true }
  expect(extraSpend(extra, TODAY)).toEqual({ amount: 16_54, to_come: false })
  expect(extraSpend({ ...extra, is_approved: false }, TODAY)).toBeNull()
  expect(feeSpend({ charged: 91_67, fee: 250_00 })).toEqual({ amount: 91_67, to_come: false })
  expect(feeSpend({ charged: null, fee: 250_00 })).toEqual({ amount: 250_00, to_come: true })
})
