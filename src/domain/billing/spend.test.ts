import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthSpend, visitState } from './spend.ts'

const TODAY = '2026-11-20'

test('what is spent and what is to come are the estimate, and each line is in one of them', () => {
  const lines = fc.array(fc.record({ amount: fc.nat(100_000_000), to_come: fc.boolean() }))
  fc.assert(
    fc.property(lines, (all) => {
      const { so_far, to_come, estimated } = monthSpend(all)
      const listed = [...so_far.lines, ...to_come.lines]
      expect(listed.length).toBe(all.length)
      expect(new Set(listed)).toEqual(new Set(all))
      expect(so_far.lines.every((line) => !line.to_come) && to_come.lines.every((line) => line.to_come)).toBe(
        true,
      )
      expect(estimated).toBe(listed.reduce((total, each) => total + each.amount, 0))
      expect(estimated - so_far.amount).toBe(to_come.amount)
    }),
  )
})

test('each visit says how it stands', () => {
  const visits = [
    ['completed', '2026-11-03'],
    ['confirmed', '2026-11-03'],
    ['confirmed', TODAY],
    ['confirmed', '2026-11-21'],
  ] as const
  expect(visits.map(([status, scheduled_date]) => visitState({ status, scheduled_date }, TODAY))).toEqual([
    'Done',
    'Not marked done yet',
    'Today',
    'To come',
  ])
})
