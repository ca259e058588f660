import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { sendFile, withFiles } from './send-file.ts'

const PIECE = 64 * 1024
const PIECES = 100

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A server whose one answer is this file, asked for once; and the lines of its log. */
async function ask(content: Readable): Promise<{ response: IncomingMessage; log: string[] }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (context, next) => {
    await next()
    context.header('x-later', 'set when the route had answered')
  })
  app.get('/', (context) => {
    context.header('content-length', String(PIECE * PIECES))
    sendFile(context.env, content)
    return context.body(null)
  })
  const log: string[] = []
  const logger = pino({}, { write: (line: string) => log.push(line) })
  server = createAdaptorServer({ fetch: withFiles(app.fetch, logger) }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const [response] = await once(get(`http://127.0.0.1:${port}/`), 'response')
  return { response, log }
}

async function* someOf(content: Buffer, pieces = PIECES) {
  for (let place = 0; place < pieces; place += 1) yield Buffer.copyBytesFrom(content, place * PIECE, PIECE)
}

test('a file arrives byte for byte at somebody slow, under the headers of its answer', async () => {
  const content = randomBytes(PIECE * PIECES)
  const { response, log } = await ask(Readable.from(someOf(content)))
  expect(response.headers['x-later']).toBe('set when the route had answered')
  await new Promise((resolve) => setTimeout(resolve, 200)) // meanwhile all that is between the two fills up
  expect((await buffer(response)).equals(content)).toBe(true)
  expect(log).toEqual([])
})

test('a file is closed when somebody breaks off, which is no fault', async () => {
  const content = Readable.from(someOf(randomBytes(PIECE * PIECES)))
  const closed = new Promise((resolve) => content.on('close', resolve))
  const { response, log } = await ask(content)
  response.destroy()
  await closed
  expect(log).toEqual([])
})

test('a file that fails on the way never looks whole, and is logged', async () => {
  async function* failing() {
    yield* someOf(randomBytes(PIECE * 3), 3)
    throw new Error('The disk is gone')
  }
  const { response, log } = await ask(Readable.from(failing()))
  await expect(buffer(response)).rejects.toThrow('aborted')
  expect(log.join()).toContain('The disk is gone')
})
