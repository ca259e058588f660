import type { Readable } from 'node:stream'
import type { createAdaptorServer, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Logger } from 'pino'
import { giveBack } from './request-body.ts'

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch']
type Outgoing = HttpBindings['outgoing']

const contents = new WeakMap<Outgoing, Readable>()

/** Sends this as the body of the answer, which a route gives without one. */
export function sendFile({ outgoing }: HttpBindings, content: Readable): void {
  contents.set(outgoing, content)
}

/**
 * Answers as `fetch` does, and sends the files that its routes leave here straight to the connection. A stream of the web
 * copies each piece and leaves both to the collector, which looks through the whole portal again and again for them.
 */
export function withFiles(fetch: Fetch, log: Logger): Fetch {
  return async (request, env) => {
    const response = (await fetch(request, env)) as Response
    const { outgoing } = env as HttpBindings
    const content = contents.get(outgoing)
    if (!content) return response
    if (response.status !== 200 || response.body) {
      content.destroy() // something failed behind the route, and this says what
      return response
    }
    outgoing.setHeaders(response.headers).writeHead(response.status)
    send(content, outgoing).catch((error) => {
      if (!outgoing.destroyed) log.error({ err: error }, 'a file could not be sent to its end')
      outgoing.destroy() // or whoever waits for the rest would wait on
    })
    return RESPONSE_ALREADY_SENT
  }
}

async function send(content: Readable, outgoing: Outgoing): Promise<void> {
  outgoing.on('close', () => content.destroy())
  for await (const piece of content as AsyncIterable<Buffer>) {
    const gone = await new Promise((resolve) => outgoing.write(piece, resolve))
    if (gone) return
    giveBack(piece)
  }
  outgoing.end()
}
