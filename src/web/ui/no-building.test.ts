import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Theme } from '../app/theme.tsx'
import { NoBuilding } from './no-building.tsx'

test('somebody without a building is told so, and whom to ask [2.building.23] [8.building.1] [8.empty.3]', () => {
  const page = renderToStaticMarkup(createElement(Theme, null, createElement(NoBuilding)))
  expect(page).toContain('>No Building Assigned<')
  const words = page.replaceAll(/<[^>]+>/g, '')
  expect(words).toContain('No building found for your account. Please contact support.')
  expect(page).toMatch(/<a [^>]*href="\/#contact-section"[^>]*>contact support<\/a>/)
})
