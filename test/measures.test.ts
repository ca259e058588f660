import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The measures that the specification names, where the screens take them from. Section 9.
const expectStyle = (file: string, style: RegExp) =>
  expect(readFileSync(`src/web/${file}`, 'utf8')).toMatch(style)

test('the bar is fixed', () => {
  expectStyle('shell/top-bar.module.css', /\.bar \{[^}]*position: fixed;/)
})

test('the content begins 90 px below the bar', () => {
  expectStyle('shell/base.css', /--bar-height: 90px;/)
  expectStyle('shell/frame.module.css', /\.main \{[^}]*padding-top: var\(--bar-height\);/)
})

test('the contact message is at least 120 px high', () => {
  expectStyle('landing/contact-form.module.css', /\.message \{[^}]*min-height: 120px;/)
})

test('the grid of services has two columns', () => {
  expectStyle('ui/tone-card.module.css', /\.grid \{[^}]*repeat\(2, /)
})

test('the list of services scrolls at 400 px', () => {
  expectStyle('vendors/vendor-settings.module.css', /max-height: 400px;/)
})

test('the sign-up dialogs say their welcome for 2 seconds, and that a building is known for 3', () => {
  expectStyle('accounts/enter-portal.ts', /SHOW_WELCOME = 2000\n/)
  expectStyle('accounts/enter-portal.ts', /SHOW_EXISTING_BUILDING = 3000\n/)
})
