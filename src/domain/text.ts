// Rules: [V2.2.1]

import { z } from 'zod'
import { isCalendarDate } from './calendar.ts'
import { isBlank, unusableIn, unusableInName } from './characters.ts'
import { LIMITS } from './limits.ts'
import { formatNumber } from './number.ts'

export function anyText(label: string) {
  return z.string({ error: ({ input }) => `${label} ${input == null ? 'is required' : 'must be text'}` })
}

type Unusable = (text: string) => string | null

export function usable(schema: z.ZodString, label: string, unusable: Unusable) {
  return schema.superRefine((value, context) => {
    const reason = unusable(value)
    if (reason !== null) context.addIssue(`${label} ${reason}`)
  })
}

function bounded(schema: z.ZodString, label: string, max: number, unusable: Unusable) {
  return usable(schema.max(max, `${label} can have at most ${max} characters`), label, unusable)
}

function trimmed(label: string) {
  return anyText(label).overwrite((value) => value.replaceAll('\r\n', '\n').trim())
}

/** A pasted line break or tab is a space: in a mail, a name of two lines would pass for a sentence of the portal's. */
function oneLine(label: string) {
  return trimmed(label).overwrite((value) => value.replace(/\s*[\n\t]\s*/g, ' '))
}

/**
 * A required name, address or the like: one line, trimmed, of at most `max` characters, none invisible. Messages start
 * with the label.
 */
export function text(label: string, max: number) {
  return bounded(oneLine(label).min(1, `${label} is required`), label, max, unusableInName)
}

/** The same, optional: null if absent or blank. */
export function optionalText(label: string, max: number) {
  return orNull(bounded(oneLine(label), label, max, unusableInName))
}

/** A required longer text, in which invisible characters may stand, but not alone. */
export function longText(label: string, max: number) {
  const visible = trimmed(label).refine((value) => !isBlank(value), `${label} is required`)
  return bounded(visible, label, max, unusableIn)
}

/** An optional longer text; null if absent or blank. */
export function optionalLongText(label: string, max: number) {
  return orNull(bounded(trimmed(label), label, max, unusableIn))
}

function orNull(schema: z.ZodString) {
  return schema.nullish().transform((value) => (value && !isBlank(value) ? value : null))
}

/** An e-mail address, trimmed and in lower case. [5.contact.2] */
export const email = text('Email', LIMITS.email)
  .toLowerCase()
  .regex(z.regexes.email, 'Email must look like ana@example.com')

/** A US state code of two letters, stored in upper case. [5.vendor.4] [5.resident.9] */
export const state = text('State', LIMITS.state)
  .normalize('NFKC')
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'State must be 2 letters')

/** A zip code of five digits, in full width, too. */
export const zip = text('Zip Code', LIMITS.zip)
  .normalize('NFKC')
  .regex(/^\d{5}$/, 'Zip Code must be 5 digits')

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

/** An optional time of day as typed: '' is none. */
export function typedTime<Time extends z.ZodType<string | null, string | null>>(time: Time) {
  return z
    .string()
    .transform((typed): string | null => typed || null)
    .pipe(time)
}

/** A whole number from `min` to `max`. */
export function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${formatNumber(max)}`
  return z
    .int({ error: ({ input }) => (input == null ? `${label} is required` : message) })
    .min(min, message)
    .max(max, message)
}
