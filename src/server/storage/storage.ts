import type { Files } from './driver.ts'
import { openFolder } from './folder-driver.ts'

/** Files in a folder (file:…) or a bucket (s3:…), by FILES_URL. Opened at first use. */
export function createFiles(filesUrl: string): Files {
  let opened: Promise<Files> | undefined
  const open = () => {
    opened ??= openDriver(new URL(filesUrl))
    return opened
  }
  return {
    put: async (key, content, facts) => (await open()).put(key, content, facts),
    read: async (key) => (await open()).read(key),
    has: async (key) => (await open()).has(key),
    remove: async (key) => (await open()).remove(key),
    async *olderThan(time) {
      yield* (await open()).olderThan(time)
    },
    free: async () => (await open()).free(),
  }
}

async function openDriver(url: URL): Promise<Files> {
  if (url.protocol === 'file:') return openFolder(url)
  // The S3 client is large, and most portals use a folder.
  const { openBucket } = await import('./bucket-driver.ts')
  return openBucket(url)
}
