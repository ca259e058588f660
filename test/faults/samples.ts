import { readFileSync } from 'node:fs'

/** A file of deploy/, so that the drills run what operators read. */
export function sampleOf(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
}
