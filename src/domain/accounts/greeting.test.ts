import { expect, test } from 'vitest'
import { greetingName } from './greeting.ts'

test('the greeting takes the first name that is known [1.greeting] [1.greeting-account] [1.greeting-email] [1.greeting-friend]', () => {
  expect(greetingName('Ana', 'Bea', 'cleo@example.com')).toBe('Ana')
  expect(greetingName(null, 'Bea', 'cleo@example.com')).toBe('Bea')
  expect(greetingName(' ', '', 'cleo@example.com')).toBe('cleo')
  expect(greetingName(undefined, null, null)).toBe('Friend')
  expect(greetingName('', '', '@example.com')).toBe('Friend')
})
