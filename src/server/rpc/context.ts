import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db, Source } from '../db/pool.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { StripeAccess } from '../payments/stripe.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Auth } from '../session/auth.ts'
import type { KnownDevices } from '../session/known-device.ts'
import type { RateLimits } from '../session/rate-limits.ts'
import type { Session } from '../session/session.ts'
import type { Files } from '../storage/driver.ts'

/** The parts of the process, created once at boot and passed to every request, job and command. */
export type Portal = {
  config: Config
  db: Db
  auth: Auth
  limits: RateLimits
  devices: KnownDevices
  files: Files
  /** Null: everything that depends on it is off. */
  stripe: StripeAccess | null
  log: Logger
  metrics: Metrics
  realtime: Realtime
  /** For metrics about connections. Queries go through `db`. */
  pools: Record<string, pg.Pool>
  /** The only clock, so that tests and the demo city can set the time. */
  now: () => Date
}

/** The context of a call: the portal, the session, and the headers of request and response. */
export type Context = Omit<Portal, 'db'> & {
  /** Where the call's transactions begin. */
  db: Source
  session: Session | null
  headers: Headers
  /** The client's address, for rate limits and the session list. */
  address: string
  responseHeaders: Headers
}
