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
  const portal = { ...given, realtime }
  const server = createServer(await createListener(portal))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
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
