import { isDeepStrictEqual } from 'node:util'
import { asSystem } from '../../db/as-viewer.ts'
import type { Source } from '../../db/pool.ts'
import { findSession, type Session } from '../../session/session.ts'

const MAX_SESSIONS = 10_000
/** In characters. A longer Cookie header is not cached. */
const MAX_HEADER = 1000

/**
 * Recently used sessions by their whole `Cookie` header, whose signature was valid. A cached session is never trusted: its
 * rows are read again while the calls run, and no result is sent unless they are unchanged.
 */
export class SpeculativeSessions {
  private readonly known = new Map<string, Session>()

  /** Caches a session until it is due for renewal. The least recently used one is evicted. */
  remember(header: string, session: Session | null): void {
    if (!session || header.length > MAX_HEADER || !session.row.is_fresh) return
    this.known.delete(header)
    this.known.set(header, session)
    if (this.known.size > MAX_SESSIONS) this.known.delete(this.known.keys().next().value ?? '')
  }

  /** The cached session of this header, and whether it is still valid. Null for an unknown header. */
  begin(db: Source, header: string): { session: Session; isConfirmed: Promise<boolean> } | null {
    const known = this.known.get(header)
    if (!known) return null
    const { token, row } = known
    const isConfirmed = asSystem(db, (tx) => findSession(tx, token)).then((now) => {
      const isSame = now?.is_fresh === true && isDeepStrictEqual(now, row)
      if (!isSame) this.known.delete(header)
      return isSame
    })
    return { session: known, isConfirmed }
  }
}
