import type { z } from 'zod'
import { PASSWORD_MIN } from '../text.ts'
import { RESIDENT_MESSAGES, VENDOR_MESSAGES } from './messages.ts'
import { ResidentStep1, ResidentStep2, ResidentStep3, VendorStep1, VendorStep2 } from './sign-up.ts'

// Each check takes the dialog's fields as typed and gives the sentence to show, or null when the step may go
// on. The specification's own rules come first, in its order; the wire schema's limits follow, so that what a
// dialog lets through is never refused by the server.

type Form<Field extends string> = Record<Field, string>
type Words = { required: string; mismatch: string; shortPassword: string }

export type VendorStep1Form = Form<keyof z.input<typeof VendorStep1> | 'confirm_password'>
export type ResidentStep1Form = Form<keyof z.input<typeof ResidentStep1> | 'confirm_password'>
export type ResidentStep2Form = Form<keyof z.input<typeof ResidentStep2>>
export type ResidentStep3Form = Form<keyof z.input<typeof ResidentStep3>>

/** Vendor step 1: every field not blank, then the passwords equal, then their length. Section 5. */
export function checkVendorStep1({ confirm_password, ...form }: VendorStep1Form): string | null {
  const values = [...Object.values(form), confirm_password]
  return (
    checkAccount(values, form.password, confirm_password, VENDOR_MESSAGES) ?? firstIssue(VendorStep1, form)
  )
}

/** Vendor step 2: at least one service. Section 5. */
export function checkVendorStep2(form: { service_type_ids: string[] }): string | null {
  return firstIssue(VendorStep2, form)
}

/** Resident step 1: names, e-mail and passwords not blank (phone is optional), equal, long enough. Section 5. */
export function checkResidentStep1({ confirm_password, ...form }: ResidentStep1Form): string | null {
  const values = [form.first_name, form.last_name, form.email, form.password, confirm_password]
  return (
    checkAccount(values, form.password, confirm_password, RESIDENT_MESSAGES) ??
    firstIssue(ResidentStep1, form)
  )
}

/** Resident step 2: address, city, state and zip not blank; the unit number is optional. Section 5. */
export function checkResidentStep2(form: ResidentStep2Form): string | null {
  const values = [form.address, form.city, form.state, form.zip_code]
  return values.some(isBlank) ? RESIDENT_MESSAGES.required : firstIssue(ResidentStep2, form)
}

/** Resident step 3: number of units required, floors and square feet optional. Section 5. */
export function checkResidentStep3(form: ResidentStep3Form): string | null {
  if (isBlank(form.number_of_units)) return RESIDENT_MESSAGES.required
  return firstIssue(ResidentStep3, residentStep3(form))
}

/** The building's description as the wire carries it: integers, null where the field is empty. Section 5. */
export function residentStep3(form: ResidentStep3Form) {
  return {
    number_of_floors: integer(form.number_of_floors),
    number_of_units: integer(form.number_of_units),
    square_feet: integer(form.square_feet),
  }
}

// NaN for text that is no whole number, which every schema refuses in words; parseInt would turn '12 000' into 12.
function integer(typed: string): number | null {
  const digits = typed.trim()
  if (digits === '') return null
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(digits) ? Number(digits.replaceAll(',', '')) : Number.NaN
}

function checkAccount(required: string[], password: string, confirmed: string, words: Words): string | null {
  if (required.some(isBlank)) return words.required
  if (password !== confirmed) return words.mismatch
  return password.length < PASSWORD_MIN ? words.shortPassword : null
}

function isBlank(value: string): boolean {
  return value.trim() === ''
}

function firstIssue(schema: z.ZodType, value: unknown): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null
}
