import { appendFileSync } from 'node:fs'

/** Whether the drills run at full size (`npm run test:faults`); `npm test` runs a short form of each. */
export const FULL = process.env.FAULTS === 'full'

/** A number of runs, a duration or an amount: for the short form, or for the full drill. */
export const size = (short: number, full: number) => (FULL ? full : short)

/** The seed of a drill's random choices; FAULTS_SEED=… repeats them. */
export const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Random numbers from 0 up to 1, reproducible by seed (mulberry32). */
export function chances(seed = SEED): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The result of a drill. What was never acknowledged may be absent, and does not count as lost. */
export type Outcome = {
  drill: string
  /** How often the fault was made. */
  runs: number
  /** The calls, uploads and mails that the portal acknowledged before, during and after it. */
  acknowledged: number
  /** Of what was acknowledged; null where nothing is stored. */
  lost: number | null
  doubled: number | null
  /** From the end of a fault until everything works again; null where nothing has to recover. */
  slowest_ms: number | null
}

/** Adds a row to the table that `npm run test:faults` prints at its end. */
export function report(outcome: Outcome): void {
  const file = process.env.FAULTS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}
