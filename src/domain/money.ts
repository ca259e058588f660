import { formatNumber } from './number.ts'

/** The highest price per visit, in cents: 1,000,000 dollars. [5.price.2] */
export const MAX_PRICE = 100_000_000

/** Integer cents as US dollars: 123450 → '$1,234.50', -5 → '-$0.05'. [9.money.1] */
export function formatMoney(cents: number): string {
  const [dollars = '', rest] = priceText(Math.abs(cents)).split('.')
  return `${cents < 0 ? '-' : ''}$${formatNumber(Number(dollars))}.${rest}`
}

/**
 * Parses a price in dollars to integer cents, without floats: digits with at most 2 decimals, more than 0, at most
 * 1,000,000, as people write it: '95', '$95', '1,200.50', '95.'. Null if it is not a valid price.
 * [5.price.1]
 */
export const parsePrice = (text: string): number | null => parseAmount(text, MAX_PRICE)

/** The same for a sum of at most `max` cents. */
export function parseAmount(text: string, max: number): number | null {
  const match = /^(?:\$\s*)?0*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return cents >= 1 && cents <= max ? cents : null
}

/** Integer cents as the text of a price field: 9950 → '99.50'. The inverse of `parsePrice`. */
export function priceText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Whether these cents may be a price per visit: an integer from 1 to 100,000,000. */
export function isPrice(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 1 && cents <= MAX_PRICE
}
