import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync, unlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

/** A running PostgreSQL: its first process, and the folder of its socket. */
export type Running = { pid: number; socketFolder: string }

const PID_FILE = 'postmaster.pid'

/** What a database folder's postmaster.pid says, when that process is alive and really this folder's server. */
export function readPostmaster(database: string): (Running & { state: string }) | undefined {
  const lines = readFile(join(database, PID_FILE))?.split('\n') ?? []
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (Number.isNaN(pid) || !isAlive(pid) || !isServerOf(database, pid)) return undefined
  return { pid, socketFolder: lines[4] ?? '', state: (lines[7] ?? '').trim() }
}

/** Whether a server that starts just now is about to write who it is; or one broke off then (removeStaleFiles). */
export function isAboutToSay(database: string): boolean {
  const text = readFile(join(database, PID_FILE))
  return text !== undefined && Number.isNaN(Number.parseInt(text, 10))
}

/** Undefined when the server ends before it takes connections. Recovery after a power cut may take minutes. */
export async function untilReady(
  database: string,
  pid: number | undefined,
  isGone: () => boolean,
): Promise<Running | undefined> {
  const deadline = Date.now() + 600_000
  while (!isGone()) {
    const found = readPostmaster(database)
    if (found && found.pid === pid && found.state === 'ready') return found
    if (Date.now() > deadline) throw new StartError(`The database in ${database} does not get ready.`)
    await sleep(15)
  }
  return undefined
}

export async function untilStopped(database: string, pid: number): Promise<void> {
  const deadline = Date.now() + 120_000
  while (readPostmaster(database)?.pid === pid) {
    if (Date.now() > deadline) throw new StartError(`The database in ${database} does not stop.`)
    await sleep(15)
  }
}

/**
 * PostgreSQL takes over the two files of a dead server itself; not an empty one (the power failed at the wrong moment),
 * nor one whose number belongs to another program by now, or to a process that was killed and still is on the list.
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

/** Process numbers are used again, in containers soon: the number in the file may be another program's by now. */
function isServerOf(database: string, pid: number): boolean {
  if (platform() === 'linux') return workingFolder(pid) === database
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.includes('postgres')
}

/** PostgreSQL works in its database folder. Unknown for a process that ended, or is another user's. */
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
    // Removed by a server that ends just now.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
