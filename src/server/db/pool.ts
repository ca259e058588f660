import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { isAborted } from './errors.ts'
import { type Identity, setLocal } from './identity.ts'
import type { DB } from './schema.ts'
import { type Limits, setLocalTimeouts } from './timeouts.ts'
import { type OpenTransaction, openTransaction, transactionOf } from './transaction.ts'

/** A transaction under the row rules of one viewer or of the system. Every query of a feature runs in one. */
export type Tx = Transaction<DB>

const DATE = 1082
const BIGINT = 20

/** Dates stay 'YYYY-MM-DD', since a Date depends on the machine's time zone. Counts and event ids are numbers. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE) return (text: string) => text
    if (oid === BIGINT) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

export function createPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 20, application_name: 'stoop', ...connection, types })
  // The pool listens to errors of idle connections only. A connection in use fails its next query, and without this
  // listener its error event would end the process.
  return pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Where transactions begin. */
export type Source = {
  /** Runs `work` in one transaction with this identity. */
  transact<T>(identity: Identity, limits: Limits, work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The database. Every transaction sets its identity first. */
export class Db extends Kysely<DB> implements Source {
  private readonly pool: pg.Pool
  /** Whether to prepare statements: not behind a transaction pooler, which switches sessions. */
  readonly prepares: boolean

  constructor(pool: pg.Pool, { prepares = true } = {}) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.pool = pool
    this.prepares = prepares
  }

  connect(): Promise<pg.PoolClient> {
    return this.pool.connect()
  }

  begin(opening: string): Promise<OpenTransaction> {
    return openTransaction(this.pool, opening, this.prepares)
  }

  async transact<T>(identity: Identity, limits: Limits, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { query, opened, commit, rollback, failure } = await this.begin(
      `${setLocal(identity)}; ${setLocalTimeouts(limits)}`,
    )
    let result: T
    try {
      await opened
      result = await work(transactionOf(query))
    } catch (error) {
      await rollback().catch(() => undefined) // the transaction ends with its broken connection
      throw (isAborted(error) && failure()) || error
    }
    await commit()
    return result
  }

  override destroy(): Promise<void> {
    return this.pool.end()
  }
}
