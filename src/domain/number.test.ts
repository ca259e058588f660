import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'
import { formatNumber } from './number.ts'

test('numbers and money are formatted as by Intl.NumberFormat', () => {
  const numbers = new Intl.NumberFormat('en-US')
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.integer({ min: -1200, max: 1200 })), (value) => {
      expect(formatNumber(value)).toBe(numbers.format(value))
      expect(formatMoney(value)).toBe(dollars.format(value / 100))
    }),
    { numRuns: 1000 },
  )
})
