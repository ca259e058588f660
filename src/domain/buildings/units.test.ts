import { expect, test } from 'vitest'
import { occupiedUnits } from './units.ts'

test('occupied units are the profiles, 1 when their count is missing [9.default.1]', () => {
  expect([12, 1, 0, null, undefined].map((count) => occupiedUnits(count))).toEqual([12, 1, 1, 1, 1])
})
