import { z } from 'zod'
import { isCalendarDate } from './calendar.ts'
import { LIMITS } from './limits.ts'
import { formatNumber } from './number.ts'

export { LIMITS }

export const PASSWORD_MIN = 6

// Control characters except tab and newline, and halves of surrogate pairs: PostgreSQL can't store them.
const UNUSABLE = /[^\P{Cc}\t\n]|\p{Cs}/u

function anyText(label: string) {
  return z.string({ error: ({ input }) => `${label} ${input == null ? 'is required' : 'must be text'}` })
}

function bounded(schema: z.ZodString, label: string, max: number) {
  return schema
    .max(max, `${label} can have at most ${max} characters`)
    .refine((value) => !UNUSABLE.test(value), `${label} has a character that can't be used`)
}

function trimmed(label: string) {
  return anyText(label).overwrite((value) => value.replaceAll('\r\n', '\n').trim())
}

/** A required text, trimmed, of at most `max` characters; refusals are sentences that name the label. Section 5. */
export function text(label: string, max: number) {
  return bounded(trimmed(label).min(1, `${label} is required`), label, max)
}

/** An optional text, trimmed, of at most `max` characters; absent, null or blank is null. */
export function optionalText(label: string, max: number) {
  return bounded(trimmed(label), label, max)
    .nullish()
    .transform((value) => value || null)
}

/** An e-mail address, trimmed and in lower case, as accounts keep it. */
export const email = text('Email', LIMITS.email)
  .toLowerCase()
  .regex(z.regexes.email, 'Email must be a valid e-mail address')

/** A new password: 6 to 128 characters, compared exactly, so never trimmed. `tooShort` is the screen's own words. */
export function newPassword(tooShort: string, label = 'Password') {
  return bounded(anyText(label).min(PASSWORD_MIN, tooShort), label, LIMITS.password)
}

export const password = newPassword('Password must be at least 6 characters')

/** A password that is compared with a stored one: required and bounded, nothing else. */
export function givenPassword(label = 'Password') {
  return bounded(anyText(label).min(1, `${label} is required`), label, LIMITS.password)
}

/**
 * What the phone fields show while one types: digits only, at most 10, as (555) 123-4567. A leading +1, which
 * browsers fill in, is the country and not part of the ten. Section 5.
 */
export function formatPhone(typed: string): string {
  const digits = typed
    .replace(/^\s*\+1/, '')
    .replace(/\D/g, '')
    .slice(0, 10)
  if (digits.length <= 3) return digits
  const local = digits.length <= 6 ? digits.slice(3) : `${digits.slice(3, 6)}-${digits.slice(6)}`
  return `(${digits.slice(0, 3)}) ${local}`
}

const PHONE = 'Phone must have 10 digits'
const isPhone = (value: string) => formatPhone(value).length === LIMITS.phone

/** A required phone number of 10 digits in any notation, kept as (555) 123-4567. */
export const phone = text('Phone', 40).refine(isPhone, PHONE).transform(formatPhone)

/** The same, but absent, null or blank is null. */
export const optionalPhone = optionalText('Phone', 40)
  .refine((value) => value === null || isPhone(value), PHONE)
  .transform((value) => value && formatPhone(value))

/** A state as two letters, kept in upper case. Section 5. */
export const state = text('State', LIMITS.state)
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'State must be 2 letters')

/** A zip code of five digits. Section 5. */
export const zip = text('Zip Code', LIMITS.zip).regex(/^\d{5}$/, 'Zip Code must be 5 digits')

/** A row's id. Any UUID will do: one that no row has is 'not found', as one of somebody else's rows. */
export const id = z.guid({ error: 'This id is not valid' }).toLowerCase()

/** A list of different ids, at most `max`. */
export function ids(label: string, max: number) {
  return z
    .array(id, { error: `${label} must be a list` })
    .max(max, `${label} can have at most ${max} entries`)
    .refine((list) => new Set(list).size === list.length, `${label} names one entry twice`)
}

/** A calendar date 'YYYY-MM-DD' that exists. */
export function calendarDate(label: string) {
  const words = `${label} must be a date`
  return anyText(label).max(LIMITS.date, words).refine(isCalendarDate, words)
}

/** A time of day 'HH:MM' or 'HH:MM:SS', kept as 'HH:MM:00': nothing is arranged to the second. */
export function timeOfDay(label: string) {
  const words = `${label} must be a time of day`
  return anyText(label)
    .max(LIMITS.time, words)
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, words)
    .overwrite((value) => `${value.slice(0, 5)}:00`)
}

/** A whole number from `min` to `max`. */
export function wholeNumber(label: string, min: number, max: number) {
  const words = `${label} must be a whole number from ${min} to ${formatNumber(max)}`
  return z
    .int({ error: ({ input }) => (input == null ? `${label} is required` : words) })
    .min(min, words)
    .max(max, words)
}
