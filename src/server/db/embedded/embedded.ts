import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDataFolder } from '../../ops/data-folder.ts'
import { StartError } from '../../ops/start-error.ts'
import { type Running, untilStopped } from './postmaster.ts'
import { ensureRunning, findServer, type Server, stopServer } from './server.ts'

export type Embedded = {
  connection: pg.PoolConfig
  /** Ends this process's use; the last user of the database stops the server. */
  stop(): Promise<void>
}

/** A `portal` has its data folder to itself; a `command` may run beside a portal. */
export type Use = 'portal' | 'command'

/** Session-level advisory locks of PostgreSQL: they end with the process that holds them, even if it is killed. */
const IN_USE = 0x5700c
const PORTAL = 0x5700d

/** Timeout for another portal that is stopping to release its lock, in milliseconds. */
const TAKEOVER_TIMEOUT = 1500

/** Starts the PostgreSQL server of the data folder, or connects to it if it runs already. */
export async function startEmbedded(dataDir: string, use: Use = 'portal'): Promise<Embedded> {
  const server = await findServer(openDataFolder(dataDir))
  let { running, session } = await connect(server, use)
  let stopping = false
  let recovery = Promise.resolve()

  const watch = (client: pg.Client) => {
    client.once('end', () => {
      if (!stopping) recovery = restart()
    })
  }
  const restart = async () => {
    let printed = ''
    // A lasting cause, such as a full disk, is printed only once.
    const print = (text: string) => {
      if (text !== printed) process.stderr.write(`${text}\n`)
      printed = text
    }
    print('The embedded database ended: restarting it.')
    while (!stopping) {
      await sleep(500)
      if (stopping) return
      try {
        const again = await connect(server, use, running.socketFolder)
        running = again.running
        session = again.session
        watch(session)
        return
      } catch (error) {
        print(error instanceof Error ? error.message : String(error))
      }
    }
  }
  watch(session)

  return {
    connection: connectionTo(running, 'stoop'),
    async stop() {
      stopping = true
      await recovery
      // A failed query means that the server has ended already.
      const isLast = await tryLock(session, 'pg_try_advisory_lock', IN_USE).catch(() => false)
      if (isLast) await stopServer(server, running)
      await session.end()
    },
  }
}

/** Starts or finds the server, and takes the locks on a session that stays open as long as it is used. */
async function connect(
  server: Server,
  use: Use,
  socketFolder?: string,
): Promise<{ running: Running; session: pg.Client }> {
  for (;;) {
    const running = await ensureRunning(server, socketFolder)
    const session = new pg.Client(connectionTo(running, 'postgres'))
    session.on('error', () => undefined)
    try {
      await session.connect()
      // Not available only while the last user stops the server.
      if (await tryLock(session, 'pg_try_advisory_lock_shared', IN_USE)) {
        if (use === 'portal') await takePortalLock(session, server)
        await createDatabase(session)
        return { running, session }
      }
    } catch (error) {
      await session.end()
      if (!isShuttingDown(error)) throw error
    }
    await untilStopped(server.database, running.pid)
  }
}

async function takePortalLock(session: pg.Client, server: Server): Promise<void> {
  const deadline = Date.now() + TAKEOVER_TIMEOUT
  while (!(await tryLock(session, 'pg_try_advisory_lock', PORTAL))) {
    if (Date.now() > deadline) {
      throw new StartError(
        `Another portal already uses the data folder ${server.dataDir}: stop it first, or name another folder in DATA_DIR.`,
      )
    }
    await sleep(100)
  }
}

async function createDatabase(session: pg.Client): Promise<void> {
  const { rowCount } = await session.query("select from pg_database where datname = 'stoop'")
  if (rowCount === 0) await session.query('create database stoop')
}

async function tryLock(
  session: pg.Client,
  lock: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: number,
): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`select ${lock}($1) as taken`, [key])
  return rows[0]?.taken === true
}

function connectionTo(running: Running, database: string): pg.PoolConfig {
  return { host: running.socketFolder, port: 5432, user: 'stoop', database, ssl: false }
}

function isShuttingDown(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '57P03' || error.code === '57P01')
}
