import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VISIT_STATUSES } from '../visits/visits.ts'
import { monthSpend, type PricedVisit, visitState } from './spend.ts'

const visit = (day: number, price: number, status: PricedVisit['status'] = 'confirmed') => ({
  scheduled_date: `2026-11-${String(day).padStart(2, '0')}`,
  status,
  price,
})
const TODAY = '2026-11-20'

test('a visit of today counts as spent, tomorrow’s as still to come, a cancelled or missed one not at all', () => {
  const visits = [
    visit(2, 9999, 'completed'),
    visit(20, 12_000),
    visit(21, 100),
    visit(5, 7, 'cancelled'),
    visit(6, 7, 'missed'),
  ]
  const spend = monthSpend(9167, visits, TODAY)
  expect(spend.so_far.amount).toBe(9167 + 9999 + 12_000)
  expect(spend.to_come).toEqual({ visits: [visits[2]], amount: 100 })
  expect(spend.estimated).toBe(9167 + 9999 + 12_000 + 100)
})

test('on the first day there is the fee, and the rest is still to come', () => {
  expect(monthSpend(9167, [], TODAY)).toMatchObject({ so_far: { amount: 9167 }, estimated: 9167 })
  const ahead = monthSpend(0, [visit(1, 5), visit(30, 6)], '2026-11-01')
  expect([ahead.so_far.amount, ahead.to_come.amount]).toEqual([5, 6])
})

test('what is listed always sums to the figures, and no visit is listed twice', () => {
  const visits = fc.array(
    fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 100_000_000 }))
      .chain(([day, price]) => fc.constantFrom(...VISIT_STATUSES).map((status) => visit(day, price, status))),
  )
  fc.assert(
    fc.property(fc.nat(25_000), visits, (fee, all) => {
      const { so_far, to_come, estimated } = monthSpend(fee, all, TODAY)
      const listed = [...so_far.visits, ...to_come.visits]
      const paid = all.filter(({ status }) => status === 'confirmed' || status === 'completed')
      expect(listed.length).toBe(paid.length)
      expect(estimated).toBe(fee + listed.reduce((total, each) => total + each.price, 0))
      expect(estimated - so_far.amount).toBe(to_come.amount)
    }),
  )
})

test('each visit says how it stands', () => {
  const said = [visit(3, 1, 'completed'), visit(3, 1), visit(20, 1), visit(21, 1)]
  expect(said.map((each) => visitState(each, TODAY))).toEqual([
    'Done',
    'Not marked done yet',
    'Today',
    'To come',
  ])
})
