import { once } from 'node:events'
import { createServer } from 'node:http'
import type pg from 'pg'
import { createRealtime } from '../src/server/realtime/realtime.ts'
import type { Portal } from '../src/server/rpc/context.ts'
import { createListener } from '../src/server/rpc/http.ts'

/** Serves a portal of this process over real HTTP, on a port of its own. */
export async function serve(given: Portal, connection: pg.PoolConfig, heartbeatMs?: number) {
  const realtime = createRealtime(connection, given.log, heartbeatMs)
  await realtime.start()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  // It answers to the port that it listens on.
  const portal = { ...given, realtime, config: { ...given.config, port: address.port } }
  server.on('request', await createListener(portal))
  return {
    origin: `http://127.0.0.1:${address.port}`,
    portal,
    async close() {
      server.close()
      server.closeAllConnections()
      await realtime.stop()
    },
  }
}
