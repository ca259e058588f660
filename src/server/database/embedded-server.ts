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
import { folderError, StartError } from '../start-error.ts'
import {
  type Account,
  canWrite,
  chooseAccount,
  findPrograms,
  makeReachableFolder,
  type Programs,
  putInPlace,
} from './embedded-account.ts'
import {
  isAboutToSay,
  isAlive,
  type Running,
  readPostmaster,
  removeStaleFiles,
  untilReady,
  untilStopped,
} from './postmaster.ts'

/** One database folder, with the programs and the user that run it. */
export type Place = {
  dataDir: string
  database: string
  log: string
  account: Account
  programs: Programs
}

/** Nothing of the portal's environment (PGPORT, PGOPTIONS, a language that isn't installed) reaches PostgreSQL. */
const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }

/** For a small machine: two cores and a few GB. No parallel plans: they gain little there, and need much /dev/shm. */
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
  // The portal starts it anew (embedded.ts). One that does so itself may hang for good when a full disk ends its recovery.
  restart_after_crash: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/** Finds the database of a data folder, and makes an empty one when there is none. */
export async function findPlace(dataDir: string): Promise<Place> {
  const link = join(dataDir, 'postgres')
  const account = chooseAccount(link)
  const programs = await findPrograms(account)
  if (!lstatSync(link, { throwIfNoEntry: false })) initialise(dataDir, link, account, programs)
  if (!existsSync(link)) {
    throw new StartError(
      `The database of ${dataDir} is gone: ${link} points at ${readlinkSync(link)}, which is missing.`,
    )
  }
  const database = realpathSync(link)
  if (!canWrite(account, database)) {
    throw new StartError(
      `The user that runs the database (number ${account.uid ?? process.getuid?.()}) can't enter ${database}: let it pass through the folders above.`,
    )
  }
  return { dataDir, database, log: join(dataDir, 'postgres.log'), account, programs }
}

function initialise(dataDir: string, link: string, account: Account, programs: Programs): void {
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

/** What a start that was killed while it made a database left behind. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = name.match(/^postgres\.new-(\d+)$/)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * The PostgreSQL of this place: the one that runs there already (left by a portal that was killed hard, or shared with
 * another process), otherwise a new one.
 */
export async function ensureRunning(place: Place, socketFolder?: string): Promise<Running> {
  for (;;) {
    const found = readPostmaster(place.database)
    if (!found) return launch(place, socketFolder)
    if (found.state === 'stopping') await untilStopped(place.database, found.pid)
    else {
      const isGone = () => readPostmaster(place.database)?.pid !== found.pid
      const running = await untilReady(place.database, found.pid, isGone)
      if (running) return running
    }
  }
}

async function launch(place: Place, socketFolder?: string): Promise<Running> {
  const socket = socketFolder && existsSync(socketFolder) ? socketFolder : chooseSocketFolder(place)
  removeStaleFiles(place.database, socket)
  const log = openLog(place)
  const from = statSync(place.log).size
  const options = Object.entries({
    ...settings,
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  })
  const child = spawn(
    place.programs.postgres,
    ['-D', place.database, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own session: Ctrl-C in the terminal reaches the portal only, which then stops PostgreSQL in order.
    { ...place.account, cwd: '/', env: environment, detached: true, stdio: ['ignore', log, log] },
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
  const running = await untilReady(place.database, child.pid, () => ended !== undefined)
  if (running) return running
  // Another start was a moment faster.
  if (readPostmaster(place.database)) return ensureRunning(place)
  if (isAboutToSay(place.database)) {
    await sleep(200)
    return ensureRunning(place, socketFolder)
  }
  const reason = ended || lastLine(readLog(place.log, from))
  throw folderError(place.dataDir, `its database did not start (${reason}; more in ${place.log})`)
}

/** Stops a server in order: what is committed is on disk, open transactions are rolled back. */
export async function stopServer(place: Place, running: Running): Promise<void> {
  if (isAlive(running.pid)) process.kill(running.pid, 'SIGINT')
  await untilStopped(place.database, running.pid)
  if (running.socketFolder !== place.database) rmSync(running.socketFolder, { recursive: true, force: true })
}

/** The database folder itself is private; where its path is too long for a socket's name, a private folder in /tmp. */
function chooseSocketFolder(place: Place): string {
  if (Buffer.byteLength(place.database) <= 85) return place.database
  const folder = mkdtempSync('/tmp/stoop-')
  if (place.account.uid !== undefined) chownSync(folder, place.account.uid, place.account.gid ?? 0)
  return folder
}

function openLog(place: Place): number {
  try {
    if (existsSync(place.log) && statSync(place.log).size > 10_000_000)
      renameSync(place.log, `${place.log}.1`)
    return openSync(place.log, 'a', 0o600)
  } catch (error) {
    throw folderError(place.dataDir, error)
  }
}

function readLog(file: string, from: number): string {
  const log = openSync(file, 'r')
  const buffer = Buffer.alloc(65_536)
  const length = readSync(log, buffer, 0, buffer.length, from)
  closeSync(log)
  return buffer.toString('utf8', 0, length)
}

/** The line that says why: PostgreSQL's last FATAL or error line, otherwise the last one. */
function lastLine(text: string): string {
  const lines = text.trim().split('\n')
  const reason = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return reason.replace(/^.*?(FATAL|PANIC|error): +/, '').trim()
}
