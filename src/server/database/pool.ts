import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Pipeline } from './pipeline.ts'
import { isStale } from './refusals.ts'
import type { DB } from './schema.ts'
import { type OpenTransaction, openTransaction } from './transaction.ts'

/** A transaction under the row rules of one viewer, or of the system: what every query of a feature runs in. */
export type Tx = Transaction<DB>

const DATE = 1082
const BIGINT = 20

/** Calendar dates stay 'YYYY-MM-DD' (a Date would move with the machine's zone); counts and event ids are numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE) return (text: string) => text
    if (oid === BIGINT) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/**
 * Once all promises that are settled by now have been followed. Not as late as setImmediate: then all requests that came
 * together would wait for each other, and the database for all of them.
 */
function atEndOfTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work))
}

/** Sends what is written at one go as one packet: the server is woken once for it, not once for each statement. */
class GatheringSocket extends Socket {
  override connect(...args: unknown[]): this {
    ;(super.connect as (...each: unknown[]) => unknown)(...args)
    // net puts its own in place at this moment, whatever there was.
    this.write = (...written: unknown[]) => {
      if (this.writableCorked === 0) {
        this.cork()
        atEndOfTurn(() => this.uncork())
      }
      return (super.write as (...each: unknown[]) => boolean)(...written)
    }
    return this
  }
}

export function createPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: 20,
    application_name: 'stoop',
    ...connection,
    types,
    stream: () => new GatheringSocket(),
  })
  // The pool watches idle connections only. One that breaks between two queries of a transaction says so at the next
  // query, which fails; unheard, its event would end the process.
  return pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Where transactions begin. */
export type Source = {
  /** A transaction that begins with these statements, once a connection is free. */
  begin(opening: string): Promise<OpenTransaction>
}

/** Whether only a statement failed: the connection is as good as before. */
function isOrdinary(failure: Error): boolean {
  return failure instanceof pg.DatabaseError && failure.severity === 'ERROR' && !isStale(failure)
}

function inTime(until: number): void {
  if (performance.now() > until) throw new Error('timeout exceeded when trying to connect again')
}

/** The database as the portal asks it: in transactions that say first on whose behalf. */
export class Db extends Kysely<DB> implements Source {
  private readonly pool: pg.Pool
  private readonly prepares: boolean

  constructor(pool: pg.Pool, { prepares = true } = {}) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
    this.prepares = prepares
  }

  begin(opening: string): Promise<OpenTransaction> {
    return openTransaction(this.pool, opening, this.prepares)
  }

  /** Takes what is asked in this turn of the program, and leaves at its end, if there is a connection by `until`. */
  pipeline(until: number, leaves: () => void): Pipeline {
    const pipeline = new Pipeline(this.prepares)
    atEndOfTurn(() => {
      leaves()
      void this.send(pipeline, until)
    })
    return pipeline
  }

  private async send(pipeline: Pipeline, until: number): Promise<void> {
    let client: pg.PoolClient | undefined
    try {
      inTime(until)
      client = await this.pool.connect()
      inTime(until)
      client.query(pipeline)
    } catch (error) {
      pipeline.fail(error as Error)
    }
    const failure = await pipeline.ended
    client?.release(failure && !isOrdinary(failure))
  }

  override destroy(): Promise<void> {
    return this.pool.end()
  }
}
