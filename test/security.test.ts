import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { carrying, inPages, inSources, inTitles, type Rule, standard } from './rules.ts'

/** The requirements in the order of the standard: level 1, and level 2 of V2, V5, V6, V7, V8 and V16. */
const ids = readFileSync('test/asvs-ids.txt', 'utf8').trim().split('\n')

const chapter = ({ id }: Rule) => Number(id.match(/^V(\d+)\./)?.[1])
const rows = standard.toSorted((one, other) => chapter(one) - chapter(other))
const standing = ({ cells }: Rule) => cells[1] ?? ''
const met = rows.filter((row) => standing(row) === 'met')

test('each requirement has one row, in the order of the standard', () => {
  expect(ids).toHaveLength(135)
  expect(rows.map(({ id }) => id)).toEqual(ids)
})

test('each row has three filled cells and one of three statuses', () => {
  const wrong = rows.filter(({ cells }) => cells.length !== 3 || cells.includes(''))
  expect(wrong.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  const other = rows.filter((row) => !['met', 'not applicable', 'not met'].includes(standing(row)))
  expect(other.map(({ id }) => id)).toEqual([])
})

test('each met requirement has its id in a test title or in a page of documentation', () => {
  const unproven = met.filter(({ id }) => carrying([...inTitles, ...inPages], id).length === 0)
  expect(unproven.map(({ id }) => id)).toEqual([])
})

test('each met requirement has its id in a source or in a page of documentation', () => {
  const nowhere = met.filter(({ id }) => carrying([...inSources, ...inPages], id).length === 0)
  expect(nowhere.map(({ id }) => id)).toEqual([])
})

test('each unmet requirement says why and what it would take; each one that does not apply says why', () => {
  const wrong = rows.filter((row) => {
    const reason = row.cells[2] ?? ''
    if (standing(row) === 'met') return false
    if (standing(row) === 'not applicable') return !/^As V\d|\w{2,}( \S+){4}/.test(reason)
    return !/\S{2,}( \S+){4}.* It would take: \S+( \S+){4}/.test(reason)
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
})
