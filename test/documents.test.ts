import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = ['README.md', 'STYLE.md', ...globSync('docs/**/*.md')]
const read = (page: string) => readFileSync(page, 'utf8')
const lines = (page: string) => read(page).trimEnd().split('\n').length

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text))

test('the tables of rules name no file, so moving a file edits no table', () => {
  const tables = globSync('docs/{specification,security}/*.md')
  expect(tables.length).toBeGreaterThan(10)
  expect(tables.filter((page) => /\b(src|test|database|scripts)\//.test(read(page)))).toEqual([])
})

test('each file that a document names exists', () => {
  const missing = pages.flatMap((page) => {
    const named = [
      ...read(page).matchAll(
        /`((?:src|test|database|scripts|bench|docs)\/[\w./-]+|[\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|sql|css))`/g,
      ),
    ]
    return named.filter(([, path = '']) => !existsSync(path)).map(([, path]) => `${page}: ${path}`)
  })
  expect(missing).toEqual([])
})

test('each link between documents leads to an existing page and heading', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path ? join(dirname(page), path) : page
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
      })
      .map(([link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('documents are short', () => {
  const decisions = globSync('docs/decisions/*.md')
  expect(decisions.length).toBeGreaterThan(15)
  expect(decisions.filter((page) => lines(page) > 40)).toEqual([])
  expect(lines('docs/performance.md')).toBeLessThanOrEqual(120)
})

test('each dependency has a line in its decision, and each line has a dependency', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'))
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const named = [...read('docs/decisions/0007-dependencies.md').matchAll(/^\| (`[^|]+) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, name]) => name)
  expect(named.toSorted()).toEqual(installed.filter((name) => !name.startsWith('@types/')).toSorted())
})
