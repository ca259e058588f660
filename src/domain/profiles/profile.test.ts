import { expect, test } from 'vitest'
import { isEmailChange, UpdateProfile } from './profile.ts'

test('only another address is confirmed by a mail, however its letters were typed [5.settings.2]', () => {
  const profile = { email: 'ned@example.com' }
  const enter = (email: string) => UpdateProfile.parse({ first_name: 'Ned', last_name: 'Test', email }).email
  expect(isEmailChange(profile, enter('ned@example.com'))).toBe(false)
  expect(isEmailChange(profile, enter(' NED@example.com '))).toBe(false)
  expect(isEmailChange(profile, enter('ned@example.org'))).toBe(true)
})
