import { describe, expect, test } from 'vitest'
import { PRODUCT } from '../src/domain/product.ts'
import {
  carrying,
  inPages,
  inSources,
  inTestFiles,
  inTitles,
  quoted,
  read,
  specification,
  standard,
} from './rules.ts'

/** The number of messages in each part of section 8, so that none can go missing from the table. */
const MESSAGES = {
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

/** Finds exactly this text in a source: {…} stands for any text, and a … at the end for any end. */
function exactly(text: string): RegExp {
  const open = text.endsWith(' …')
  const pattern = text
    .replace(/ …$/, '')
    .split(/\{[^{}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
    .join('\\$?\\{[^{}]*\\}')
    .replaceAll(/\s+/g, '\\s+')
  return new RegExp(`['"\`>]\\s*${pattern}${open ? '' : '\\s*[\'"`<]'}`)
}

/** Finds a message of section 8 written out in a test, because comparing a constant with itself proves nothing. */
function message(text: string): RegExp {
  const parts = text.replaceAll('{the product}', PRODUCT).split(/\{[^{}]*\}/)
  const literal = parts.map((part) => part.trim().replaceAll(/[.*+?^$()|[\]\\]/g, '\\\\?\\$&'))
  const end = literal.at(-1) === '' ? '' : '[\'"`<$/]'
  return new RegExp(`['"\`>^/]${literal.join('[^\\n]{1,60}?')}${end}`)
}

/** The quoted texts that no file with the rule's id contains. */
function lost(rules: typeof specification, marks: typeof inSources, pattern: (text: string) => RegExp) {
  return rules.flatMap(({ id, cells }) => {
    const files = [...new Set(carrying(marks, id).map(({ file }) => file))].map(read)
    const texts = quoted(cells[1]).filter((text) => !files.some((file) => pattern(text).test(file)))
    return texts.map((text) => `${id}: ${text}`)
  })
}

describe('the rules of the specification', () => {
  test('have a unique id and a text', () => {
    expect(specification.length).toBeGreaterThan(590)
    const wrong = specification.filter(({ cells }) => cells.length !== 2 || cells.includes(''))
    expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
    const ids = specification.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[1-9]\.[a-z][a-z-]*(\.[a-z0-9-]+)*$/.test(id))).toEqual([])
  })

  test('each have a test with the id in its title', () => {
    const untested = specification.filter(({ id }) => carrying(inTitles, id).length === 0)
    expect(untested.map(({ id }) => id)).toEqual([])
  })

  test('each have a source with the id', () => {
    const nowhere = specification.filter(({ id }) => carrying(inSources, id).length === 0)
    expect(nowhere.map(({ id }) => id)).toEqual([])
  })

  test('quote the sources exactly', () => {
    expect(lost(specification, inSources, exactly)).toEqual([])
  })

  test('of section 8 have their messages written out in a test', () => {
    const messages = specification.filter(({ id }) => id.startsWith('8.'))
    expect(lost(messages, inTitles, message)).toEqual([])
  })

  test.each(Object.entries(MESSAGES))('have all messages of %s', (part, count) => {
    const own = specification.filter(({ id }) => id.startsWith(`${part}.`))
    const expected = Array.from({ length: count }, (_, index) => `${part}.${index + 1}`)
    expect(own.map(({ id }) => id)).toEqual(expected)
    expect(own.filter(({ cells }) => quoted(cells[1]).length === 0).map(({ id }) => id)).toEqual([])
  })
})

describe('ids', () => {
  test('in sources, tests and documents belong to a rule', () => {
    const known = new Set([...specification, ...standard].map(({ id }) => id))
    const unknown = [...inSources, ...inTestFiles, ...inPages].flatMap(({ file, line, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}:${line} ${id}`),
    )
    expect(unknown).toEqual([])
  })

  test('in test files are in a title', () => {
    const outside = inTestFiles.flatMap(({ file, ids }) => {
      const titles = inTitles.filter((mark) => mark.file === file)
      return ids.filter((id) => carrying(titles, id).length === 0).map((id) => `${file} ${id}`)
    })
    expect(outside).toEqual([])
  })
})
