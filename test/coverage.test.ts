import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PRODUCT } from '../src/domain/product.ts'
import { missingTests, quoted, read, rowsIn, testsOf } from './table-rows.ts'

const rows = rowsIn('docs/specification')

/** How many sentences each part of section 8 has: none of them may go missing from the table. */
const SENTENCES = {
  '8.contact': 2,
  '8.sign-up': 14,
  '8.building': 9,
  '8.settings': 7,
  '8.quotes': 6,
  '8.success': 15,
  '8.confirm': 2,
  '8.pending': 1,
  '8.empty': 4,
  '8.silent': 3,
}

/** Finds exactly these words in a source: {…} is whatever varies there, and a … at the end leaves the rest open. */
function exactly(said: string): RegExp {
  const open = said.endsWith(' …')
  const words = said
    .replace(/ …$/, '')
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
    .join('\\$?\\{[^{}]*\\}')
    .replaceAll(/\s+/g, '\\s+')
  return new RegExp(`['"\`>]\\s*${words}${open ? '' : '\\s*[\'"`<]'}`)
}

/** Finds a sentence of section 8 in a test, written out there: a constant compared with itself shows nothing. */
function sentence(said: string): RegExp {
  const parts = said.replaceAll('{the product}', PRODUCT).split(/\{[^{}]*\}/)
  const literal = parts.map((part) => part.trim().replaceAll(/[.*+?^$()|[\]\\]/g, '\\\\?\\$&'))
  const end = literal.at(-1) === '' ? '' : '[\'"`<$/]'
  return new RegExp(`['"\`>^/]${literal.join('[^\\n]{1,60}?')}${end}`)
}

describe('the coverage table', () => {
  test('has rows of four filled cells, each under an id of its own', () => {
    expect(rows.length).toBeGreaterThan(250)
    const wrong = rows.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell === ''))
    expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[2-9](\.[a-z0-9-]+)+$|^1\.[a-z0-9-]+$/.test(id))).toEqual([])
  })

  test('names files that exist', () => {
    const wrong = rows.flatMap(({ id, cells }) => {
      const files = quoted(cells[2])
      const missing = files.filter((file) => !existsSync(file))
      return files.length === 0 ? [`${id}: no file`] : missing.map((file) => `${id}: ${file}`)
    })
    expect(wrong).toEqual([])
  })

  test('names tests that exist, by their own titles', () => {
    const wrong = rows.flatMap(({ id, cells }) => missingTests(cells[3]).map((named) => `${id}: ${named}`))
    expect(wrong).toEqual([])
  })

  test('quotes what the sources say, letter for letter', () => {
    const wrong = rows.flatMap(({ id, cells }) => {
      const sources = quoted(cells[2]).map((file) => read(file) ?? '')
      const lost = quoted(cells[1]).filter((said) => !sources.some((source) => exactly(said).test(source)))
      return lost.map((said) => `${id}: ${said}`)
    })
    expect(wrong).toEqual([])
  })

  test('has each sentence of section 8 said in full by a test of its row', () => {
    const wrong = rows
      .filter(({ id }) => id.startsWith('8.'))
      .flatMap(({ id, cells }) => {
        const tests = testsOf(cells[3]).map(({ file }) => read(file) ?? '')
        const lost = quoted(cells[1]).filter((said) => !tests.some((words) => sentence(said).test(words)))
        return lost.map((said) => `${id}: ${said}`)
      })
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(SENTENCES))('has the sentences of %s, all of them', (part, count) => {
    const own = rows.filter(({ id }) => id.startsWith(`${part}.`))
    expect(own.map(({ id }) => id)).toEqual(
      Array.from({ length: count }, (_, index) => `${part}.${index + 1}`),
    )
    expect(own.filter(({ cells }) => quoted(cells[1]).length === 0).map(({ id }) => id)).toEqual([])
  })
})
