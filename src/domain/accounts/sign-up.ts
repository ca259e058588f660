import { z } from 'zod'
import { DomainError } from '../errors.ts'
import {
  email,
  givenPassword,
  ids,
  LIMITS,
  newPassword,
  optionalPhone,
  optionalText,
  phone,
  state,
  text,
  wholeNumber,
  zip,
} from '../text.ts'
import { RESIDENT_MESSAGES, VENDOR_MESSAGES } from './messages.ts'

// What the wire carries: no confirm_password (the dialog's own check), no role, status, building or captain
// flag. Those are the server's to decide, so a request that names them is refused as unknown.

const person = { first_name: text('First Name', LIMITS.name), last_name: text('Last Name', LIMITS.name) }

const address = {
  address: text('Street Address', LIMITS.address),
  city: text('City', LIMITS.city),
  state,
  zip_code: zip,
}

/** Vendor step 1, business info. Section 5. */
export const VendorStep1 = z.strictObject({
  ...person,
  company_name: text('Company Name', LIMITS.company),
  ...address,
  email,
  phone,
  password: newPassword(VENDOR_MESSAGES.shortPassword),
})

/** Vendor step 2: the service types offered, at least one. Section 5. */
export const VendorStep2 = z.strictObject({
  service_type_ids: ids('Services', LIMITS.service_types).min(1, VENDOR_MESSAGES.noneSelected),
})

/** A vendor's whole sign-up. */
export const VendorSignUp = z.strictObject({ ...VendorStep1.shape, ...VendorStep2.shape })

/** Resident step 1, account info. Section 5. */
export const ResidentStep1 = z.strictObject({
  ...person,
  email,
  phone: optionalPhone,
  password: newPassword(RESIDENT_MESSAGES.shortPassword),
})

/** Resident step 2, 'Find Your Building'. Section 5. */
export const ResidentStep2 = z.strictObject({
  ...address,
  unit_number: optionalText('Unit Number', LIMITS.unit),
})

/** The address alone, as step 2 asks whether its building is known. Section 5. */
export const FindBuilding = z.strictObject(address)

/** Resident step 3, 'Tell Us About Your Building'. Section 5. */
export const ResidentStep3 = z.strictObject({
  number_of_floors: wholeNumber('Number of Floors', 1, LIMITS.number_of_floors).nullable().default(null),
  number_of_units: wholeNumber('Number of Units', 1, LIMITS.number_of_units),
  square_feet: wholeNumber('Square Feet', 0, LIMITS.square_feet).nullable().default(null),
})

/**
 * A resident's whole sign-up. number_of_units may be missing here: a building that is already signed up needs
 * no description. The server asks `requireUnits` when the building is new.
 */
export const ResidentSignUp = z.strictObject({
  ...ResidentStep1.shape,
  ...ResidentStep2.shape,
  ...ResidentStep3.shape,
  number_of_units: ResidentStep3.shape.number_of_units.nullable().default(null),
})

/** Sign-in: both required. Section 5. */
export const SignIn = z.strictObject({ email, password: givenPassword() })

export type VendorSignUp = z.infer<typeof VendorSignUp>
export type ResidentSignUp = z.infer<typeof ResidentSignUp>
export type SignIn = z.infer<typeof SignIn>

/** The number of units of a new building; DomainError 'invalid_input' when it is missing. Section 5, step 3. */
export function requireUnits(signUp: Pick<ResidentSignUp, 'number_of_units'>): number {
  if (signUp.number_of_units !== null) return signUp.number_of_units
  throw new DomainError('invalid_input', 'Number of Units is required', 'number_of_units')
}
