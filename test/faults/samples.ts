import { readFileSync } from 'node:fs'

const page = new URL('../../docs/operations.md', import.meta.url)

/** A configuration from docs/operations.md, so that the drills run what operators read. */
export function sampleOf(language: 'haproxy' | 'nginx' | 'pgbouncer'): string {
  const [, sample] = readFileSync(page, 'utf8').match(new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``)) ?? []
  if (!sample) throw new Error(`docs/operations.md has no sample for ${language}`)
  return sample
}
