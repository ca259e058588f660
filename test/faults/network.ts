import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/**
 * The network between a portal and its database, and its faults. A DATABASE_URL leads through it; the database itself
 * stays up, so that a test can read it directly.
 */
export async function openNetwork({ host, port: number, user, database }: pg.PoolConfig) {
  let socketFolder = host
  const links = new Set<Socket>()
  let swallows = false
  let delay = 0

  const server = createServer((near) => {
    const far = createConnection(`${socketFolder}/.s.PGSQL.${number}`)
    let isLost = swallows
    for (const socket of [near, far]) {
      links.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    const pass = (from: Socket, to: Socket) => {
      let before = Promise.resolve()
      from.on('data', (piece) => {
        isLost ||= swallows
        if (isLost) return
        const due = performance.now() + delay
        before = before.then(async () => {
          if (due > performance.now()) await sleep(due - performance.now())
          if (!to.destroyed) to.write(piece)
        })
      })
      from.on('close', () => {
        links.delete(from)
        isLost ||= swallows
        // When packets are dropped, neither end learns that the other has closed.
        if (!isLost) void before.then(() => to.end())
      })
    }
    pass(near, far)
    pass(far, near)
  })
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    return address.port
  }
  const port = await listen(0)
  const cut = () => {
    for (const link of links) link.destroy()
  }
  const faults = {
    /** Breaks open connections and refuses new ones. */
    async refuses(): Promise<void> {
      server.close()
      cut()
    },
    /** Drops all packets; connections that were open then never recover. */
    async swallows(): Promise<void> {
      swallows = true
    },
    /** Delays every response by so much. */
    async delays(): Promise<void> {
      delay = 100
    },
  }
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    faults,
    cut,
    /** From now on the same address leads to another server, as after a failover. */
    leadTo({ host }: pg.PoolConfig): void {
      socketFolder = host
      cut()
    },
    /** Ends all faults. */
    async heal(): Promise<void> {
      delay = 0
      swallows = false
      if (!server.listening) await listen(port)
    },
    close(): void {
      server.close()
      cut()
    },
  }
}

export type Network = Awaited<ReturnType<typeof openNetwork>>
export type Fault = keyof Network['faults']
