import { statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { folderError, StartError } from '../ops/start-error.ts'
import { refuseOtherDatabase, refuseSharedSessions } from './direct.ts'
import { startEmbedded, type Use } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

export type Database = {
  connection: pg.PoolConfig
  /** The same database without a transaction pooler, for what needs its own session. */
  direct: pg.PoolConfig
  pool: pg.Pool
  /** Closes the pool, and stops the embedded server when nothing else uses it. */
  stop(): Promise<void>
}

/** Opens and migrates the database: the one that DATABASE_URL names, or the embedded one of the data folder. */
export async function openDatabase(config: Config, use: Use): Promise<Database> {
  try {
    return config.databaseUrl
      ? await openServer(config.databaseUrl, config.databaseDirectUrl)
      : await openEmbedded(config.dataDir, use)
  } catch (error) {
    throw config.databaseUrl || error instanceof StartError ? error : (fullDisk(config.dataDir) ?? error)
  }
}

async function openServer(databaseUrl: string, directUrl = databaseUrl): Promise<Database> {
  const connectTo = (connectionString: string) => ({ connectionString, connectionTimeoutMillis: 10_000 })
  const [connection, direct] = [connectTo(databaseUrl), connectTo(directUrl)]
  const pool = watched(createPool(connection))
  const directPool = watched(createPool({ ...direct, max: 2 }))
  const name = directUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  try {
    await mustAnswer(pool, 'DATABASE_URL')
    await mustAnswer(directPool, name)
    await refuseSharedSessions(directPool, name)
    await refuseOtherDatabase(pool, directPool)
    await migrate(directPool)
    return { connection, direct, pool, stop: () => end(pool) }
  } catch (error) {
    await end(pool)
    throw error
  } finally {
    await directPool.end()
  }
}

async function mustAnswer(pool: pg.Pool, name: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    throw new StartError(`The database that ${name} names does not respond: ${reason(cause)}.`, { cause })
  }
}

async function openEmbedded(dataDir: string, use: Use): Promise<Database> {
  const embedded = await startEmbedded(dataDir, use)
  const { connection } = embedded
  const pool = watched(createPool(connection))
  const stop = async () => {
    await end(pool)
    await embedded.stop()
  }
  try {
    await migrate(pool)
    return { connection, direct: connection, pool, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Without a listener, a broken idle connection (after a database restart) would end the process. */
function watched(pool: pg.Pool): pg.Pool {
  return pool.on('error', (error) => {
    if (!pool.ending) process.stderr.write(`A database connection ended: ${error.message}\n`)
  })
}

/** A query that never ends must not block the shutdown. What is not committed is rolled back. */
async function end(pool: pg.Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(1000, undefined, { ref: false })])
}

/** PostgreSQL fails in many ways on a full disk, so check the disk itself. */
function fullDisk(dataDir: string): StartError | undefined {
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < 24_000_000 ? folderError(dataDir, new Error('No space left on device')) : undefined
}

function reason(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reason).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}
