import { expect, test } from 'vitest'
import type { z } from 'zod'
import { ChangePasswordForm, ResetPasswordForm } from './password.ts'

const form = { current_password: 'old-one', new_password: 'new-one', confirm_new_password: 'new-one' }

/** Each error as [field, message]. */
const errors = (schema: z.ZodType, change: Partial<typeof form>) =>
  schema.safeParse({ ...form, ...change }).error?.issues.map(({ path, message }) => [...path, message])

const mismatch = [['confirm_new_password', 'New passwords do not match']]
const short = [['new_password', 'New password must be at least 6 characters']]

test.each([
  ChangePasswordForm,
  ResetPasswordForm,
])('new passwords must be equal, then long enough [5.settings.3] (%#)', (schema) => {
  expect(errors(schema, {})).toBeUndefined()
  expect(errors(schema, { new_password: 'short' })).toEqual(mismatch)
  expect(errors(schema, { new_password: 'short', confirm_new_password: 'short' })).toEqual(short)
  expect(errors(schema, { confirm_new_password: 'new-one ' })).toEqual(mismatch)
})

test('the current password is required once the new one is right', () => {
  expect(errors(ChangePasswordForm, { current_password: '', confirm_new_password: 'other' })).toEqual(
    mismatch,
  )
  expect(errors(ChangePasswordForm, { current_password: '' })).toEqual([
    ['current_password', 'Current Password is required'],
  ])
})

test('only the passwords of the request are sent', () => {
  expect(ChangePasswordForm.parse(form)).toEqual({ current_password: 'old-one', new_password: 'new-one' })
  expect(ResetPasswordForm.parse(form)).toEqual({ new_password: 'new-one' })
})
