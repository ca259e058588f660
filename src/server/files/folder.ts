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
      const write = () => writeFile(path, content, { flag: 'wx' })
      if (from === undefined) return write()
      // Of what the system can't copy, as on some shared folders, nothing is left: writing it says why it can't be kept either.
      await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(write)
    },
  }
}
