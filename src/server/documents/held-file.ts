import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'

const PIECE = 64 * 1024

export type HeldFile = Awaited<ReturnType<typeof holdFile>>

/**
 * A file on the disk that has no name: while it is looked at nobody else can see it, and whatever ends the work (a
 * refusal, a broken connection, a killed process), nothing of it stays behind.
 */
export async function holdFile(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  let size = 0

  async function* content(piece: () => Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const { bytesRead, buffer } = await file.read(piece(), 0, PIECE, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  return {
    size: () => size,
    async add(piece: Uint8Array): Promise<void> {
      await file.appendFile(piece)
      size += piece.byteLength
    },
    /** The content from its start; each piece is good until the next one is asked for. */
    content(): AsyncGenerator<Buffer> {
      const piece = Buffer.allocUnsafe(PIECE)
      return content(() => piece)
    },
    /** What the content is, as its extension ('pdf'); undefined when that is unknown. */
    async contentType(): Promise<string | undefined> {
      const stream = Readable.from(
        content(() => Buffer.allocUnsafe(PIECE)),
        { objectMode: false },
      )
      return (await fileTypeFromStream(Readable.toWeb(stream)))?.ext
    },
    close: () => file.close(),
  }
}
