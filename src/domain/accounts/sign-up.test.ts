import { expect, test } from 'vitest'
import type { z } from 'zod'
import { RESIDENT_MESSAGES } from './messages.ts'
import {
  ResidentSignUp,
  ResidentStep1Form,
  ResidentStep2Form,
  ResidentStep3Form,
  SignIn,
  VendorSignUp,
  VendorStep1Form,
  VendorStep2Form,
} from './sign-up.ts'

const person = { first_name: 'Ana', last_name: 'Lopez', email: 'ana@example.com', password: 'secret1' }
const place = { address: '12 Pine St', city: 'Seattle', state: 'wa', zip_code: '98101' }
const id = '0188d7a0-0000-7000-8000-00000000000a'
const vendor = { ...person, ...place, company_name: 'Green & Co', phone: '5551234567' }
const vendorForm = { ...vendor, confirm_password: 'secret1' }
const residentForm = { ...person, phone: '', confirm_password: 'secret1' }
const unitForm = { number_of_floors: '', number_of_units: '12', square_feet: '' }

/** The fields with errors, each with its first message. */
function errors(schema: z.ZodType, values: unknown): Record<string, string> {
  const issues = schema.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

test('vendor step 1 names the field and the message, in the order of the specification [5.vendor.1-3]', () => {
  const check = (change: object) => errors(VendorStep1Form, { ...vendorForm, ...change })
  expect(check({})).toEqual({})
  for (const field of Object.keys(vendorForm)) {
    expect(check({ [field]: '   ' })).toEqual({ [field]: 'Please fill in all required fields.' })
  }
  const short = { password: 'abc', confirm_password: 'abc' }
  expect(check({ ...short, city: '', phone: '' })).toEqual({
    city: 'Please fill in all required fields.',
    phone: 'Please fill in all required fields.',
  })
  expect(check({ ...short, confirm_password: 'abcd' })).toEqual({
    confirm_password: 'Passwords do not match.',
  })
  expect(check(short)).toEqual({ password: 'Password must be at least 6 characters long.' })
  expect(check({ confirm_password: 'secret1 ' })).toEqual({ confirm_password: 'Passwords do not match.' })
  expect(check({ zip_code: '981' })).toEqual({ zip_code: 'Zip Code must be 5 digits' })
  expect(check({ email: 'ana' })).toEqual({ email: 'Email must look like ana@example.com' })
})

test('vendor step 2 requires a service [5.vendor.7]', () => {
  expect(errors(VendorStep2Form, { service_type_ids: [] })).toEqual({
    service_type_ids: 'Please select at least one service.',
  })
  expect(errors(VendorStep2Form, { service_type_ids: [id] })).toEqual({})
})

test('resident step 1 does not require the phone [5.resident.1] [5.resident.2]', () => {
  const check = (change: object) => errors(ResidentStep1Form, { ...residentForm, ...change })
  expect(check({})).toEqual({})
  for (const field of ['first_name', 'last_name', 'email', 'password', 'confirm_password']) {
    expect(check({ [field]: ' ' })).toEqual({ [field]: RESIDENT_MESSAGES.required })
  }
  const short = { password: 'abc', confirm_password: 'abc' }
  expect(check({ ...short, confirm_password: 'abcd' })).toEqual({
    confirm_password: 'Passwords do not match',
  })
  expect(check(short)).toEqual({ password: 'Password must be at least 6 characters' })
  expect(check({ phone: '555' })).toEqual({ phone: 'Phone must have 10 digits' })
})

test('resident step 2 does not require the unit number [5.resident.3]', () => {
  const check = (change: object) => errors(ResidentStep2Form, { ...place, unit_number: '', ...change })
  expect(check({})).toEqual({})
  for (const field of Object.keys(place)) {
    expect(check({ [field]: '' })).toEqual({ [field]: RESIDENT_MESSAGES.required })
  }
  expect(check({ state: 'W' })).toEqual({ state: 'State must be 2 letters' })
})

test('resident step 3 requires the number of units, as integers [5.resident.6-8]', () => {
  const check = (change: object) => errors(ResidentStep3Form, { ...unitForm, ...change })
  expect(check({})).toEqual({})
  expect(ResidentStep3Form.parse({ ...unitForm, square_feet: '12,000' })).toEqual({
    number_of_floors: null,
    number_of_units: 12,
    square_feet: 12_000,
  })
  expect(check({ number_of_units: '' })).toEqual({ number_of_units: RESIDENT_MESSAGES.required })
  for (const bad of ['0', '-1', '1.5', '12a', '10001', '1,2']) {
    expect(check({ number_of_units: bad })).toEqual({
      number_of_units: 'Number of Units must be a whole number from 1 to 10,000',
    })
  }
  expect(Object.keys(check({ number_of_floors: '0' }))).toEqual(['number_of_floors'])
  expect(check({ square_feet: '0' })).toEqual({})
})

test('the server accepts what the dialogs accept', () => {
  expect(VendorSignUp.parse({ ...vendor, service_type_ids: [id] })).toMatchObject({
    state: 'WA',
    phone: '(555) 123-4567',
  })
  const resident = ResidentSignUp.parse({ ...person, ...place, ...ResidentStep3Form.parse(unitForm) })
  expect(resident).toMatchObject({
    phone: null,
    unit_number: null,
    number_of_floors: null,
    number_of_units: 12,
    square_feet: null,
  })
})

test('the number of units may be missing, since a known building has it', () => {
  expect(ResidentSignUp.parse({ ...person, ...place }).number_of_units).toBeNull()
})

test.each([
  'role',
  'status',
  'building_id',
  'captain_id',
  'captain',
  'confirm_password',
])('a sign-up that names %s is refused [5.vendor.8] [6.default-role]', (field) => {
  const resident = { ...person, ...place, number_of_units: 12 }
  expect(VendorSignUp.safeParse({ ...vendor, service_type_ids: [id], [field]: 'x' }).success).toBe(false)
  expect(ResidentSignUp.safeParse({ ...resident, [field]: 'x' }).success).toBe(false)
  expect(ResidentSignUp.safeParse(resident).success).toBe(true)
})

test('sign-in requires both fields and keeps the password as it is [5.login.1]', () => {
  expect(SignIn.parse({ email: ' ANA@example.com', password: ' x ' })).toEqual({
    email: 'ana@example.com',
    password: ' x ',
  })
  expect(SignIn.safeParse({ email: 'ana@example.com', password: '' }).success).toBe(false)
  expect(SignIn.safeParse({ email: '', password: 'x' }).success).toBe(false)
})
