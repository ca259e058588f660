// Rules: [V2.2.1]

import { z } from 'zod'
import { isCalendarDate } from './calendar.ts'
import { LIMITS, PASSWORD_MIN } from './limits.ts'
import { formatNumber } from './number.ts'

// Control characters except tab and newline, and lone surrogates. PostgreSQL can't store NUL and lone surrogates.
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

/** A required text, trimmed, of at most `max` characters. Error messages start with the label. */
export function text(label: string, max: number) {
  return bounded(trimmed(label).min(1, `${label} is required`), label, max)
}

/** An optional text, trimmed, of at most `max` characters; null if absent or blank. */
export function optionalText(label: string, max: number) {
  return bounded(trimmed(label), label, max)
    .nullish()
    .transform((value) => value || null)
}

/** An e-mail address, trimmed and in lower case. [5.contact.2] */
export const email = text('Email', LIMITS.email)
  .toLowerCase()
  .regex(z.regexes.email, 'Email must be a valid e-mail address')

/**
 * A new password of 6 to 128 characters, never trimmed. `tooShort` is the screen's own message.
 * [V6.2.4] [V6.2.5] [V6.2.8]
 */
export function newPassword(tooShort: string, label = 'Password') {
  return bounded(anyText(label).min(PASSWORD_MIN, tooShort), label, LIMITS.password)
}

export const password = newPassword('Password must be at least 6 characters')

/** A current password, for comparison: required, with the maximum length, but no minimum. */
export function givenPassword(label = 'Password') {
  return bounded(anyText(label).min(1, `${label} is required`), label, LIMITS.password)
}

/**
 * Formats a phone number as it is typed: at most 10 digits, as (555) 123-4567. Drops the country code +1, which browsers
 * may autofill.
 * [5.vendor.5] [5.vendor.6] [9.limit.3]
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

/** A required phone number: 10 digits in any notation, stored as (555) 123-4567. */
export const phone = text('Phone', 40).refine(isPhone, PHONE).transform(formatPhone)

/** An optional phone number; null if absent or blank. */
export const optionalPhone = optionalText('Phone', 40)
  .refine((value) => value === null || isPhone(value), PHONE)
  .transform((value) => value && formatPhone(value))

/** A US state code of two letters, stored in upper case. [5.vendor.4] [5.resident.9] */
export const state = text('State', LIMITS.state)
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'State must be 2 letters')

/** A zip code of five digits. */
export const zip = text('Zip Code', LIMITS.zip).regex(/^\d{5}$/, 'Zip Code must be 5 digits')

/** A row's id: any UUID, in lower case. An unknown id is 'not_found', like a row that the viewer may not see. */
export const id = z.guid({ error: 'This id is not valid' }).toLowerCase()

/** A list of at most `max` different ids. */
export function ids(label: string, max: number) {
  return z
    .array(id, { error: `${label} must be a list` })
    .max(max, `${label} can have at most ${max} entries`)
    .refine((list) => new Set(list).size === list.length, `${label} names one entry twice`)
}

/** A valid calendar date, 'YYYY-MM-DD'. */
export function calendarDate(label: string) {
  const message = `${label} must be a date`
  return anyText(label).max(LIMITS.date, message).refine(isCalendarDate, message)
}

/** A time of day, 'HH:MM' or 'HH:MM:SS', stored as 'HH:MM:00': visits are scheduled to the minute. */
export function timeOfDay(label: string) {
  const message = `${label} must be a time of day`
  return anyText(label)
    .max(LIMITS.time, message)
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, message)
    .overwrite((value) => `${value.slice(0, 5)}:00`)
}

/** A whole number from `min` to `max`. */
export function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${formatNumber(max)}`
  return z
    .int({ error: ({ input }) => (input == null ? `${label} is required` : message) })
    .min(min, message)
    .max(max, message)
}
