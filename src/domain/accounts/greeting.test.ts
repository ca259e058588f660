import { expect, test } from 'vitest'
import { greetingName, homePath } from './greeting.ts'

test('the greeting takes the first name that is known [1.greeting] [1.greeting-account] [1.greeting-email] [1.greeting-friend]', () => {
  expect(greetingName('Ana', 'Bea', 'cleo@example.com')).toBe('Ana')
  expect(greetingName(null, 'Bea', 'cleo@example.com')).toBe('Bea')
  expect(greetingName(' ', '', 'cleo@example.com')).toBe('cleo')
  expect(greetingName(undefined, null, null)).toBe('Friend')
  expect(greetingName('', '', '@example.com')).toBe('Friend')
})

test('each role starts at its own page [6.home]', () => {
  expect(homePath('admin')).toBe('/admin/overview')
  expect(homePath('contractor')).toBe('/vendor/dashboard')
  for (const role of ['homeowner', 'captain', 'member'] as const)
    expect(homePath(role)).toBe('/home/dashboard')
})
