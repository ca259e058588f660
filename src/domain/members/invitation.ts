import { z } from 'zod'
import { personFields } from '../accounts/contact-fields.ts'
import { RESIDENT_MESSAGES } from '../accounts/messages.ts'
import { DomainError } from '../errors.ts'
import { filledIn, formSchema, passwordTwice } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { newPassword } from '../password.ts'
import { optionalPhone } from '../phone.ts'
import { anyText, email, optionalLongText, optionalText, wholeNumber } from '../text.ts'
import { TIES, type Tie } from './unit.ts'

/** The days for which a link can work. */
export const LINK_DAYS = [1, 7, 30] as const

/** A new invitation link. With a unit, the captain has said who comes, and they are accepted at once. Product 4.1 */
export const CreateLink = z
  .strictObject({
    unit_number: optionalText('Unit Number', LIMITS.unit),
    tie: z.enum(TIES, { error: 'Choose owner or renter' }),
    max_uses: wholeNumber('Number of people', 1, LIMITS.link_uses),
    days: z.literal([...LINK_DAYS], { error: 'Choose for how long it works' }),
  })
  .transform(({ unit_number, tie, ...link }) =>
    unit_number === null ? { ...link, unit_number, tie: null } : { ...link, unit_number, tie },
  )

type CountedLink = { uses: number; max_uses: number; is_expired: boolean; is_revoked: boolean }

/** What a link is at this moment: only an open one works. Product 4.1 */
export type LinkState = 'open' | 'revoked' | 'expired' | 'used up'

/** The state of a link. Product 4.1 */
export function linkState({ uses, max_uses, is_expired, is_revoked }: CountedLink): LinkState {
  if (is_revoked) return 'revoked'
  if (uses >= max_uses) return 'used up'
  return is_expired ? 'expired' : 'open'
}

/** A building has at most so many links that still work. */
export function requireRoomForLink(open: number): void {
  if (open >= LIMITS.links)
    throw new DomainError('conflict', `there are ${LIMITS.links} links that work already. Revoke one first`)
}

/** The token of a link: 32 bytes, so that nobody guesses it. */
const token = anyText('Invitation')
  .max(LIMITS.token, 'This invitation is not valid')
  .regex(/^[\w-]{43}$/, 'This invitation is not valid')

export const OpenInvitation = z.strictObject({ token })

const person = {
  ...personFields,
  email,
  phone: optionalPhone,
  unit_number: optionalText('Unit Number', LIMITS.unit),
  password: newPassword(RESIDENT_MESSAGES.shortPassword),
  note: optionalLongText('Note', LIMITS.join_note),
}

/** Signing up by an invitation link: its building, and its unit if it names one. Product 4.1 */
export const JoinByLink = z.strictObject({ token, ...person })
export type JoinByLink = z.infer<typeof JoinByLink>

/** The same as typed: all but phone, unit and note filled in, then equal passwords, then their length. */
export const JoinForm = formSchema(
  z.strictObject(person).strip(),
  filledIn(['first_name', 'last_name', 'email', 'password', 'confirm_password'], RESIDENT_MESSAGES.required),
  passwordTwice('password', 'confirm_password', RESIDENT_MESSAGES),
)

type JoinedByLink = { role: 'homeowner' | 'member'; status: 'active' | 'pending'; unit_number: string | null }

/**
 * What somebody becomes who signs up by a link: with the unit that the captain said, accepted as its owner or renter; without one, somebody
 * who waits, in the unit that they wrote. Product 4.1
 */
export function joinByLink(
  link: { unit_number: string | null; tie: Tie | null },
  given: { unit_number: string | null },
): JoinedByLink {
  if (link.unit_number === null || link.tie === null)
    return { role: 'homeowner', status: 'pending', unit_number: given.unit_number }
  return {
    role: link.tie === 'renter' ? 'member' : 'homeowner',
    status: 'active',
    unit_number: link.unit_number,
  }
}
