import { expect, test } from 'vitest'
import { firstFee, firstFeeDueOn } from './proration.ts'

test('the first fee is right to the cent on every day of 2024 to 2032 [9.fee.3]', () => {
  let days = 0
  for (
    const day = new Date('2024-01-01');
    day.getUTCFullYear() <= 2032;
    day.setUTCDate(day.getUTCDate() + 1)
  ) {
    const date = day.toISOString().slice(0, 10)
    expect(BigInt(firstFee(date)), date).toBe(oracle(day))
    days++
  }
  expect(days).toBe(9 * 365 + 3)
})

// Counts the days that are left by walking to the next month, and rounds tenths of a cent in whole numbers.
function oracle(started: Date): bigint {
  const month = started.getUTCMonth()
  const walk = new Date(started)
  walk.setUTCDate(1)
  let total = 0n
  let left = 0n
  for (; walk.getUTCMonth() === month; walk.setUTCDate(walk.getUTCDate() + 1)) {
    total++
    if (walk >= started) left++
  }
  const cents = (25_000n * left) / total
  return ((25_000n * left) % total) * 2n >= total ? cents + 1n : cents
}

test('known months', () => {
  expect(firstFee('2026-11-01')).toBe(25_000)
  expect(firstFee('2026-11-21')).toBe(8_333)
  expect(firstFee('2026-11-30')).toBe(833)
  expect(firstFee('2028-02-29')).toBe(862)
  expect(firstFee('2027-02-28')).toBe(893)
  expect(firstFee('2026-12-31')).toBe(806)
})

test('the first fee is due on the 1st of the next month [9.fee.5]', () => {
  expect(firstFeeDueOn('2026-11-21')).toBe('2026-12-01')
  expect(firstFeeDueOn('2026-12-31')).toBe('2027-01-01')
  expect(firstFeeDueOn('2026-12-01')).toBe('2027-01-01')
})
