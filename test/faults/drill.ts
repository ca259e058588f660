import { appendFileSync } from 'node:fs'

/** Whether the drills run at their full size (`npm run test:faults`); `npm test` runs a short form of each. */
export const FULL = process.env.FAULTS === 'full'

/** How often, how long or how much: a short form's figure, or the full drill's. */
export const size = (short: number, full: number) => (FULL ? full : short)

/** What a drill's chances are drawn from; FAULTS_SEED=… draws the same ones again. */
export const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
export function chances(seed = SEED): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a drill came to. What the portal never said yes to may be absent, and is not lost. */
export type Outcome = {
  drill: string
  /** How often the fault was made. */
  runs: number
  /** What the portal said yes to, before, during and after it: calls, uploads, mails. */
  acknowledged: number
  /** Of what was acknowledged; null where nothing is kept. */
  lost: number | null
  doubled: number | null
  /** From the end of a fault until all works again; null where nothing has to recover. */
  slowest_ms: number | null
}

/** Puts a row into the table that `npm run test:faults` prints at its end. */
export function report(outcome: Outcome): void {
  const file = process.env.FAULTS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(outcome)}\n`)
}
