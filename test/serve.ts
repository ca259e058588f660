import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type pg from 'pg'
import type { Portal } from '../src/server/context.ts'
import { withFiles } from '../src/server/files/send-file.ts'
import { createHttp } from '../src/server/http.ts'
import { createLive } from '../src/server/live/live.ts'

/** A portal of this process over real HTTP, on a port of its own. */
export async function serve(portal: Portal, connection: pg.PoolConfig, beatMs?: number) {
  const live = createLive(connection, portal.log, beatMs)
  await live.start()
  const server = createAdaptorServer({
    fetch: withFiles(createHttp(portal, live).fetch, portal.log),
  }) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A port was asked for.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    live,
    async close() {
      server.close()
      server.closeAllConnections()
      await live.stop()
    },
  }
}
