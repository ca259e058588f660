import { z } from 'zod'
import {
  email,
  givenPassword,
  LIMITS,
  newPassword,
  optionalPhone,
  optionalText,
  PASSWORD_MIN,
  text,
} from '../text.ts'
import { SETTINGS_MESSAGES } from './messages.ts'

const person = { first_name: text('First Name', LIMITS.name), last_name: text('Last Name', LIMITS.name) }

/** The profile form of Account Settings: names and e-mail required, phone and unit optional. Section 5. */
export const Profile = z.strictObject({
  ...person,
  email,
  phone: optionalPhone,
  unit_number: optionalText('Unit Number', LIMITS.unit),
})

const new_password = newPassword(SETTINGS_MESSAGES.shortPassword, 'New Password')

/** A new password, and the current one that is checked. Decisions, 'Accounts'. */
export const PasswordChange = z.strictObject({
  current_password: givenPassword('Current Password'),
  new_password,
})

/** 'Forgot password?': whose. */
export const PasswordResetRequest = z.strictObject({ email })

/** What a link in a mail carries; anything that is no such link is an expired one. */
export const OpenedLink = z.strictObject({ token: text('Link', LIMITS.token) })

/** A new password for the account that the link belongs to. */
export const PasswordReset = z.strictObject({ ...OpenedLink.shape, new_password })

export type Profile = z.infer<typeof Profile>
export type PasswordChange = z.infer<typeof PasswordChange>

type NewPassword = { new_password: string; confirm_new_password: string }
type Refusal<Field extends string> = { field: Field; words: string }

/** Section 5: the match check comes first, then the length. The words to show, and the field that they are about. */
export function checkNewPassword(form: NewPassword): Refusal<keyof NewPassword> | null {
  const { new_password, confirm_new_password } = form
  if (new_password !== confirm_new_password) {
    return { field: 'confirm_new_password', words: SETTINGS_MESSAGES.mismatch }
  }
  if (new_password.length < PASSWORD_MIN) {
    return { field: 'new_password', words: SETTINGS_MESSAGES.shortPassword }
  }
  return null
}

type PasswordForm = NewPassword & { current_password: string }

/** The same, then that the current password is there: it is required on screen. Section 5. */
export function checkPasswordChange(form: PasswordForm): Refusal<keyof PasswordForm> | null {
  const refusal = checkNewPassword(form)
  if (refusal) return refusal
  const { current_password, new_password } = form
  const issue = PasswordChange.safeParse({ current_password, new_password }).error?.issues[0]
  if (!issue) return null
  return {
    field: issue.path[0] === 'new_password' ? 'new_password' : 'current_password',
    words: issue.message,
  }
}
