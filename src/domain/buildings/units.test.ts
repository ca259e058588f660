import { expect, test } from 'vitest'
import { occupiedUnits } from './units.ts'

test('occupied units are the profiles, 1 when their count is missing [9.default.1]', () => {
  expect([12, 1, 0, null, undefined].map((count) => occupiedUnits(count, 24))).toEqual([12, 1, 1, 1, 1])
  expect(occupiedUnits(12, null)).toBe(12)
})

test('occupied units never exceed the units', () => {
  expect(occupiedUnits(40, 24)).toBe(24)
})
