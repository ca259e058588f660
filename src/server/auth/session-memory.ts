import type { Session } from './session.ts'

const MOST = 10_000

/** Who sent which cookie when the rows were read last. Only a guess (guessSession): nothing is shown on its word. */
export class SessionMemory {
  /** By cookies whose signature was right; the latest comes last. */
  private readonly sessions = new Map<string, Session>()

  get(cookie: string): Session | undefined {
    return this.sessions.get(cookie)
  }

  set(cookie: string, session: Session): void {
    this.sessions.delete(cookie)
    this.sessions.set(cookie, session)
    if (this.sessions.size > MOST) this.sessions.delete(this.sessions.keys().next().value ?? '')
  }
}
