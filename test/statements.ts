import pg from 'pg'
import { Pipeline } from '../src/server/database/pipeline.ts'
import { createPool, Db } from '../src/server/database/pool.ts'

/** A portal's database that notes what is sent to it: the statements that leave together. */
export function createNotingDb(connection: pg.PoolConfig, prepares = true): { db: Db; packets: string[][] } {
  const packets: string[][] = []
  class NotingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...args: unknown[]) => unknown
      this.query = ((...args: unknown[]) => {
        const [asked] = args as [string | { text: string } | Pipeline]
        const each = asked instanceof Pipeline ? asked.asked : [asked]
        packets.push(each.map((one) => (typeof one === 'string' ? one : one.text)))
        return ask(...args)
      }) as typeof this.query
    }
  }
  const pool = createPool({ max: 2, ...connection, Client: NotingClient })
  return {
    db: new Db(
      pool.on('error', () => undefined),
      { prepares },
    ),
    packets,
  }
}
