import type { Readable } from 'node:stream'

type FileFacts = {
  size: number
  mime: string
  /** Where this machine has the same content: a folder lets the kernel copy it where it can. */
  path?: string
}

/** The one interface to stored files: a folder or a bucket. */
export type Files = {
  /** Keeps a file. Each piece of the content is used up or copied before the next one is taken. Rejects if the key is taken. */
  put(key: string, content: AsyncIterable<Uint8Array>, facts: FileFacts): Promise<void>
  /** Rejects if there is no such file. */
  read(key: string): Promise<{ size: number; content: () => Promise<Readable> }>
  has(key: string): Promise<boolean>
  /** Succeeds if there is no such file. */
  remove(key: string): Promise<void>
  /** The keys of files written before `time`. */
  olderThan(time: Date): AsyncGenerator<string>
  /** The bytes that its disk has left; infinite for a bucket. */
  free(): Promise<number>
}
