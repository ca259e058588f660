import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { DomainError } from '../../domain/errors.ts'
import { serverRefusal } from '../refusal.ts'
import { freeBuffer } from './free-buffer.ts'
import { systemCodes } from './storage-error.ts'
import type { TempFile } from './temp-file.ts'

/**
 * The body of a request. Each piece is valid until the next one is taken. The connection stays open when its reader
 * stops early, for the response.
 */
export async function* requestBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (incoming.errored) throw incoming.errored
  if (incoming.readableEnded) return
  // The stream's own iterator joins waiting pieces into larger ones.
  const pieces = on(incoming, 'data', { close: ['end', 'close'], highWaterMark: 1, lowWaterMark: 1 })
  incoming.resume()
  for await (const [piece] of pieces as AsyncIterable<[Buffer]>) {
    yield piece
    freeBuffer(piece)
  }
}

/** Writes a body to a temp file. Throws `tooLarge` once it has more than `max` bytes. [V5.2.1] */
export async function receive(
  temp: TempFile,
  body: AsyncIterable<Uint8Array>,
  max: number,
  tooLarge: DomainError,
): Promise<void> {
  try {
    for await (const piece of body) {
      if (temp.size() + piece.byteLength > max) throw tooLarge
      await temp.add(piece)
    }
    await temp.flush()
  } catch (error) {
    throw systemCodes(error).includes('ECONNRESET') ? serverRefusal('upload_broken_off') : error
  }
}

/** The longest pause of a refused sender, in milliseconds: then it waits for the response. */
const PAUSE = 1000

/**
 * Reads and drops the rest of a refused body, at most `max` bytes. Many programs read a response only after they have
 * sent everything, and would find the connection closed.
 */
export async function discard(incoming: IncomingMessage, max: number): Promise<void> {
  const paused = Promise.withResolvers<void>()
  const timer = setTimeout(paused.resolve, PAUSE)
  const drop = async () => {
    let size = 0
    for await (const piece of requestBody(incoming)) {
      timer.refresh()
      size += piece.byteLength
      if (size > max) return
    }
  }
  // If it fails, the sender has left, so nobody waits for the response.
  await Promise.race([drop().catch(() => undefined), paused.promise])
  clearTimeout(timer)
}
