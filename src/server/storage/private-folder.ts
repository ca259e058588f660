import { constants } from 'node:fs'
import { mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCodes } from './storage-error.ts'

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const OTHERS = 0o077

/** Creates a folder that only its owner may enter, if there is none. Whatever is there already stays as it is. */
export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error) => {
    if (!systemCodes(error).includes('EEXIST')) throw error // a file: the next step says so
  })
}

/**
 * Takes a folder, and everything in it, from all other users, as earlier versions and operators created them. Once that
 * is done, nobody else can add anything, so the next starts look at the folder alone.
 */
export async function makePrivate(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => {
    if (!systemCodes(error).includes('ENOENT')) throw error
  })
  if (!found || (found.mode & OTHERS) === 0) return
  const handle = await open(folder, O_RDONLY)
  await handle.chmod(0o700).finally(() => handle.close())
  await makeContentPrivate(folder)
}

async function makeContentPrivate(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue
    const path = join(folder, entry.name)
    // Never through a link, which could name any file.
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    await handle.chmod(entry.isDirectory() ? 0o700 : 0o600).finally(() => handle.close())
    if (entry.isDirectory()) await makeContentPrivate(path)
  }
}

/** The bytes that this user may still write on the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
