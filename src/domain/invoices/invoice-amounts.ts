import { LIMITS } from '../limits.ts'

/** What an invoice adds up to, in integer cents. */
export type InvoiceSums = { subtotal: number; tax: number; total: number }

/**
 * The sums of an invoice whose lines are integer cents, at a tax rate in hundredths of a percent. The tax is of the whole subtotal, rounded
 * half up to a cent. The database computes the same. Product 3.1
 */
export function invoiceSums(lines: readonly { amount: number }[], taxRate: number): InvoiceSums {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = Number((BigInt(subtotal) * BigInt(taxRate) + 5000n) / 10_000n)
  return { subtotal, tax, total: subtotal + tax }
}

/**
 * Each line's part of the tax on lines in their order, in integer cents: what the tax grows by with it, so that all parts are the tax. The
 * database computes the same. Product 3.5
 */
export function taxParts(lines: readonly { amount: number }[], taxRate: number): number[] {
  let before = 0
  return lines.map((_, at) => {
    const { tax } = invoiceSums(lines.slice(0, at + 1), taxRate)
    const part = tax - before
    before = tax
    return part
  })
}

/** The number after another one: 'INV-0041' → 'INV-0042', '999' → '1000', '2026/A' → '2026/A-1'; after none the first one. */
export function nextNumber(last: string | null, first = 'INV-0001'): string {
  if (last === null) return first
  const [, before = last, digits] = /^(.*?)(\d+)$/s.exec(last) ?? []
  if (digits === undefined) return `${last}-1`
  return `${before}${String(BigInt(digits) + 1n).padStart(digits.length, '0')}`
}

/** A tax rate in hundredths of a percent as people read it: 1025 → '10.25 %'. */
export function taxRateText(rate: number): string {
  return `${String(rate / 100)} %`
}

/** A typed rate of at most 30 % in hundredths of a percent: '10.25' → 1025; '' is none; null if it is not valid. */
export function parseTaxRate(typed: string): number | null {
  const match = /^(\d{1,2})(?:\.(\d{0,2}))?\s*%?$/.exec(typed.trim())
  if (typed.trim() === '') return 0
  if (!match) return null
  const rate = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return rate <= MAX_TAX_RATE ? rate : null
}

/** 30 %, in hundredths of a percent. */
export const MAX_TAX_RATE = 3000
/** The highest sum of an invoice's lines, in cents. */
export const MAX_SUBTOTAL = 1_000_000_000

/** Lines in the order given, as many invoices as their number and sum (cents) need. Product 3.1 */
export function invoiceParts<Line extends { amount: number }>(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = []
  let sum = 0
  for (const line of lines) {
    const last = parts.at(-1)
    sum += line.amount
    if (last && last.length < LIMITS.invoice_lines && sum <= MAX_SUBTOTAL) last.push(line)
    else {
      parts.push([line])
      sum = line.amount
    }
  }
  return parts
}

/** The most that an invoice can be of with its tax, in cents. */
export const MAX_TOTAL = 1_300_000_000
