import type { z } from 'zod'
import { unusableIn } from './characters.ts'
import { LIMITS, PASSWORD_MIN } from './limits.ts'
import { anyText, usable } from './text.ts'

/** A password as the sign-in library compares it, so that another keyboard's letters and digits are the same. [V6.2.8] */
export function comparedPassword(password: string): string {
  return password.normalize('NFKC')
}

/** The length of a password: the code points of what is compared. */
export function passwordLength(password: string): number {
  return [...comparedPassword(password)].length
}

/** One character of NFKC may be typed as up to four, each of two code units. */
const MOST_UNITS = 8

/**
 * A new password of 6 to 128 characters, never trimmed or cut. `tooShort` is the screen's own message.
 * [V6.2.4] [V6.2.5] [V6.2.8]
 */
export function newPassword(tooShort: string, label = 'Password') {
  const long = anyText(label).refine((value) => passwordLength(value) >= PASSWORD_MIN, tooShort)
  return usablePassword(long, label)
}

export const password = newPassword('Password must be at least 6 characters')

/** A current password, for comparison: required, with the maximum length, but no minimum. */
export function givenPassword(label = 'Password') {
  return usablePassword(anyText(label).min(1, `${label} is required`), label)
}

function usablePassword(schema: z.ZodString, label: string) {
  const message = `${label} can have at most ${LIMITS.password} characters`
  return usable(
    schema
      .max(MOST_UNITS * LIMITS.password, message)
      .refine((value) => passwordLength(value) <= LIMITS.password, message),
    label,
    unusableIn,
  )
}
