import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'

/** What is read or written at once: each time another thread is woken, and many uploads at a time have one each. */
const PIECE = 256 * 1024
/** The start of a file says what it is, mostly. */
const GLANCE = 16 * 1024

export type HeldFile = Awaited<ReturnType<typeof holdFile>>

/**
 * A file on the disk that has no name: while it is looked at nobody else can see it, and whatever ends the work (a
 * refusal, a broken connection, a killed process), nothing of it stays behind.
 */
export async function holdFile(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+')
  await unlink(path)
  const piece = Buffer.allocUnsafeSlow(PIECE)
  let waiting = 0
  let written = 0

  async function flush(): Promise<void> {
    await file.appendFile(piece.subarray(0, waiting))
    written += waiting
    waiting = 0
  }

  async function* content(into: () => Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read({ buffer: into(), position: at })
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  return {
    size: () => written + waiting,
    async add(bytes: Uint8Array): Promise<void> {
      for (let from = 0; from < bytes.byteLength; ) {
        const part = bytes.subarray(from, from + PIECE - waiting)
        piece.set(part, waiting)
        from += part.byteLength
        waiting += part.byteLength
        if (waiting === PIECE) await flush()
      }
    },
    /** Writes what waits for more: after the last piece. */
    flush,
    /** The content from its start; each piece is good until the next one is asked for. */
    content: () => content(() => piece),
    /** Where the system finds it although it has no name, as long as it is open; only Linux shows it there. */
    ...(process.platform === 'linux' && { path: `/proc/self/fd/${file.fd}` }),
    /** What the content is, as its extension ('pdf'); undefined when that is unknown. */
    async contentType(): Promise<string | undefined> {
      const stream = Readable.from(
        content(() => Buffer.allocUnsafe(GLANCE)),
        { objectMode: false },
      )
      return (await fileTypeFromStream(Readable.toWeb(stream)))?.ext
    },
    close: () => file.close(),
  }
}
