import type pg from 'pg'
import type { Config } from './config.ts'
import { createPool, Db } from './db/pool.ts'
import { forRequests } from './db/timeouts.ts'
import { createLog } from './ops/log.ts'
import { createMetrics } from './ops/metrics.ts'
import { workerCount } from './ops/workers.ts'
import { createStripe } from './payments/stripe.ts'
import { createRealtime } from './realtime/realtime.ts'
import type { Portal } from './rpc/context.ts'
import { createAuth } from './session/auth.ts'
import { createKnownDevices } from './session/known-device.ts'
import { createRateLimits } from './session/rate-limits.ts'
import { createFiles } from './storage/storage.ts'

/** Connections per server, shared by its workers. */
const CALL_CONNECTIONS = 20
const SIGN_IN_CONNECTIONS = 5
const share = (connections: number) => Math.ceil(connections / workerCount)

/**
 * Creates the portal on a migrated database. Sign-in has its own connections: it is called inside transactions, and must
 * never wait for their connections. `direct` connects without a transaction pooler, for live updates.
 */
export function createPortal(
  connection: pg.PoolConfig,
  config: Config,
  now: () => Date = () => new Date(),
  direct = connection,
) {
  const log = createLog(config.logLevel)
  const pool = createPool(forRequests({ max: share(CALL_CONNECTIONS), ...connection }))
  const authPool = createPool(forRequests({ ...connection, max: share(SIGN_IN_CONNECTIONS) }))
  for (const each of [pool, authPool]) {
    each.on('error', (error) => {
      if (!each.ending) log.warn({ error: error.message }, 'an idle database connection broke')
    })
  }
  const portal: Portal = {
    config,
    log,
    metrics: createMetrics(),
    realtime: createRealtime(direct, log),
    pools: { portal: pool, sign_in: authPool },
    now,
    db: new Db(pool, { prepares: config.databaseDirectUrl === undefined }), // PgBouncer before 1.21 has no prepared statements
    auth: createAuth(authPool, config, log),
    limits: createRateLimits(authPool),
    devices: createKnownDevices(authPool, config),
    files: createFiles(config.filesUrl),
    stripe: createStripe(config),
  }
  return {
    portal,
    async close() {
      await Promise.all([portal.db.destroy(), authPool.end()])
    },
  }
}
