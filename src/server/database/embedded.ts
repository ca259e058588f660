import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDataFolder } from '../data-folder.ts'
import { StartError } from '../start-error.ts'
import { ensureRunning, findPlace, type Place, stopServer } from './embedded-server.ts'
import { type Running, untilStopped } from './postmaster.ts'

export type Embedded = {
  connection: pg.PoolConfig
  /** Ends this process's use; the last user of the database stops the server. */
  stop(): Promise<void>
}

/** A `portal` is the only one on its data folder; a `command` may work beside a portal. */
export type Use = 'portal' | 'command'

/** Both are session locks of PostgreSQL: they end with the process that holds them, however it dies. */
const IN_USE = 0x5700c
const PORTAL = 0x5700d

/** A portal that was just told to stop lets go within this time. */
const PATIENCE = 1500

/** Starts the data folder's own PostgreSQL, or joins it where it runs already. */
export async function startEmbedded(dataDir: string, use: Use = 'portal'): Promise<Embedded> {
  const place = await findPlace(openDataFolder(dataDir))
  let { running, session } = await enter(place, use)
  let stopping = false
  let recovery = Promise.resolve()

  const watch = (client: pg.Client) => {
    client.once('end', () => {
      if (!stopping) recovery = comeBack()
    })
  }
  const comeBack = async () => {
    let said = ''
    // What keeps it down, as a full disk does for hours, is told once.
    const say = (text: string) => {
      if (text !== said) process.stderr.write(`${text}\n`)
      said = text
    }
    say('The embedded database ended: starting it again.')
    while (!stopping) {
      await sleep(500)
      if (stopping) return
      try {
        const again = await enter(place, use, running.socketFolder)
        running = again.running
        session = again.session
        watch(session)
        return
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
      }
    }
  }
  watch(session)

  return {
    connection: connectionTo(running, 'stoop'),
    async stop() {
      stopping = true
      await recovery
      // No answer: the server has ended by itself, and there is nothing to stop.
      const last = await tryLock(session, 'pg_try_advisory_lock', IN_USE).catch(() => false)
      if (last) await stopServer(place, running)
      await session.end()
    },
  }
}

/** Starts or finds the server, and takes the locks of this use on a session that stays open as long as the use. */
async function enter(
  place: Place,
  use: Use,
  socketFolder?: string,
): Promise<{ running: Running; session: pg.Client }> {
  for (;;) {
    const running = await ensureRunning(place, socketFolder)
    const session = new pg.Client(connectionTo(running, 'postgres'))
    session.on('error', () => undefined)
    try {
      await session.connect()
      // Refused only while the last user stops the server.
      if (await tryLock(session, 'pg_try_advisory_lock_shared', IN_USE)) {
        if (use === 'portal') await takePortal(session, place)
        await createDatabase(session)
        return { running, session }
      }
    } catch (error) {
      await session.end()
      if (!isShuttingDown(error)) throw error
    }
    await untilStopped(place.database, running.pid)
  }
}

async function takePortal(session: pg.Client, place: Place): Promise<void> {
  const deadline = Date.now() + PATIENCE
  while (!(await tryLock(session, 'pg_try_advisory_lock', PORTAL))) {
    if (Date.now() > deadline) {
      throw new StartError(
        `Another portal already uses the data folder ${place.dataDir}: stop it first, or name another folder in DATA_DIR.`,
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
