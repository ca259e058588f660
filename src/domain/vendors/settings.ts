import { z } from 'zod'
import { VendorStep1 } from '../accounts/sign-up.ts'
import { ids, LIMITS, optionalPhone } from '../text.ts'

/** What Vendor Settings says of the form as a whole. Section 8. */
export const VENDOR_SETTINGS_MESSAGES = {
  saved: 'All settings saved successfully!',
  failed: 'Failed to save settings',
} as const

/** Profile Information, with vendor sign-up's limits; the phone is optional here. Section 5, 'Vendor settings fields'. */
export const VendorProfile = z.strictObject({
  ...VendorStep1.omit({ password: true }).shape,
  phone: optionalPhone,
})

/** The whole form: who the vendor is, and all that it offers from now on. A vendor may pause and offer nothing. */
export const VendorSettings = z.strictObject({
  ...VendorProfile.shape,
  service_type_ids: ids('Services', LIMITS.service_types),
})

export type VendorSettings = z.infer<typeof VendorSettings>
