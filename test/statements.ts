import pg from 'pg'
import { Pipeline } from '../src/server/database/pipeline.ts'
import { createPool, Db } from '../src/server/database/pool.ts'

/** A portal's database that notes each statement which is sent to it. */
export function createNotingDb(connection: pg.PoolConfig): { db: Db; statements: string[] } {
  const statements: string[] = []
  class NotingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...args: unknown[]) => unknown
      this.query = ((...args: unknown[]) => {
        const [statement] = args as [string | { text: string } | Pipeline]
        const each = statement instanceof Pipeline ? statement.asked : [statement]
        statements.push(...each.map((one) => (typeof one === 'string' ? one : one.text)))
        return ask(...args)
      }) as typeof this.query
    }
  }
  return { db: new Db(createPool({ ...connection, max: 2, Client: NotingClient })), statements }
}
