import type { Disk } from 'flydrive'

type FileFacts = {
  size: number
  mime: string
  /** Where this machine has the same content: a folder lets the kernel copy it where it can. */
  path?: string
}

/** Keeps a file. Each piece of the content is used up or copied before the next one is taken. Rejects if the key is taken. */
export type Put = (key: string, content: AsyncIterable<Uint8Array>, facts: FileFacts) => Promise<void>

/** A folder or a bucket. They differ only in how they write. */
export type StorageDriver = { disk: Disk; put: Put }
