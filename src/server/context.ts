import type pg from 'pg'
import type { Logger } from 'pino'
import type { Auth } from './auth/auth.ts'
import type { Session } from './auth/session.ts'
import type { SessionMemory } from './auth/session-memory.ts'
import type { SignInLimits } from './auth/sign-in-limits.ts'
import type { Config } from './config.ts'
import type { Db } from './database/pool.ts'
import type { SharedReading } from './database/shared-reading.ts'
import type { Files } from './files/files.ts'
import type { Metrics } from './metrics.ts'

/** What the process is made of: built once at boot, handed to every request, job and command. */
export type Portal = {
  config: Config
  db: Db
  auth: Auth
  sessions: SessionMemory
  limits: SignInLimits
  files: Files
  log: Logger
  metrics: Metrics
  /** What the figures about connections are read from: queries go through `db`. */
  pools: Record<string, pg.Pool>
  /** The one clock, so that tests and the demo city can say what day it is. */
  now: () => Date
}

/** What one request knows: the portal, who is asking, and what to send back beside the answer. */
export type Context = Portal & {
  session: Session | null
  /** What the calls of a request that only reads have in common. */
  reading?: SharedReading | undefined
  headers: Headers
  /** The address of the browser, for limits and the session list. */
  address: string
  responseHeaders: Headers
}
