import pg from 'pg'
import { createPool, Db } from '../src/server/db/pool.ts'
import { RoundTrip } from '../src/server/rpc/batch/round-trip.ts'

/** A portal's database that records the text of each statement sent to it, and of the statements that shared a round trip. */
export function createRecordingDb(connection: pg.PoolConfig) {
  const statements: string[] = []
  const roundTrips: string[][] = []
  class RecordingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send = this.query.bind(this) as (...args: unknown[]) => unknown
      const prepared = new Map<string, string>()
      this.query = ((...args: unknown[]) => {
        const [query] = args as [string | RoundTrip | { text: string }]
        if (query instanceof RoundTrip) {
          const { submit } = query
          query.submit = (to) => roundTrips.push(textsBound(to, prepared, () => submit(to)))
        } else statements.push(typeof query === 'string' ? query : query.text)
        return send(...args)
      }) as typeof this.query
    }
  }
  const pool = createPool({ max: 2, pipeline: true, ...connection, Client: RecordingClient })
  return { db: new Db(pool.on('error', () => undefined)), statements, roundTrips }
}

/** The texts of the statements that `send` binds. `prepared` has the text of each prepared statement of the connection. */
function textsBound(connection: pg.Connection, prepared: Map<string, string>, send: () => void): string[] {
  const { parse, bind } = connection
  const texts: string[] = []
  connection.parse = (statement, more) => {
    prepared.set(statement.name, statement.text)
    parse.call(connection, statement, more)
  }
  connection.bind = (config, more) => {
    texts.push(prepared.get(config?.statement ?? '') ?? '')
    bind.call(connection, config, more)
  }
  send()
  Object.assign(connection, { parse, bind })
  return texts
}
