import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, type FileHandle, lstat, open, readdir, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Files } from './driver.ts'
import { createPrivateFolder, freeSpace } from './private-folder.ts'
import { systemCodes } from './storage-error.ts'

const { COPYFILE_EXCL, COPYFILE_FICLONE, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
/** Linux finds names below an open folder, so nobody can put a link into the path meanwhile. */
const FINDS_BELOW = existsSync('/proc/self/fd')
const MISSING = ['ENOENT', 'ENOTDIR', 'ELOOP']

/**
 * A folder such as `file:///srv/stoop/files`, which may be a link itself. Links below it are neither followed nor listed:
 * the portal may read and write more than those who can place one. Its files are the portal's user's alone. [V5.3.1]
 */
export function openFolder(url: URL): Files {
  const root = fileURLToPath(url)

  /** Runs `work` with the path of the key's file. */
  function at<T>(key: string, work: (path: string) => Promise<T>, { creates = false } = {}): Promise<T> {
    const folders = key.split('/')
    const name = folders.pop() ?? ''
    for (const part of [...folders, name])
      if (/^\.{0,2}$|[\\\0]/.test(part)) throw new Error(`'${key}' can't be the key of a file`)
    // The path of an error may name an open folder only by its number.
    return within(root, folders, (folder) => work(join(folder, name)), creates).catch((error) => {
      throw Object.assign(error, { key })
    })
  }

  async function* list(folders: string[], time: Date): AsyncGenerator<string> {
    // Read at once, so that no folder stays open meanwhile.
    const entries = await within(root, folders, entriesOf).catch((error) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const { name, isFolder, changedAt } of entries) {
      const path = [...folders, name]
      if (isFolder) yield* list(path, time)
      else if (changedAt < time) yield path.join('/')
    }
  }

  return {
    put: (key, content, { path: from }) =>
      at(
        key,
        async (path) => {
          const write = () => writeFile(path, content, { flag: 'wx', mode: 0o600 })
          if (from === undefined) return write()
          // A failed copy leaves nothing behind. Some shared folders can't copy; for other failures, writing says why.
          await copyFile(from, path, COPYFILE_EXCL | COPYFILE_FICLONE).then(() => chmod(path, 0o600), write)
        },
        { creates: true },
      ),
    async read(key) {
      const size = await at(key, async (path) => {
        const stats = await lstat(path)
        if (!stats.isFile()) throw new Error(`${key} is no file`)
        return stats.size
      })
      const content = () =>
        at(key, async (path) => {
          const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
          return file.createReadStream()
        })
      return { size, content }
    },
    has: (key) =>
      at(key, async (path) => (await lstat(path)).isFile()).catch((error) => {
        if (isMissing(error)) return false
        throw error
      }),
    remove: (key) =>
      at(key, unlink).catch((error) => {
        if (!systemCodes(error).includes('ENOENT')) throw error
      }),
    olderThan: (time) => list([], time),
    async free() {
      await createPrivateFolder(root)
      return freeSpace(root)
    },
  }
}

/** Runs `work` with the path of a folder below `root`, which is reached without following a link. */
async function within<T>(
  root: string,
  folders: string[],
  work: (folder: string) => Promise<T>,
  creates = false,
): Promise<T> {
  const opened: FileHandle[] = []
  /** The path stays good for the folder that is there now, whatever is put into its place. */
  const hold = async (path: string, flags = 0) => {
    const folder = await open(path, O_RDONLY | O_DIRECTORY | flags)
    opened.push(folder)
    return `/proc/self/fd/${folder.fd}`
  }
  try {
    if (creates) await createPrivateFolder(root)
    let path = FINDS_BELOW ? await hold(root) : root
    for (const name of folders) {
      path = join(path, name)
      if (creates) await createPrivateFolder(path)
      if (FINDS_BELOW) path = await hold(path, O_NOFOLLOW)
      else if (!(await lstat(path)).isDirectory())
        throw Object.assign(new Error(`ENOTDIR: ${path}`), { code: 'ENOTDIR' })
    }
    return await work(path)
  } finally {
    for (const folder of opened) await folder.close()
  }
}

async function entriesOf(folder: string) {
  const entries: { name: string; isFolder: boolean; changedAt: Date }[] = []
  for (const entry of await readdir(folder)) {
    const stats = await lstat(join(folder, entry)).catch(() => undefined) // removed meanwhile
    if (!stats?.isFile() && !stats?.isDirectory()) continue
    entries.push({ name: entry, isFolder: stats.isDirectory(), changedAt: stats.mtime })
  }
  return entries
}

function isMissing(error: unknown): boolean {
  return systemCodes(error).some((code) => MISSING.some((missing) => missing === code))
}
