import { z } from 'zod'
import { description, typedDescription } from '../buildings/description.ts'
import { filledIn, formSchema, passwordTwice } from '../form.ts'
import { LIMITS } from '../limits.ts'
import { givenPassword, newPassword } from '../password.ts'
import { optionalPhone, phone } from '../phone.ts'
import { email, ids, optionalLongText, optionalText } from '../text.ts'
import { addressFields, companyName, personFields } from './contact-fields.ts'
import { RESIDENT_MESSAGES, VENDOR_MESSAGES } from './messages.ts'

// The wire schemas refuse role, status, building and captain flag: the server decides those. Each form schema checks a
// step as typed: the specification's rules, then the wire schema, so that the server refuses nothing a dialog accepts.

/** Vendor step 1, business info. */
const VendorStep1 = z.strictObject({
  ...personFields,
  company_name: companyName,
  ...addressFields,
  email,
  phone,
  password: newPassword(VENDOR_MESSAGES.shortPassword),
})

/** Vendor step 2: the service types offered, at least one. [5.vendor.7] */
const VendorStep2 = z.strictObject({
  service_type_ids: ids('Services', LIMITS.service_types).min(1, VENDOR_MESSAGES.noneSelected),
})

/** A vendor's whole sign-up. [5.vendor.8] */
export const VendorSignUp = z.strictObject({ ...VendorStep1.shape, ...VendorStep2.shape })

/**
 * Vendor step 1 as typed: every field filled in, then equal passwords, then their length.
 * [2.vendor-signup.1] [5.vendor.1-3]
 */
export const VendorStep1Form = formSchema(
  VendorStep1.strip(),
  filledIn([...VendorStep1.keyof().options, 'confirm_password'], VENDOR_MESSAGES.required),
  passwordTwice('password', 'confirm_password', VENDOR_MESSAGES),
)

/** Vendor step 2 as chosen. [2.vendor-signup.2] */
export const VendorStep2Form = VendorStep2.strip()

/** Resident step 1, account info. */
const ResidentStep1 = z.strictObject({
  ...personFields,
  email,
  phone: optionalPhone,
  password: newPassword(RESIDENT_MESSAGES.shortPassword),
})

/** Resident step 2, 'Find Your Building'. */
const ResidentStep2 = z.strictObject({
  ...addressFields,
  unit_number: optionalText('Unit Number', LIMITS.unit),
  /** For the captain of a known building, who decides. Product 4.1 */
  note: optionalLongText('Note', LIMITS.join_note),
})

/** Only the address: step 2 looks up its building. */
export const FindBuilding = z.strictObject(addressFields)

/**
 * A resident's whole sign-up. number_of_units may be missing: a known building needs no description. A
 * captain must give it (`joinBuilding`).
 */
export const ResidentSignUp = z.strictObject({
  ...ResidentStep1.shape,
  ...ResidentStep2.shape,
  ...description,
  number_of_units: description.number_of_units.nullable().default(null),
})

/**
 * Resident step 1 as typed: all but the phone filled in, then equal passwords, then their length.
 * [5.resident.1] [5.resident.2]
 */
export const ResidentStep1Form = formSchema(
  ResidentStep1.strip(),
  filledIn(['first_name', 'last_name', 'email', 'password', 'confirm_password'], RESIDENT_MESSAGES.required),
  passwordTwice('password', 'confirm_password', RESIDENT_MESSAGES),
)

/**
 * Resident step 2 as typed: the address filled in; the unit number is optional.
 * [2.resident-signup.3] [5.resident.3]
 */
export const ResidentStep2Form = formSchema(
  ResidentStep2.strip(),
  filledIn(['address', 'city', 'state', 'zip_code'], RESIDENT_MESSAGES.required),
)

/**
 * Resident step 3 as typed: the number of units filled in; floors and square feet are optional.
 * [2.resident-signup.5] [5.resident.6-8]
 */
export const ResidentStep3Form = formSchema(
  z.object(typedDescription),
  filledIn(['number_of_units'], RESIDENT_MESSAGES.required),
)

/** Sign-in: both required. [5.login.1] [V6.4.2] */
export const SignIn = z.strictObject({ email, password: givenPassword() })

export type VendorSignUp = z.infer<typeof VendorSignUp>
export type ResidentSignUp = z.infer<typeof ResidentSignUp>
export type SignIn = z.infer<typeof SignIn>
