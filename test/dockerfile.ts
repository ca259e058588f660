import { readFileSync } from 'node:fs'

export type Instruction = { keyword: string; value: string }
type Stage = { name: string; instructions: Instruction[] }

/** The stages of deploy/Dockerfile, with their instructions on one line each. */
export function stagesOfDockerfile(): Stage[] {
  const text = readFileSync(new URL('../deploy/Dockerfile', import.meta.url), 'utf8')
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter(Boolean)
  const stages: Stage[] = []
  for (const line of lines) {
    const [, keyword = '', value = ''] = line.match(/^([A-Z]+) (.*)$/) ?? []
    if (keyword === 'FROM') stages.push({ name: value.split(' AS ')[1] ?? '', instructions: [] })
    else stages.at(-1)?.instructions.push({ keyword, value })
  }
  return stages
}

export function instructionsOf(stage: string): Instruction[] {
  const found = stagesOfDockerfile().find(({ name }) => name === stage)
  if (!found) throw new Error(`deploy/Dockerfile has no stage ${stage}`)
  return found.instructions
}

/** The value of an instruction that the stage has once. */
export function onlyValueOf(instructions: Instruction[], keyword: string): string {
  const [only, ...more] = instructions.filter((each) => each.keyword === keyword)
  if (!only || more.length > 0) throw new Error(`The stage has not one ${keyword}`)
  return only.value
}

/** A command in its JSON form, which runs without a shell. */
export const commandOf = (value: string): string[] => JSON.parse(value.slice(value.indexOf('[')))
