import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** One row of a table in docs/: where it stands, its cells, and its id, which is the first of them. */
export type Row = { page: string; line: number; cells: string[]; id: string }

/** The rows of all pages of a folder whose tables begin with an id. */
export function rowsIn(folder: string): Row[] {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
  return pages.flatMap((page) => rowsOf(`${folder}/${page}`))
}

function rowsOf(page: string): Row[] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      if (!text.startsWith('|') || /^\|[\s|:-]+$/.test(text) || /^\| id /.test(text)) return []
      const cells = text.slice(1, text.lastIndexOf('|')).split(' | ')
      return [{ page, line: index + 1, cells: cells.map((cell) => cell.trim()), id: (cells[0] ?? '').trim() }]
    })
}

/** What stands in back quotes. */
export function quoted(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}

/** '`file` › title; `file` › title' */
export function testsOf(cell = ''): { file: string; title: string }[] {
  return cell.split(/; (?=`)/).map((named) => {
    const [file = '', title = ''] = named.split(' › ')
    return { file: quoted(file)[0] ?? '', title: title.trim() }
  })
}

export const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** The titles of a file's tests, of their groups and of their steps. */
export function titlesOf(file: string): string[] {
  const source = read(file) ?? ''
  const opening = /(?:\b(?:test|describe|step)|\))\(\s*(['"`])((?:(?!\1)[^\n])+)\1,\s*(?:async\b|\(|\{)/g
  return [...source.matchAll(opening)].map(([, , title = '']) => title)
}

/** Those tests of a cell that are in no file: each a file and a title, or what stands there instead. */
export function missingTests(cell = ''): string[] {
  return testsOf(cell)
    .filter(({ file, title }) => title === '' || !titlesOf(file).some((each) => each.includes(title)))
    .map(({ file, title }) => `${file} › ${title}`)
}
