import { statfsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { folderError, StartError } from '../ops/start-error.ts'
import { startEmbedded, type Use } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

/** Which of two clients sends each probe. Interleaved, so that a pooler swaps or replaces their sessions. */
const PROBES = [0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0]

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
    await update(directPool)
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

/**
 * Rejects a transaction pooler (PgBouncer in transaction mode): LISTEN and the migration lock belong to a session, and it
 * would silently lose them. Two clients open at the same time must each keep one session.
 */
async function refuseSharedSessions(direct: pg.Pool, name: string): Promise<void> {
  const clients = await Promise.all([direct.connect(), direct.connect()])
  const sessions = clients.map(() => new Set<number>())
  try {
    for (const client of PROBES) {
      const result = await clients[client]?.query<{ pid: number }>('select pg_backend_pid() as pid')
      for (const { pid } of result?.rows ?? []) sessions[client]?.add(pid)
    }
  } finally {
    for (const client of clients) client.release()
  }
  const all = new Set(sessions.flatMap((each) => [...each]))
  if (all.size === clients.length && sessions.every(({ size }) => size === 1)) return
  throw new StartError(
    `${name} goes through a transaction pooler: set DATABASE_DIRECT_URL to the address of the database itself.`,
  )
}

/** With two databases the portal would migrate one and write to the other. */
async function refuseOtherDatabase(pool: pg.Pool, direct: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([databaseIdentity(pool), databaseIdentity(direct)])
  if (one === other) return
  throw new StartError(
    'DATABASE_DIRECT_URL and DATABASE_URL name different databases: both must name the same one.',
  )
}

async function databaseIdentity(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ identity: string }>(
    "select current_database() || ' since ' || pg_postmaster_start_time() as identity",
  )
  return rows[0]?.identity
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
    await update(pool)
    return { connection, direct: connection, pool, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Migrates the database, unless a newer version has. */
async function update(pool: pg.Pool): Promise<void> {
  if (await migrate(pool))
    process.stderr.write(
      'A newer version of the portal has migrated this database. This version serves it as it is; update it soon.\n',
    )
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
