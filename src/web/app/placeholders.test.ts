import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { placeholdersOf } from '../../../test/routes.ts'
import { placeholders } from '../features/placeholders/screens.ts'
import { screenAt } from './screens.ts'
import { Theme } from './theme.tsx'

const expected = placeholdersOf('vendors', 'residents', 'captains', 'admins')

test.each(
  expected.map(({ path, title, line }) => [path, title, line]),
)('%s is called %s and has one line more [2.placeholder.*]', async (path, title, line) => {
  const screen = screenAt(path)?.component
  if (!screen) throw new Error(`${path} has no screen`)
  await screen.preload?.()
  const page = renderToStaticMarkup(createElement(Theme, null, createElement(screen)))
  const lines = [...page.matchAll(/<(h1|p)\b[^>]*>([^<]+)/g)].map(([, tag, text]) => [tag, text])
  expect(lines).toEqual([
    ['h1', title],
    ['p', line],
  ])
  expect(line).toMatch(/^[A-Z].{10,}\.$/)
})

test('there are no other placeholders', () => {
  const paths = placeholders.screens?.map(({ path }) => path)
  expect(paths?.toSorted()).toEqual(expected.map(({ path }) => path).toSorted())
})
