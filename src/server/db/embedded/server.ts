// Rules: [V1.2.5]

import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderError, StartError } from '../../ops/start-error.ts'
import {
  canWrite,
  chooseAccount,
  findPrograms,
  makeReachableFolder,
  type OsAccount,
  type Programs,
  putInPlace,
} from './account.ts'
import {
  isAlive,
  isStarting,
  type Running,
  readPostmaster,
  removeStaleFiles,
  untilReady,
  untilStopped,
} from './postmaster.ts'

/** The PostgreSQL server of a data folder: its database folder and log, and the programs and user that run it. */
export type Server = {
  dataDir: string
  database: string
  log: string
  account: OsAccount
  programs: Programs
}

/** PostgreSQL must not inherit the portal's environment (PGPORT, PGOPTIONS, a locale that isn't installed). */
const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** For a small machine with two cores and a few GB. No parallel plans: they gain little and need much /dev/shm. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  random_page_cost: '1.1',
  checkpoint_timeout: '15min',
  // The portal restarts it (embedded.ts): PostgreSQL's own restart can hang if a full disk ends its recovery.
  restart_after_crash: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** Finds the server of a data folder, and initializes an empty database if there is none. */
export async function findServer(dataDir: string): Promise<Server> {
  const link = join(dataDir, 'postgres')
  const account = chooseAccount(link)
  const programs = await findPrograms(account)
  if (!lstatSync(link, { throwIfNoEntry: false })) initialize(dataDir, link, account, programs)
  if (!existsSync(link)) {
    throw new StartError(
      `The database of ${dataDir} is gone: ${link} points at ${readlinkSync(link)}, which is missing.`,
    )
  }
  const database = realpathSync(link)
  if (!canWrite(account, database)) {
    throw new StartError(
      `The user that runs the database (uid ${account.uid ?? process.getuid?.()}) can't enter ${database}: allow it to enter the folders above.`,
    )
  }
  return { dataDir, database, log: join(dataDir, 'postgres.log'), account, programs }
}

function initialize(dataDir: string, link: string, account: OsAccount, programs: Programs): void {
  removeUnfinished(dataDir)
  const made = makeReachableFolder(account, `${link}.new-${process.pid}`)
  const result = spawnSync(
    programs.initdb,
    [
      ...['-D', made.folder, '-U', 'stoop', '--auth=trust', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...account, cwd: '/', env: environment, encoding: 'utf8' },
  )
  if (result.status !== 0 || !putInPlace(made, link)) {
    rmSync(made.folder, { recursive: true, force: true })
    if (result.status !== 0) throw folderError(dataDir, result.error ?? lastLine(result.stderr))
  }
}

/** Removes the remains of a start that was killed during initdb. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = name.match(/^postgres\.new-(\d+)$/)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The running server (left by a portal that was killed, or shared with another process), otherwise starts it. */
export async function ensureRunning(server: Server, socketFolder?: string): Promise<Running> {
  for (;;) {
    const found = readPostmaster(server.database)
    if (!found) return launch(server, socketFolder)
    if (found.state === 'stopping') await untilStopped(server.database, found.pid)
    else {
      const isGone = () => readPostmaster(server.database)?.pid !== found.pid
      const running = await untilReady(server.database, found.pid, isGone)
      if (running) return running
    }
  }
}

async function launch(server: Server, socketFolder?: string): Promise<Running> {
  const socket = socketFolder && existsSync(socketFolder) ? socketFolder : chooseSocketFolder(server)
  removeStaleFiles(server.database, socket)
  const log = openLog(server)
  const from = statSync(server.log).size
  const options = Object.entries({
    ...settings,
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  })
  const child = spawn(
    server.programs.postgres,
    ['-D', server.database, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own session: Ctrl-C reaches only the portal, which then stops PostgreSQL.
    { ...server.account, cwd: '/', env: environment, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', () => {
    ended = ''
  })
  const running = await untilReady(server.database, child.pid, () => ended !== undefined)
  if (running) return running
  // Another process started it first.
  if (readPostmaster(server.database)) return ensureRunning(server)
  if (isStarting(server.database)) {
    await sleep(200)
    return ensureRunning(server, socketFolder)
  }
  const reason = ended || lastLine(readLog(server.log, from))
  throw folderError(server.dataDir, `its database did not start (${reason}; more in ${server.log})`)
}

/** A fast shutdown: committed data is on disk, open transactions are rolled back. */
export async function stopServer(server: Server, running: Running): Promise<void> {
  if (isAlive(running.pid)) process.kill(running.pid, 'SIGINT')
  await untilStopped(server.database, running.pid)
  if (running.socketFolder !== server.database) rmSync(running.socketFolder, { recursive: true, force: true })
}

/** The database folder, which is private; a private folder in /tmp if its path is too long for a socket. */
function chooseSocketFolder(server: Server): string {
  if (Buffer.byteLength(server.database) <= 85) return server.database
  const folder = mkdtempSync('/tmp/stoop-')
  if (server.account.uid !== undefined) chownSync(folder, server.account.uid, server.account.gid ?? 0)
  return folder
}

function openLog(server: Server): number {
  try {
    if (existsSync(server.log) && statSync(server.log).size > 10_000_000)
      renameSync(server.log, `${server.log}.1`)
    return openSync(server.log, 'a', 0o600)
  } catch (error) {
    throw folderError(server.dataDir, error)
  }
}

function readLog(file: string, from: number): string {
  const log = openSync(file, 'r')
  const buffer = Buffer.alloc(65_536)
  const length = readSync(log, buffer, 0, buffer.length, from)
  closeSync(log)
  return buffer.toString('utf8', 0, length)
}

/** The reason in PostgreSQL's output: its last FATAL or error line, otherwise its last line. */
function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return reason.replace(/^.*?(FATAL|PANIC|error): +/, '').trim()
}
