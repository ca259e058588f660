import type { Remembered } from './session.ts'

const MOST = 10_000
/** In characters: a header that is longer is not remembered. */
const LONGEST = 1000

/** Who sent which cookie when the rows were read last. Only a guess (guessSession): nothing is shown on its word. */
export class SessionMemory {
  /** By whole `Cookie` headers, of which one's signature was right; the latest comes last. */
  private readonly sessions = new Map<string, Remembered>()

  get(header: string): Remembered | undefined {
    return this.sessions.get(header)
  }

  set(header: string, remembered: Remembered): void {
    if (header.length > LONGEST) return
    this.sessions.delete(header)
    this.sessions.set(header, remembered)
    if (this.sessions.size > MOST) this.sessions.delete(this.sessions.keys().next().value ?? '')
  }
}
