import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Portal } from '../rpc/context.ts'
import { createListener } from '../rpc/http.ts'
import { DRAIN, REQUEST_GRACE } from './shutdown.ts'
import { StartError } from './start-error.ts'

/** Milliseconds that an idle connection stays open. A proxy must close it first: a request into a closing one is lost. */
export const KEEP_ALIVE = 75_000

/** Serves until `stop`, then ends in order. */
export async function serveHttp(portal: Portal, stop: AbortSignal, onListening: () => void): Promise<void> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, await createListener(portal, stop))
  server.prependListener('request', refuseUpgrade)
  await listen(server, portal.config)
  onListening()
  if (!stop.aborted) await once(stop, 'abort')
  if (portal.config.databaseUrl && stop.reason === 'SIGTERM') await drain(server)
  const closed = once(server, 'close')
  portal.realtime.endStreams()
  server.close()
  // Browsers keep connections open; they are idle once their last response or stream is sent.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  setTimeout(() => server.closeAllConnections(), REQUEST_GRACE).unref()
  await closed
  clearInterval(idle)
}

/**
 * No other protocol is spoken here. After a request to change to one that has a body, Node.js reads no further request on its
 * connection, and the next one would wait for an answer until the connection is idle for too long.
 */
function refuseUpgrade({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade !== undefined) response.setHeader('connection', 'close')
}

/** Serves late requests, and asks their clients for a new connection: the balancer opens it elsewhere. */
async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  await sleep(DRAIN)
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} of ${host} is in use: stop the other program, or set another PORT.`)
    if (code === 'EACCES')
      throw new StartError(`This user may not open port ${port}: set another PORT, such as 3000.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST is ${host}, which is not an address of this machine.`)
    throw cause
  }
}
