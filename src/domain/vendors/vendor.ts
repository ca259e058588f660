import { z } from 'zod'
import { addressFields, companyName, personFields } from '../accounts/contact-fields.ts'
import { addDays, type CalendarDate } from '../calendar.ts'
import { proofFields } from '../factors/factor.ts'
import { LIMITS } from '../limits.ts'
import { optionalPhone } from '../phone.ts'
import { email, ids } from '../text.ts'
import type { VisitStatus } from '../visits/visits.ts'

/** Messages of Vendor Settings about the whole form. */
export const VENDOR_SETTINGS_MESSAGES = {
  saved: 'All settings saved successfully!', // [8.success.8]
  failed: 'Failed to save settings', // [8.settings.6]
} as const

/**
 * Vendor Settings: the person, the company, and all service types that it offers. Limits are those of
 * sign-up, but the phone is optional, and a vendor may offer nothing.
 * [5.settings.5] [5.settings.6] [2.vendor-settings.2]
 */
export const UpdateVendor = z.strictObject({
  ...personFields,
  company_name: companyName,
  email,
  phone: optionalPhone,
  ...addressFields,
  service_type_ids: ids('Services', LIMITS.service_types),
  ...proofFields,
})
export type UpdateVendor = z.infer<typeof UpdateVendor>

/** Whether a vendor's offer stays the same, in any order: then a save changes no request. */
export function isSameOffer(before: readonly string[], chosen: readonly string[]): boolean {
  const types = new Set(before)
  return types.size === new Set(chosen).size && chosen.every((type) => types.has(type))
}

/** The visits whose prices are a vendor's revenue of the next 7 days. [2.vendor.2] [7.dashboard.2] [9.time.2] */
export function revenueWindow(today: CalendarDate): {
  from: CalendarDate
  to: CalendarDate
  status: VisitStatus
} {
  return { from: today, to: addDays(today, 6), status: 'confirmed' }
}
