import type pg from 'pg'
import { createAuth } from './auth/auth.ts'
import { SessionMemory } from './auth/session-memory.ts'
import { createSignInLimits } from './auth/sign-in-limits.ts'
import type { Config } from './config.ts'
import type { Portal } from './context.ts'
import { patient } from './database/patience.ts'
import { createPool, Db } from './database/pool.ts'
import { createFiles } from './files/files.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { threads } from './threads.ts'

/** So many connections a server has for each, in all its threads. */
const CALLS = 20
const SIGN_IN = 5
const share = (connections: number) => Math.ceil(connections / threads())

/**
 * Builds the portal on a database that is migrated. Sign-in has connections of its own: it is called from inside
 * transactions, and must never wait for one of them.
 */
export function createPortal(connection: pg.PoolConfig, config: Config, now: () => Date = () => new Date()) {
  const log = createLog(config.logLevel)
  const pool = createPool(patient({ max: share(CALLS), ...connection }))
  const authPool = createPool(patient({ ...connection, max: share(SIGN_IN) }))
  for (const each of [pool, authPool]) {
    each.on('error', (error) => {
      if (!each.ending) log.warn({ error: error.message }, 'an idle database connection broke')
    })
  }
  const portal: Portal = {
    config,
    log,
    metrics: createMetrics(),
    pools: { portal: pool, sign_in: authPool },
    now,
    db: new Db(pool, { prepares: config.databaseDirectUrl === undefined }), // PgBouncer before 1.21 knows nothing of prepared ones
    auth: createAuth(authPool, config, log),
    sessions: new SessionMemory(),
    limits: createSignInLimits(authPool),
    files: createFiles(config.filesUrl),
  }
  return {
    portal,
    async close() {
      await Promise.all([portal.db.destroy(), authPool.end()])
    },
  }
}
