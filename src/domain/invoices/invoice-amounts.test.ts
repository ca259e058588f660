import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import {
  invoiceParts,
  invoiceSums,
  MAX_SUBTOTAL,
  nextNumber,
  parseTaxRate,
  taxParts,
  taxRateText,
} from './invoice-amounts.ts'

const cents = fc.integer({ min: 1, max: 100_000_000 })
const rate = fc.integer({ min: 0, max: 3000 })

test('the sums of an invoice add up to the cent, whatever the order of its lines [Product 3.1]', () => {
  fc.assert(
    fc.property(
      fc.array(
        cents.map((amount) => ({ amount })),
        { maxLength: 100 },
      ),
      rate,
      (lines, taxRate) => {
        const sums = invoiceSums(lines, taxRate)
        expect(sums.subtotal).toBe(lines.reduce((sum, { amount }) => sum + amount, 0))
        expect(sums.total).toBe(sums.subtotal + sums.tax)
        // Within half a cent of the exact tax: never more than half below it, and less than half above it.
        const doubled = 2n * (BigInt(sums.tax) * 10_000n - BigInt(sums.subtotal) * BigInt(taxRate))
        expect(doubled > -10_000n && doubled <= 10_000n).toBe(true)
        expect(invoiceSums([...lines].reverse(), taxRate)).toEqual(sums)
      },
    ),
  )
})

test('each line’s part of the tax adds up to it, none below zero [Product 3.5]', () => {
  const lines = fc.array(
    cents.map((amount) => ({ amount })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(lines, rate, (all, taxRate) => {
      const parts = taxParts(all, taxRate)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(invoiceSums(all, taxRate).tax)
      expect(parts.every((part) => part >= 0)).toBe(true)
    }),
  )
  expect(taxParts([{ amount: 50 }, { amount: 50 }, { amount: 50 }], 100)).toEqual([1, 0, 1])
})

test('half a cent of tax is rounded up', () => {
  expect(invoiceSums([{ amount: 50 }], 100)).toEqual({ subtotal: 50, tax: 1, total: 51 })
  expect(invoiceSums([{ amount: 49 }], 100)).toEqual({ subtotal: 49, tax: 0, total: 49 })
  expect(invoiceSums([{ amount: 90_00 }, { amount: 90_00 }, { amount: 90_00 }], 1025)).toEqual({
    subtotal: 270_00,
    tax: 27_68,
    total: 297_68,
  })
})

test('a number follows the one before it in its own form', () => {
  expect(nextNumber(null)).toBe('INV-0001')
  expect(nextNumber('INV-0041')).toBe('INV-0042')
  expect(nextNumber('INV-9999')).toBe('INV-10000')
  expect(nextNumber('2026-007')).toBe('2026-008')
  expect(nextNumber('41')).toBe('42')
  expect(nextNumber('2026/A')).toBe('2026/A-1')
  expect(nextNumber('90071992547409929999')).toBe('90071992547409930000')
})

test('no number repeats along a series', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), (first) => {
      const series = [first]
      while (series.length < 12) series.push(nextNumber(series.at(-1) ?? null))
      expect(new Set(series).size).toBe(12)
    }),
  )
})

test('a typed tax rate is read as people write it', () => {
  expect(['', '0', '10', '10.25', '10.2 %', '30%'].map(parseTaxRate)).toEqual([0, 0, 1000, 1025, 1020, 3000])
  expect(['30.01', '-1', '1.255', 'ten', '1e1'].map(parseTaxRate)).toEqual([null, null, null, null, null])
  expect([0, 1000, 1025, 1020].map(taxRateText)).toEqual(['0 %', '10 %', '10.25 %', '10.2 %'])
})

test('the text of a rate is read back as the same rate', () => {
  fc.assert(
    fc.property(rate, (each) => {
      expect(parseTaxRate(taxRateText(each))).toBe(each)
    }),
  )
})

test('lines are on as few invoices as their number and sum allow, each once and in order', () => {
  const amounts = fc.array(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100_000_000)), {
    maxLength: 300,
  })
  fc.assert(
    fc.property(amounts, (drawn) => {
      const lines = drawn.map((amount, id) => ({ id, amount }))
      const parts = invoiceParts(lines)
      expect(parts.flat()).toEqual(lines)
      for (const [at, part] of parts.entries()) {
        const sum = invoiceSums(part, 0).subtotal
        expect(part.length).toBeGreaterThan(0)
        expect(part.length).toBeLessThanOrEqual(LIMITS.invoice_lines)
        expect(sum).toBeLessThanOrEqual(MAX_SUBTOTAL)
        const next = parts[at + 1]?.[0]
        if (next && part.length < LIMITS.invoice_lines)
          expect(sum + next.amount).toBeGreaterThan(MAX_SUBTOTAL)
      }
    }),
  )
})
