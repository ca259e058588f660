import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './pool.ts'

/**
 * How long the portal waits for its database, in milliseconds. A person is told within 10 seconds at the latest, also when
 * the network swallows what is sent: there only the portal itself notices.
 */
const PATIENCE = {
  /** For a connection: until the server answers, or another request gives one back. */
  connection: 4000,
  /**
   * For the answer to one statement, from when it was sent: several sent at once share it. In a transaction of ours the
   * server gives up on each first, and the connection stays good; of any other statement it notices within two seconds
   * that nobody waits for it (database/policies.sql).
   */
  answer: 5500,
}
const STATEMENT = 4500
/** For the last connection of those that a reading request takes one after the other; the last answer comes after it. */
export const LAST_CONNECTION = 4400
/** For the next statement of a transaction: after this the server lets go of its locks. */
const IDLE = 8000
/** For a mail server, to which a letter is handed inside the transaction that marks it as sent. */
const DELIVERY = 60_000

/** The limits of a transaction, in its own first statement: a pooler of transactions would not pass them on otherwise. */
export type Limits = { statement: number; idle: number }
export const REQUEST: Limits = { statement: STATEMENT, idle: IDLE }
/** The operator's commands wait as long as it takes: somebody looks on, and may end them. */
export const COMMAND: Limits = { statement: 0, idle: 0 }

/** The statements that limit a transaction. */
export const limited = ({ statement, idle }: Limits) =>
  `set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idle}`

/** The rest of this transaction waits for somebody else than a database. */
export async function waitForDelivery(tx: Tx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(DELIVERY)}, true)`.execute(tx)
}

/**
 * Gives its connection up with the first statement that gets no answer. The driver would put it back into the pool, where
 * each later statement waits behind the lost one.
 */
class PatientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const ask = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const answer = ask(...args)
      if (answer instanceof Promise) answer.catch((error: unknown) => isSilence(error) && this.giveUp())
      return answer
    }) as typeof this.query
  }

  private giveUp(): void {
    this.end().catch(() => undefined)
  }
}

/**
 * For how long a connection that nobody needs is kept, in milliseconds. In a new one PostgreSQL plans all it is asked anew, and
 * the next page takes five times as long: in a city where a page is opened now and then that would be each.
 */
export const KEPT = 10 * 60_000
/** After so many milliseconds without a word the network is asked whether the other end is still there. */
const QUIET = 10_000

/** The same database, waited for no longer than a person who looks at a page does. */
export function patient(connection: pg.PoolConfig): pg.PoolConfig {
  return {
    ...connection,
    connectionTimeoutMillis: PATIENCE.connection,
    query_timeout: PATIENCE.answer,
    idleTimeoutMillis: KEPT,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET,
    pipeline: true,
    Client: PatientClient,
  }
}

export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
