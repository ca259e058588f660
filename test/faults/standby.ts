import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findServer, type Server } from '../../src/server/db/embedded/server.ts'
import { openDataFolder } from '../../src/server/ops/data-folder.ts'

const NAME = 'standby'
const ALONE = 500

/** PostgreSQL with a synchronous standby, as an operator would have: a commit waits for both. */
export async function startPair(folder: string) {
  const server = await findServer(openDataFolder(join(folder, 'primary')))
  const primary = await startServer(server, server.database)
  const copy = join(folder, 'standby', 'postgres')
  mkdirSync(join(folder, 'standby'), { mode: 0o711 })
  const write = (name: string, text: string) => {
    writeFileSync(join(copy, name), text)
    const { uid, gid } = server.account
    if (uid !== undefined) chownSync(join(copy, name), uid, gid ?? uid)
  }
  await inSession(primary.connection, async (client) => {
    await client.query('create database stoop')
    await client.query('select pg_create_physical_replication_slot($1, true)', [NAME])
    await client.query('select pg_backup_start($1, true)', [NAME])
    // As pg_basebackup does, which is not among the embedded programs.
    must(spawnSync('cp', ['-a', server.database, copy]))
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    write('backup_label', rows[0]?.labelfile ?? '')
  })
  const conninfo = `host=${server.database} port=5432 user=stoop application_name=${NAME}`
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nprimary_slot_name = '${NAME}'\n`,
  )
  write('standby.signal', '')
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(copy, name))
  const standby = await startServer(server, copy)
  await inSession(primary.connection, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${NAME}'`)
    await client.query('select pg_reload_conf()')
  })
  return {
    primary: { ...primary.connection, database: 'stoop' },
    standby: { ...standby.connection, database: 'stoop' },
    /** The primary's machine fails a moment after the network between the two, so commits of that moment are at risk. */
    async losePrimary(): Promise<void> {
      const sender = await inSession(primary.connection, async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_replication')
        return rows[0]?.pid ?? 0
      })
      process.kill(sender, 'SIGSTOP')
      await sleep(ALONE)
      await primary.kill()
      process.kill(sender, 'SIGKILL')
    },
    promote: () => inSession(standby.connection, (client) => client.query('select pg_promote()')),
    async close(): Promise<void> {
      await Promise.all([primary.kill(), standby.kill()])
    },
  }
}

async function startServer({ programs, account }: Server, database: string) {
  const settings = ['listen_addresses=', `unix_socket_directories=${database}`, 'max_connections=200']
  const child = spawn(
    programs.postgres,
    ['-D', database, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // In case the drill fails.
  process.once('exit', () => child.kill('SIGKILL'))
  let words = ''
  child.stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-4000)
  })
  const connection = { host: database, port: 5432, user: 'stoop', database: 'postgres' }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${words}`)
    const answered = await inSession(connection, () => Promise.resolve(true)).catch(() => false)
    if (answered) return { connection, kill: () => kill(child) }
    await sleep(50)
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function inSession<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

function must({ status, stderr }: ReturnType<typeof spawnSync>): void {
  if (status !== 0) throw new Error(String(stderr))
}
