import type { Readable } from 'node:stream'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { freeBuffer } from '../storage/free-buffer.ts'
import type { Env } from './request-log.ts'

/** A response with this body, which `sendStreams` sends. */
export function sendStream(context: Context<Env>, content: Readable): Response {
  context.set('stream', content)
  return context.body(null)
}

/**
 * Writes the streams of all later routes directly to the connection, after the other middleware has set its headers. A web
 * stream takes four times the CPU time.
 */
export function sendStreams(log: Logger): MiddlewareHandler<Env> {
  return async (context, next) => {
    await next()
    const content = context.get('stream')
    if (!content) return
    const { outgoing } = context.env
    const response = context.res
    if (response.status !== 200 || response.body) {
      content.destroy() // An error after the route replaced its response.
      return
    }
    outgoing.setHeaders(response.headers).writeHead(response.status)
    send(content, outgoing).catch((error) => {
      if (!outgoing.destroyed) log.error({ err: error }, 'a response was not sent completely')
      outgoing.destroy() // or the client would wait for the rest
    })
    context.res = undefined // or Hono would merge both responses
    context.res = RESPONSE_ALREADY_SENT
  }
}

async function send(content: Readable, outgoing: Env['Bindings']['outgoing']): Promise<void> {
  outgoing.on('close', () => content.destroy())
  for await (const piece of content as AsyncIterable<Buffer | string>) {
    const hasDisconnected = await new Promise((resolve) => outgoing.write(piece, resolve))
    if (hasDisconnected) return
    if (typeof piece !== 'string') freeBuffer(piece)
  }
  outgoing.end()
}
