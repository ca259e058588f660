import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingTests, quoted, read, rowsIn, testsOf } from './table-rows.ts'

/** The requirements in the order of the standard: level 1, and level 2 of V2, V5, V6, V7, V8 and V16. */
const ids = readFileSync('test/asvs-ids.txt', 'utf8').trim().split('\n')

const chapter = (id: string) => Number(id.match(/^V(\d+)\./)?.[1])
const rows = rowsIn('docs/security').sort((one, other) => chapter(one.id) - chapter(other.id))
const standing = ({ cells }: { cells: string[] }) => cells[1] ?? ''

const NONE = '–'
const headingsOf = (page: string) => [...(read(page) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, words]) => words)

/** Tests by their titles, and for what is asked of documents, pages by their headings. */
function missing(cell = ''): string[] {
  const named = cell.split(/; (?=`)/)
  return named.flatMap((each) => {
    const { file, title } = testsOf(each)[0] ?? { file: '', title: '' }
    if (!file.endsWith('.md')) return missingTests(each)
    return headingsOf(file).includes(title) ? [] : [each]
  })
}

test('each requirement has one row, in the order of the standard, and nothing else has', () => {
  expect(ids).toHaveLength(135)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('each row has four filled cells, and one of three standings', () => {
  const wrong = rows.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell === ''))
  expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  const other = rows.filter((row) => !['met', 'not applicable', 'not met'].includes(standing(row)))
  expect(other.map(({ id }) => id)).toEqual([])
})

test('what is met names code that exists, and a test or a page’s heading that does', () => {
  const wrong = rows
    .filter((row) => standing(row) === 'met')
    .flatMap(({ id, cells }) => {
      const code = quoted(cells[2]).length > 0 ? [] : ['no code']
      return [...code, ...missing(cells[3])].map((named) => `${id}: ${named}`)
    })
  expect(wrong).toEqual([])
})

test('what is not has a reason, and what is not met says what it would take', () => {
  const wrong = rows.filter((row) => {
    const [, , reason = '', shown] = row.cells
    if (standing(row) === 'met') return false
    if (shown !== NONE && missing(shown).length > 0) return true
    if (standing(row) === 'not applicable') return !/^As V\d|\w{2,}( \S+){4}/.test(reason)
    return !/\S{2,}( \S+){4}.* It would take: \S+( \S+){4}/.test(reason)
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('every file that a row names is there', () => {
  const wrong = rows.flatMap(({ id, cells }) =>
    quoted(cells[2])
      .filter((file) => !existsSync(file))
      .map((file) => `${id}: ${file}`),
  )
  expect(wrong).toEqual([])
})
