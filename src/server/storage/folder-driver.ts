import { constants, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { StorageDriver } from './driver.ts'

/** A folder such as `file:///srv/stoop/files`. [V5.3.1] */
export function openFolder(url: URL): StorageDriver {
  const location = fileURLToPath(url)
  return {
    disk: new Disk(new FSDriver({ location, visibility: 'private' })),
    // flydrive would overwrite, and read ahead.
    async put(key, content, { path: from }) {
      const path = join(location, key)
      await mkdir(dirname(path), { recursive: true })
      const write = () => writeFile(path, content, { flag: 'wx' })
      if (from === undefined) return write()
      // A failed copy leaves nothing behind. Some shared folders can't copy; for other failures, writing says why.
      await copyFile(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE).catch(write)
    },
  }
}
