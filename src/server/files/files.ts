import type { Readable } from 'node:stream'
import type { Disk } from 'flydrive'
import { openFolder } from './folder.ts'

export type FileFacts = {
  size: number
  type: string
  /** Where the same content lies on this machine: a folder has the system copy it where that can be done. */
  path?: string
}

/** The one interface to where files are kept. A key is `<building id>/<milliseconds>-<name>` (domain, storageKey). */
export type Files = {
  /**
   * Keeps a content, each piece of it used up before the next is asked for, or copied from its path without a look at it;
   * resolves once it is all there.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, facts: FileFacts): Promise<void>
  /** Rejects when there is no such file. */
  read(key: string): Promise<{ size: number; content: () => Promise<Readable> }>
  has(key: string): Promise<boolean>
  /** A file that isn't there is removed already. */
  remove(key: string): Promise<void>
  /** The keys of what was written before `time`. */
  olderThan(time: Date): AsyncGenerator<string>
}

/** A folder or a bucket: they differ in how a file gets there. */
export type Place = { disk: Disk; put: Files['put'] }

/** Files in a folder (file:…) or in a bucket (s3:…), as FILES_URL says; nothing is opened before it is needed. */
export function createFiles(filesUrl: string): Files {
  let opened: Promise<Place> | undefined
  const open = () => {
    opened ??= openPlace(new URL(filesUrl))
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

async function openPlace(url: URL): Promise<Place> {
  if (url.protocol === 'file:') return openFolder(url)
  // The bucket's client is large, and most portals keep their files in a folder.
  const { openBucket } = await import('./bucket.ts')
  return openBucket(url)
}
