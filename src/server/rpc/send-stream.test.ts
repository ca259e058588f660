import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Env } from './request-log.ts'
import { sendStream, sendStreams } from './send-stream.ts'

const PIECE = 64 * 1024
const PIECES = 100

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A server that sends this stream as its only response, and its log lines. */
async function ask(content: Readable): Promise<{ response: IncomingMessage; log: string[] }> {
  const log: string[] = []
  const logger = pino({}, { write: (line: string) => log.push(line) })
  const app = new Hono<Env>()
  app.use(sendStreams(logger))
  app.use(async (context, next) => {
    await next()
    context.header('x-later', 'set when the route had answered')
  })
  app.get('/', (context) => {
    context.header('content-length', String(PIECE * PIECES))
    return sendStream(context, content)
  })
  server = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const [response] = await once(get(`http://127.0.0.1:${port}/`), 'response')
  return { response, log }
}

async function* someOf(content: Buffer, pieces = PIECES) {
  for (let index = 0; index < pieces; index += 1) yield Buffer.copyBytesFrom(content, index * PIECE, PIECE)
}

test('a slow client gets the file byte for byte, with the headers of the response', async () => {
  const content = randomBytes(PIECE * PIECES)
  const { response, log } = await ask(Readable.from(someOf(content)))
  expect(response.headers['x-later']).toBe('set when the route had answered')
  await new Promise((resolve) => setTimeout(resolve, 200)) // meanwhile all that is between the two fills up
  expect((await buffer(response)).equals(content)).toBe(true)
  expect(log).toEqual([])
})

test('the file is closed when the client disconnects, without an error in the log', async () => {
  const content = Readable.from(someOf(randomBytes(PIECE * PIECES)))
  const closed = new Promise((resolve) => content.on('close', resolve))
  const { response, log } = await ask(content)
  response.destroy()
  await closed
  expect(log).toEqual([])
})

test('a read error never looks like a complete response, and is logged', async () => {
  async function* failing() {
    yield* someOf(randomBytes(PIECE * 3), 3)
    throw new Error('The disk is gone')
  }
  const { response, log } = await ask(Readable.from(failing()))
  await expect(buffer(response)).rejects.toThrow('aborted')
  expect(log.join()).toContain('The disk is gone')
})
