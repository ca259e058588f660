import { z } from 'zod'
import { formSchema, passwordTwice } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { givenPassword, newPassword } from '../password.ts'
import { email, text } from '../text.ts'
import { SETTINGS_MESSAGES } from './messages.ts'

const new_password = newPassword(SETTINGS_MESSAGES.shortPassword, 'New Password')
/** Equal passwords, then their length. [5.settings.3] */
const newPasswordTwice = passwordTwice('new_password', 'confirm_new_password', SETTINGS_MESSAGES)

/** A new password, and the current one that is checked. [5.settings.4] */
export const ChangePassword = z.strictObject({
  current_password: givenPassword('Current Password'),
  new_password,
})

/** The same as typed: equal new passwords, then their length, then the current one filled in. */
export const ChangePasswordForm = formSchema(ChangePassword.strip(), newPasswordTwice)

/** 'Forgot password?': the account's address. */
export const RequestPasswordReset = z.strictObject({ email })

/** The token of a link in a mail. */
export const OpenLink = z.strictObject({ token: text('Link', LIMITS.token) })

/** A new password for the link's account. */
export const ResetPassword = z.strictObject({ ...OpenLink.shape, new_password })

/** The same as typed: equal passwords, then their length. */
export const ResetPasswordForm = formSchema(z.object({ new_password }), newPasswordTwice)

export type ChangePassword = z.infer<typeof ChangePassword>
