import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync, unlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../ops/start-error.ts'

/** A running PostgreSQL: the pid of its postmaster and the folder of its socket. */
export type Running = { pid: number; socketFolder: string }

const PID_FILE = 'postmaster.pid'

/** The content of postmaster.pid, if its process is alive and is the server of this folder. */
export function readPostmaster(database: string): (Running & { state: string }) | undefined {
  const lines = readFile(join(database, PID_FILE))?.split('\n') ?? []
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (Number.isNaN(pid) || !isAlive(pid) || !isServerOf(database, pid)) return undefined
  return { pid, socketFolder: lines[4] ?? '', state: (lines[7] ?? '').trim() }
}

/** Whether postmaster.pid has no pid yet: a server is starting, or was killed while it started (removeStaleFiles). */
export function isStarting(database: string): boolean {
  const text = readFile(join(database, PID_FILE))
  return text !== undefined && Number.isNaN(Number.parseInt(text, 10))
}

/** Waits until the server accepts connections; undefined if it ends first. Recovery after a power cut may take minutes. */
export async function untilReady(
  database: string,
  pid: number | undefined,
  isGone: () => boolean,
): Promise<Running | undefined> {
  const deadline = Date.now() + 600_000
  while (!isGone()) {
    const found = readPostmaster(database)
    if (found && found.pid === pid && found.state === 'ready') return found
    if (Date.now() > deadline)
      throw new StartError(`The database in ${database} did not become ready in time.`)
    await sleep(15)
  }
  return undefined
}

export async function untilStopped(database: string, pid: number): Promise<void> {
  const deadline = Date.now() + 120_000
  while (readPostmaster(database)?.pid === pid) {
    if (Date.now() > deadline) throw new StartError(`The database in ${database} did not stop in time.`)
    await sleep(15)
  }
}

/**
 * Removes the lock files that PostgreSQL does not replace itself: an empty one (after a power cut), and one whose pid
 * belongs to another program by now or to a zombie process.
 */
export function removeStaleFiles(database: string, socketFolder: string): void {
  for (const file of [join(database, PID_FILE), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const text = readFile(file)
    if (text === undefined) continue
    const pid = Number.parseInt(text, 10)
    const old = Date.now() - statSync(file).mtimeMs > 10_000
    if (Number.isNaN(pid) ? old : isAlive(pid) && !isServerOf(database, pid)) unlinkSync(file)
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Pids are reused, soon so in containers: the pid in the file may be another program's by now. */
function isServerOf(database: string, pid: number): boolean {
  if (platform() === 'linux') return workingFolder(pid) === database
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres')
}

/** PostgreSQL's working directory is its database folder. Undefined if the process ended or is another user's. */
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readFile(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Removed by a server that is stopping.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
