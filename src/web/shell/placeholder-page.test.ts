import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ADMIN_PAGES, CAPTAIN_PAGES, HOME_PAGES, VENDOR_PAGES } from '../../../test/places.ts'
import { routes } from './routes.tsx'
import { Theme } from './theme.tsx'

const placeholders = {
  '/vendor/invoices': VENDOR_PAGES['/vendor/invoices'],
  '/home/voting': HOME_PAGES['/home/voting'],
  ...CAPTAIN_PAGES,
  ...ADMIN_PAGES,
}

test.each(Object.entries(placeholders))('%s is called %s and has one line more', (path, title) => {
  const screen = routes.find((route) => route.path === path)?.screen
  if (!screen) throw new Error(`${path} has no screen`)
  const page = renderToStaticMarkup(createElement(Theme, null, createElement(screen)))
  const lines = [...page.matchAll(/<(h1|p)\b[^>]*>([^<]+)/g)].map(([, tag, words]) => [tag, words])
  expect(lines).toEqual([
    ['h1', title],
    ['p', expect.stringMatching(/^[A-Z].{10,}\.$/)],
  ])
})
