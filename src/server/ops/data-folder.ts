import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { folderError } from './start-error.ts'

/** True where the portal runs as root, and PostgreSQL therefore as another user. */
export const isRoot = process.getuid?.() === 0

/**
 * The data folder's real path; creates the folder if it is missing. Only its owner may enter it. As root, others may enter
 * but not list it, because PostgreSQL then runs as another user.
 */
export function openDataFolder(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true })
      chmodSync(dataDir, isRoot ? 0o711 : 0o700)
    }
    if (!statSync(dataDir).isDirectory())
      throw Object.assign(new Error(`${dataDir} is a file`), { code: 'ENOTDIR' })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    // Only a write detects a full disk and, as root, a read-only one.
    const probe = join(dataDir, `.probe-${process.pid}`)
    try {
      writeFileSync(probe, 'x'.repeat(8192))
    } finally {
      rmSync(probe, { force: true }) // a full disk keeps the empty file
    }
    return realpathSync(dataDir)
  } catch (error) {
    throw folderError(dataDir, error)
  }
}
