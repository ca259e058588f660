import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of a table in docs/, which starts with its id. */
export type Rule = { id: string; page: string; line: number; cells: string[] }
/** A line with ids: a comment in a source, a test title, or a line of docs/. */
export type Mark = { file: string; line: number; title: string; ids: string[] }

export function read(file: string): string {
  return readFileSync(file, 'utf8')
}

export const specification = rulesIn('docs/specification')
export const standard = rulesIn('docs/security')

const ids = [...specification, ...standard].map(({ id }) => id)

/** Ids in brackets: of a rule, of several rules (9.plan.1-6, 2.route.admin-*), or of the standard (V5.2.1). */
const MARK = /\[([1-9](?:\.[a-z0-9-]+)+\.?\*?|V\d+(?:\.\d+)+)\]/g
/** Not an id: numbers such as [1.5] in code. */
const isMark = (mark: string) => /^(V|\d\.[a-z])/.test(mark)

/** Text in back quotes. */
export const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The rules that an id covers; an id that covers none stays as an unknown id. */
function expand(mark: string): string[] {
  const range = mark.match(/^(.*\.)(\d+)-(\d+)$/)
  if (range) {
    const [, group = '', first, last] = range
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => group + (Number(first) + index),
    )
  }
  if (!mark.endsWith('*')) return [mark]
  const known = ids.filter((id) => id.startsWith(mark.slice(0, -1)))
  return known.length > 0 ? known : [mark]
}

export function idsIn(text: string): string[] {
  const marks = [...text.matchAll(MARK)].map(([, mark = '']) => mark)
  return [...new Set(marks.filter(isMark).flatMap(expand))]
}

function filesIn(folder: string, ending: RegExp): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && ending.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

function rulesIn(folder: string): Rule[] {
  return filesIn(folder, /\.md$/).flatMap((page) =>
    read(page)
      .split('\n')
      .flatMap((text, index) => {
        if (!/^\| [\dV]/.test(text)) return []
        const cells = text.slice(1, text.lastIndexOf('|')).split(' | ')
        const trimmed = cells.map((cell) => cell.trim())
        return [{ id: trimmed[0] ?? '', page, line: index + 1, cells: trimmed }]
      }),
  )
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The lines of a text that have ids. */
function markedLines(file: string): Mark[] {
  return read(file)
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, title: text.trim(), ids: idsIn(text) }))
    .filter((mark) => mark.ids.length > 0)
}

/** The titles of a file's tests, groups and steps, including titles joined from several strings. */
export function titlesIn(file: string): Mark[] {
  const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
  const opening = new RegExp(
    `(?:\\b(?:test|describe|step)(?:\\.concurrent)?|\\))\\(\\s*((?:${literal})(?:\\s*\\+\\s*(?:${literal}))*),\\s*(?:async\\b|\\(|\\{|\\w+,?\\s*\\))`,
    'g',
  )
  const text = read(file)
  return [...text.matchAll(opening)].map((match) => {
    const title = (match[1] ?? '').replaceAll(/['"`]\s*\+\s*['"`]/g, '').slice(1, -1)
    return { file, line: lineAt(text, match.index), title, ids: idsIn(title) }
  })
}

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const code = ['src', 'database', 'scripts'].flatMap((folder) =>
  filesIn(folder, /\.(ts|tsx|mjs|sql|css|html)$/),
)
const testFiles = [...code.filter(isTest), ...filesIn('test', /\.ts$/)]

/** Every line of a source that has ids. */
export const inSources = code.filter((file) => !isTest(file)).flatMap(markedLines)
/** Every line of a test file that has ids, in a title or elsewhere. */
export const inTestFiles = testFiles.flatMap(markedLines)
/** Every title of a test, group or step that has ids. */
export const inTitles = testFiles.flatMap(titlesIn).filter((mark) => mark.ids.length > 0)
/** The pages of documentation with ids, because some requirements of the standard ask for documentation. */
export const inPages = filesIn('docs', /\.md$/).flatMap(markedLines)

export const carrying = (marks: Mark[], id: string) => marks.filter((mark) => mark.ids.includes(id))
