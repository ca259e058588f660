// npm run rules [-- 4.quote …]: lists each rule with the sources and tests that carry its id.
import { carrying, inPages, inSources, inTitles, specification, standard } from '../test/rules.ts'

const asked = process.argv.slice(2)
// This page only explains ids.
const marks = [...inSources, ...inPages].filter(({ file }) => file !== 'docs/specification.md')

/** A word's beginning, without its ending: completed, completes. */
const stem = (word) => word.replace(/(?<=\w{3})(ing|e?[sd]|e)$/, '')
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The words of `part` begin words of the rule's text, or `part` begins its id, or is in the path of its code. */
function matches(part, id, text) {
  const words = part.split(/\s+/).map((word) => escaped(stem(word)))
  return (
    id.toLowerCase().startsWith(part.toLowerCase()) ||
    new RegExp(`(?<!\\w)${words.join('\\w*\\s+')}`, 'i').test(text) ||
    (/[/.]/.test(part) && carrying(marks, id).some(({ file }) => file.includes(part)))
  )
}

const rules = [...specification, ...standard].filter(
  ({ id, cells }) => asked.length === 0 || asked.some((part) => matches(part, id, cells.slice(1).join(' '))),
)

for (const { id, cells } of rules) {
  console.log(`\n${id}  ${cells.slice(1).filter(Boolean).join(': ')}`)
  const sources = carrying(marks, id).map(({ file, line }) => `${file}:${line}`)
  const tests = carrying(inTitles, id).map(
    ({ file, line, title }) => `${file}:${line} › ${title.replaceAll(/ \[[^\]]*\]/g, '')}`,
  )
  for (const source of sources) console.log(`  rule  ${source}`)
  for (const test of tests) console.log(`  test  ${test}`)
}
if (rules.length === 0) {
  console.error(`No rule's id begins with ${asked.join(' or ')}, and neither its text nor its code matches.`)
  process.exitCode = 1
}
