import { constants, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Place } from './files.ts'

/** A folder as `file:///srv/stoop/files` names it. */
export function openFolder(url: URL): Place {
  const location = fileURLToPath(url)
  return {
    disk: new Disk(new FSDriver({ location, visibility: 'private' })),
    // The library would read ahead and overwrite; this takes one piece at a time, and never another file's place.
    async put(key, content, { path: from }) {
      const path = join(location, key)
      await mkdir(dirname(path), { recursive: true })
      if (from === undefined || !(await isCopied(from, path))) await writeFile(path, content, { flag: 'wx' })
    },
  }
}

/** What a second try would meet as well: a taken place, and no room. */
const FINAL = ['EEXIST', 'ENOSPC', 'EDQUOT']

/** False where the system can't copy it, as on some shared folders; nothing of it is left then. */
async function isCopied(from: string, path: string): Promise<boolean> {
  try {
    await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && FINAL.includes(String(error.code))) throw error
    return false
  }
}
