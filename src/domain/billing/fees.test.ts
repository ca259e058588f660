import { expect, test } from 'vitest'
import { dueText, feeLabel, feesUntil, firstFeeOf } from './fees.ts'

test('the first fee is the share of its month, due on the next 1st', () => {
  const first = { kind: 'first', month: '2026-11-01', amount: 9167, due_date: '2026-12-01' }
  expect(firstFeeOf('2026-11-20')).toEqual(first)
  expect(firstFeeOf('2026-11-01')).toEqual({ ...first, amount: 25_000 })
  expect(firstFeeOf('2026-11-30')).toEqual({ ...first, amount: 833 })
  expect(firstFeeOf('2028-02-29')).toMatchObject({ month: '2028-02-01', amount: 862, due_date: '2028-03-01' })
  expect(firstFeeOf('2026-12-31')).toMatchObject({ month: '2026-12-01', amount: 806, due_date: '2027-01-01' })
})

test('each month has one fee: the first, then 250.00 from the next 1st on, missed months too [9.fee.1] [9.fee.2]', () => {
  const made = (today: string, last: string | null) =>
    feesUntil(today, '2026-11-20', last).map(({ month, amount, kind }) => [month, amount, kind])
  expect(made('2026-11-30', '2026-11-01')).toEqual([])
  expect(made('2026-12-01', '2026-11-01')).toEqual([['2026-12-01', 25_000, 'monthly']])
  expect(made('2026-12-31', '2026-12-01')).toEqual([])
  expect(made('2027-02-10', null)).toEqual([
    ['2026-11-01', 9167, 'first'],
    ['2026-12-01', 25_000, 'monthly'],
    ['2027-01-01', 25_000, 'monthly'],
    ['2027-02-01', 25_000, 'monthly'],
  ])
})

test('a month after an earlier fee is never free, whenever billing began', () => {
  expect(feesUntil('2026-12-05', '2027-02-10', '2026-11-01')).toMatchObject([
    { amount: 25_000, kind: 'monthly' },
  ])
})

test('a clock that goes back adds nothing', () => {
  expect(feesUntil('2026-10-15', '2026-11-20', null)).toEqual([])
  expect(feesUntil('2026-11-15', '2026-11-20', '2026-12-01')).toEqual([])
})

test('a due day says how far away it is', () => {
  const said = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-05'].map((today) =>
    dueText('2026-12-01', today),
  )
  expect(said).toEqual([
    'Due in 2 days',
    'Due tomorrow',
    'Due today',
    'Overdue by 1 day',
    'Overdue by 4 days',
  ])
})

test('a fee says what it is for', () => {
  expect(feeLabel({ kind: 'first', month: '2026-11-01' })).toBe('First service fee, November 2026')
  expect(feeLabel({ kind: 'monthly', month: '2027-01-01' })).toBe('Service fee, January 2027')
})
