import { z } from 'zod'
import { personFields } from '../accounts/contact-fields.ts'
import { proofFields } from '../factors/factor.ts'
import { LIMITS } from '../limits.ts'
import { optionalPhone } from '../phone.ts'
import { email, optionalText } from '../text.ts'

/**
 * The profile form of Account Settings: names and e-mail required, phone and unit optional. A changed e-mail takes the password,
 * too. [5.settings.1] [V7.5.1]
 */
export const UpdateProfile = z.strictObject({
  ...personFields,
  email,
  phone: optionalPhone,
  unit_number: optionalText('Unit Number', LIMITS.unit),
  ...proofFields,
})
export type UpdateProfile = z.infer<typeof UpdateProfile>

/** Whether a save asks for another e-mail address, which takes effect only once its link was opened. [5.settings.2] */
export function isEmailChange(profile: { email: string }, entered: string): boolean {
  return entered !== profile.email
}
