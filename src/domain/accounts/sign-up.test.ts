import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { RESIDENT_MESSAGES } from './messages.ts'
import { ResidentSignUp, requireUnits, SignIn, VendorSignUp } from './sign-up.ts'
import * as steps from './sign-up-steps.ts'

const person = { first_name: 'Ana', last_name: 'Lopez', email: 'ana@example.com', password: 'secret1' }
const place = { address: '12 Pine St', city: 'Seattle', state: 'wa', zip_code: '98101' }
const id = '0188d7a0-0000-7000-8000-00000000000a'
const vendor = { ...person, ...place, company_name: 'Green & Co', phone: '5551234567' }
const vendorForm = { ...vendor, confirm_password: 'secret1' }
const residentForm = { ...person, phone: '', confirm_password: 'secret1' }
const unitForm = { number_of_floors: '', number_of_units: '12', square_feet: '' }

test('vendor step 1 says what is wrong, in the order of the specification', () => {
  const { checkVendorStep1: check } = steps
  expect(check(vendorForm)).toBeNull()
  for (const field of Object.keys(vendorForm)) {
    expect(check({ ...vendorForm, [field]: '   ' }), field).toBe('Please fill in all required fields.')
  }
  const short = { ...vendorForm, password: 'abc', confirm_password: 'abc' }
  expect(check({ ...short, city: '' })).toBe('Please fill in all required fields.')
  expect(check({ ...short, confirm_password: 'abcd' })).toBe('Passwords do not match.')
  expect(check(short)).toBe('Password must be at least 6 characters long.')
  expect(check({ ...vendorForm, confirm_password: 'secret1 ' })).toBe('Passwords do not match.')
  expect(check({ ...vendorForm, zip_code: '981' })).toBe('Zip Code must be 5 digits')
})

test('vendor step 2 wants a service', () => {
  expect(steps.checkVendorStep2({ service_type_ids: [] })).toBe('Please select at least one service.')
  expect(steps.checkVendorStep2({ service_type_ids: [id] })).toBeNull()
})

test('resident step 1 leaves the phone out if one likes', () => {
  const { checkResidentStep1: check } = steps
  expect(check(residentForm)).toBeNull()
  for (const field of ['first_name', 'last_name', 'email', 'password', 'confirm_password']) {
    expect(check({ ...residentForm, [field]: ' ' }), field).toBe(RESIDENT_MESSAGES.required)
  }
  const short = { ...residentForm, password: 'abc', confirm_password: 'abc' }
  expect(check({ ...short, confirm_password: 'abcd' })).toBe('Passwords do not match')
  expect(check(short)).toBe('Password must be at least 6 characters')
  expect(check({ ...residentForm, phone: '555' })).toBe('Phone must have 10 digits')
})

test('resident step 2 leaves the unit number out if one likes', () => {
  const form = { ...place, unit_number: '' }
  expect(steps.checkResidentStep2(form)).toBeNull()
  for (const field of Object.keys(place)) {
    expect(steps.checkResidentStep2({ ...form, [field]: '' }), field).toBe(RESIDENT_MESSAGES.required)
  }
  expect(steps.checkResidentStep2({ ...form, state: 'W' })).toBe('State must be 2 letters')
})

test('resident step 3 wants the number of units, as integers', () => {
  const { checkResidentStep3: check } = steps
  expect(check(unitForm)).toBeNull()
  expect(steps.residentStep3({ ...unitForm, square_feet: '12,000' })).toEqual({
    number_of_floors: null,
    number_of_units: 12,
    square_feet: 12_000,
  })
  expect(check({ ...unitForm, number_of_units: '' })).toBe(RESIDENT_MESSAGES.required)
  for (const bad of ['0', '-1', '1.5', '12a', '10001', '1,2']) {
    expect(check({ ...unitForm, number_of_units: bad }), bad).toMatch(
      /^Number of Units must be a whole number/,
    )
  }
  expect(check({ ...unitForm, number_of_floors: '0' })).toMatch(/^Number of Floors /)
  expect(check({ ...unitForm, square_feet: '0' })).toBeNull()
})

test('what the dialogs let through, the wire takes', () => {
  expect(VendorSignUp.parse({ ...vendor, service_type_ids: [id] })).toMatchObject({
    state: 'WA',
    phone: '(555) 123-4567',
  })
  const resident = ResidentSignUp.parse({ ...person, ...place, ...steps.residentStep3(unitForm) })
  expect(resident).toMatchObject({
    phone: null,
    unit_number: null,
    number_of_floors: null,
    square_feet: null,
  })
  expect(requireUnits(resident)).toBe(12)
})

test('a new building needs its number of units, a known one does not', () => {
  const resident = ResidentSignUp.parse({ ...person, ...place })
  expect(() => requireUnits(resident)).toThrow(
    new DomainError('invalid_input', 'Number of Units is required', 'number_of_units'),
  )
})

test.each([
  'role',
  'status',
  'building_id',
  'captain_id',
  'captain',
  'confirm_password',
])('a sign-up that names %s is refused', (field) => {
  const resident = { ...person, ...place, number_of_units: 12 }
  expect(VendorSignUp.safeParse({ ...vendor, service_type_ids: [id], [field]: 'x' }).success).toBe(false)
  expect(ResidentSignUp.safeParse({ ...resident, [field]: 'x' }).success).toBe(false)
  expect(ResidentSignUp.safeParse(resident).success).toBe(true)
})

test('signing in wants both fields, the password as it is', () => {
  expect(SignIn.parse({ email: ' ANA@example.com', password: ' x ' })).toEqual({
    email: 'ana@example.com',
    password: ' x ',
  })
  expect(SignIn.safeParse({ email: 'ana@example.com', password: '' }).success).toBe(false)
  expect(SignIn.safeParse({ email: '', password: 'x' }).success).toBe(false)
})
