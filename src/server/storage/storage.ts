import type { Readable } from 'node:stream'
import type { Put, StorageDriver } from './driver.ts'
import { openFolder } from './folder-driver.ts'

/** The one interface to stored files. */
export type Files = {
  put: Put
  /** Rejects if there is no such file. */
  read(key: string): Promise<{ size: number; content: () => Promise<Readable> }>
  has(key: string): Promise<boolean>
  /** Succeeds if there is no such file. */
  remove(key: string): Promise<void>
  /** The keys of files written before `time`. */
  olderThan(time: Date): AsyncGenerator<string>
}

/** Files in a folder (file:…) or a bucket (s3:…), by FILES_URL. Opened at first use. */
export function createFiles(filesUrl: string): Files {
  let opened: Promise<StorageDriver> | undefined
  const open = () => {
    opened ??= openDriver(new URL(filesUrl))
    return opened
  }
  return {
    put: async (key, content, facts) => (await open()).put(key, content, facts),
    async read(key) {
      const { disk } = await open()
      const { contentLength } = await disk.getMetaData(key)
      return { size: contentLength, content: () => disk.getStream(key) }
    },
    has: async (key) => (await open()).disk.exists(key),
    remove: async (key) => (await open()).disk.delete(key),
    async *olderThan(time) {
      const { disk } = await open()
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll('/', { recursive: true, paginationToken })
        for (const file of page.objects) {
          if (file.isFile && (await file.getMetaData()).lastModified < time) yield file.key
        }
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
  }
}

async function openDriver(url: URL): Promise<StorageDriver> {
  if (url.protocol === 'file:') return openFolder(url)
  // The S3 client is large, and most portals use a folder.
  const { openBucket } = await import('./bucket-driver.ts')
  return openBucket(url)
}
