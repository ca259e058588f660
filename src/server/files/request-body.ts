import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'

/**
 * The body of a request, straight from its connection: a refusal can still be answered on it. A piece is good until
 * the next one is asked for; then its memory is given back at once, and no more than one waits meanwhile. The collector
 * would let tens of megabytes of them pile up first.
 */
export async function* requestBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (incoming.errored) throw incoming.errored
  if (incoming.readableEnded) return
  // The stream's own iterator would join the pieces that wait, into one more.
  const pieces = on(incoming, 'data', { close: ['end', 'close'], highWaterMark: 1, lowWaterMark: 1 })
  incoming.resume()
  for await (const [piece] of pieces as AsyncIterable<[Buffer]>) {
    yield piece
    giveBack(piece)
  }
}

/** Gives the memory of a piece back that nobody will look at again; one that shares it with others leaves it to them. */
export function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/**
 * Lets the rest of a refused body pass, up to `max` bytes of it: many programs read an answer only after they have sent
 * all, and would else find the connection closed instead of the reason.
 */
export async function passBy(incoming: IncomingMessage, max: number): Promise<void> {
  let passed = 0
  try {
    for await (const piece of requestBody(incoming)) {
      passed += piece.byteLength
      if (passed > max) return
    }
  } catch {
    // Whoever has gone needs no answer.
  }
}
