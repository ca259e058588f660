import { LIMITS } from './limits.ts'
import { longText, optionalLongText } from './text.ts'

const DIGITS = 10

/** Finds the ten digits of a US number, however it is written; null if there is none. */
export type ReadPhone = (typed: string) => string | null

/**
 * Formats a phone number as it is typed: at most 10 digits, as (555) 123-4567. A complete number loses its country code and
 * extension; another country's keeps its +, so that it is not taken for one of here. `read` knows more notations.
 * [5.vendor.5] [5.vendor.6] [9.limit.3]
 */
export function formatPhone(typed: string, read: ReadPhone = () => null): string {
  const plain = typed.normalize('NFKC')
  const found = read(plain)
  if (found !== null) return inGroups(found)
  const digits = digitsOf(plain)
  if (digits.startsWith('1') && digits.length > DIGITS) return inGroups(digits.slice(1, 1 + DIGITS))
  if (/^\s*\+/.test(plain)) return `+${digits}`.slice(0, LIMITS.phone)
  return inGroups(digits.slice(0, DIGITS))
}

function inGroups(digits: string): string {
  if (digits.length <= 3) return digits
  const local = digits.length <= 6 ? digits.slice(3) : `${digits.slice(3, 6)}-${digits.slice(6)}`
  return `(${digits.slice(0, 3)}) ${local}`
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * A phone field after an edit: its formatted text, and where the caret goes, which stays at the digit that it stood at. After
 * a deletion forward it stands before the next digit, else after the previous one, so that the next key press goes on.
 */
export function editPhone(typed: string, caret: number, forward: boolean, read?: ReadPhone) {
  const text = formatPhone(typed, read)
  const before = digitsOf(typed.slice(0, caret)).length
  const [all, kept] = [digitsOf(typed), digitsOf(text)]
  // A country code that was dropped stood before the caret.
  const left = all.endsWith(kept) ? Math.max(0, before - (all.length - kept.length)) : before
  return { text, caret: forward ? beforeDigit(text, left) : afterDigit(text, left) }
}

/** The position right after the first `count` digits. */
function afterDigit(text: string, count: number): number {
  if (count === 0) return text.startsWith('+') ? 1 : 0
  const digits = [...text.matchAll(/\d/g)]
  return (digits[count - 1]?.index ?? text.length - 1) + 1
}

/** The position right before the digit after the first `count`. */
function beforeDigit(text: string, count: number): number {
  return [...text.matchAll(/\d/g)][count]?.index ?? text.length
}

const PHONE = 'Phone must have 10 digits'
const isPhone = (value: string) => /^\(\d{3}\) \d{3}-\d{4}$/.test(formatPhone(value))

/** A required US phone number in any notation, stored as (555) 123-4567. */
export const phone = longText('Phone', 40)
  .refine(isPhone, PHONE)
  .transform((value) => formatPhone(value))

/** An optional phone number; null if absent or blank. */
export const optionalPhone = optionalLongText('Phone', 40)
  .refine((value) => value === null || isPhone(value), PHONE)
  .transform((value) => value && formatPhone(value))
