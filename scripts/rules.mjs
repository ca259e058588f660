// npm run rules [-- 4.quote …]: lists each rule with the sources and tests that carry its id.
import { carrying, inPages, inSources, inTitles, specification, standard } from '../test/rules.ts'

const asked = process.argv.slice(2)
const matches = (part, id, cells) =>
  id.startsWith(part) || cells.join(' ').toLowerCase().includes(part.toLowerCase())
const rules = [...specification, ...standard].filter(
  ({ id, cells }) => asked.length === 0 || asked.some((part) => matches(part, id, cells)),
)

for (const { id, cells } of rules) {
  console.log(`\n${id}  ${cells.slice(1).filter(Boolean).join(': ')}`)
  const sources = carrying([...inSources, ...inPages], id).map(({ file, line }) => `${file}:${line}`)
  const tests = carrying(inTitles, id).map(
    ({ file, line, title }) => `${file}:${line} › ${title.replaceAll(/ \[[^\]]*\]/g, '')}`,
  )
  for (const source of sources) console.log(`  rule  ${source}`)
  for (const test of tests) console.log(`  test  ${test}`)
}
if (rules.length === 0) {
  console.error(`No rule's id begins with ${asked.join(' or ')}, and none contains it.`)
  process.exitCode = 1
}
