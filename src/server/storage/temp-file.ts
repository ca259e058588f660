import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'
import { createPrivateFolder } from './private-folder.ts'

/** Bytes per read or write: 64 kB costs more thread switches, more costs memory in each of many uploads. */
const PIECE = 256 * 1024
/** Bytes per read for the file type, which is mostly in the first few. */
const HEAD = 16 * 1024

export type TempFile = Awaited<ReturnType<typeof openTempFile>>

/**
 * A temp file without a name: nobody else sees it, and a denial, a broken connection or a killed process leaves nothing
 * behind.
 * [V5.2.3]
 */
export async function openTempFile(folder: string) {
  await createPrivateFolder(folder)
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  const piece = Buffer.allocUnsafeSlow(PIECE)
  let buffered = 0
  let written = 0

  async function flush(): Promise<void> {
    await file.appendFile(piece.subarray(0, buffered))
    written += buffered
    buffered = 0
  }

  async function* content(into: () => Buffer): AsyncGenerator<Buffer> {
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await file.read({ buffer: into(), position })
      if (bytesRead === 0) return
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  return {
    size: () => written + buffered,
    async add(bytes: Uint8Array): Promise<void> {
      for (let from = 0; from < bytes.byteLength; ) {
        const part = bytes.subarray(from, from + PIECE - buffered)
        piece.set(part, buffered)
        from += part.byteLength
        buffered += part.byteLength
        if (buffered === PIECE) await flush()
      }
    },
    /** Writes the rest: call it after the last `add`. */
    flush,
    /** Another content in its place. */
    async replace(bytes: Uint8Array): Promise<void> {
      await file.truncate(0)
      for (let at = 0; at < bytes.byteLength; )
        at += (await file.write(bytes, at, bytes.byteLength - at, at)).bytesWritten
      written = bytes.byteLength
      buffered = 0
    },
    /** The content from its start. Each piece is valid until the next one is taken. */
    content: () => content(() => piece),
    /** Where the kernel finds the open file although it has no name; only on Linux. */
    ...(process.platform === 'linux' && { path: `/proc/self/fd/${file.fd}` }),
    /** The type of the content as an extension ('pdf'); undefined if unknown. */
    async contentType(): Promise<string | undefined> {
      const stream = Readable.from(
        content(() => Buffer.allocUnsafe(HEAD)),
        { objectMode: false },
      )
      return (await fileTypeFromStream(Readable.toWeb(stream)))?.ext
    },
    close: () => file.close(),
  }
}
