import { schemaResolver } from '@mantine/form'
import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ResidentStep1Form, VendorStep1Form } from '../../domain/accounts/sign-up.ts'
import { UpdateVendor } from '../../domain/vendors/vendor.ts'
import { firstError, refusedField } from './form-errors.ts'
import { formOf } from './mounted-form.test-support.ts'

const typed = {
  first_name: 'Ana',
  last_name: 'Lopez',
  company_name: 'Green & Co',
  address: '12 Pine St',
  city: 'Seattle',
  state: 'WA',
  zip_code: '98101',
  email: 'ana@example.com',
  phone: '5551234567',
  password: 'secret1',
  confirm_password: 'secret1',
}

const refusal = (change: Partial<typeof typed>, schema: z.ZodType = VendorStep1Form) =>
  firstError(schemaResolver(schema, { sync: true })({ ...typed, ...change }))

test('every blank field is marked with the one message', () => {
  expect(refusal({ city: ' ', company_name: '' })).toEqual({
    message: 'Please fill in all required fields.',
    fields: ['company_name', 'city'],
  })
})

test('the field comes from the schema, not from the text of the message', () => {
  expect(refusal({ confirm_password: 'secret2' })).toEqual({
    message: 'Passwords do not match.',
    fields: ['confirm_password'],
  })
  expect(refusal({ password: 'abc', confirm_password: 'abc' }).fields).toEqual(['password'])
  expect(refusal({ password: 'abc', confirm_password: 'abc' }, ResidentStep1Form).fields).toEqual([
    'password',
  ])
})

test('of several errors the first of the screen is shown and marked', () => {
  expect(refusal({ zip_code: '981', phone: '555' })).toEqual({
    message: 'Zip Code must be 5 digits',
    fields: ['zip_code'],
  })
})

test('errors come in the order of the fields on the screen', () => {
  const errors = schemaResolver(UpdateVendor, { sync: true })({ service_type_ids: [] })
  expect(Object.keys(errors).slice(0, 6)).toEqual([
    'first_name',
    'last_name',
    'company_name',
    'email',
    'address',
    'city',
  ])
})

test('a field that the server refused is one of this form', () => {
  const form = formOf({ email: '' })
  const refused = (field: string) =>
    TRPCClientError.from({ error: { code: -32600, message: 'No', data: { field } } })
  expect(refusedField(form, refused('email'))).toBe('email')
  expect(refusedField(form, refused('zip_code'))).toBeUndefined()
  expect(refusedField(form, new TypeError('Failed to fetch'))).toBeUndefined()
})
