import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ADMIN_PAGES, CAPTAIN_PAGES, HOME_PAGES, VENDOR_PAGES } from '../../../test/places.ts'
import { screenAt } from './screens.ts'
import { Theme } from './theme.tsx'

const placeholders = {
  '/vendor/invoices': VENDOR_PAGES['/vendor/invoices'],
  '/home/voting': HOME_PAGES['/home/voting'],
  ...CAPTAIN_PAGES,
  ...ADMIN_PAGES,
}

test.each(
  Object.entries(placeholders),
)('%s is called %s and has one line more [2.placeholder.*]', (path, title) => {
  const screen = screenAt(path)?.component
  if (!screen) throw new Error(`${path} has no screen`)
  const page = renderToStaticMarkup(createElement(Theme, null, createElement(screen)))
  const lines = [...page.matchAll(/<(h1|p)\b[^>]*>([^<]+)/g)].map(([, tag, words]) => [tag, words])
  expect(lines).toEqual([
    ['h1', title],
    ['p', expect.stringMatching(/^[A-Z].{10,}\.$/)],
  ])
})
