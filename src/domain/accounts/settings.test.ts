import { expect, test } from 'vitest'
import { checkNewPassword, checkPasswordChange } from './settings.ts'

const form = { current_password: 'old-one', new_password: 'new-one', confirm_new_password: 'new-one' }
const words = (more: Partial<typeof form>) => checkPasswordChange({ ...form, ...more })?.words

test('a new password is checked for its match first, then for its length', () => {
  expect(checkNewPassword(form)).toBeNull()
  expect(words({ new_password: 'short' })).toBe('New passwords do not match')
  expect(words({ new_password: 'short', confirm_new_password: 'short' })).toBe(
    'New password must be at least 6 characters',
  )
  expect(words({ confirm_new_password: 'new-one ' })).toBe('New passwords do not match')
})

test('the current password is asked for once the new one is right', () => {
  expect(checkPasswordChange(form)).toBeNull()
  expect(words({ current_password: '', confirm_new_password: 'other' })).toBe('New passwords do not match')
  expect(checkPasswordChange({ ...form, current_password: '' })).toEqual({
    field: 'current_password',
    words: 'Current Password is required',
  })
})
