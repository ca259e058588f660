// Rules: [V16.5.2]

import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'

// Database timeouts in milliseconds. A request gets a response within 10 seconds, even if the network silently drops
// packets and only this process can notice, and even if it waits three times: for a connection to look up its session, for
// another one, and for a locked row.

/** For a connection: until the server accepts it or another request releases one. */
const CONNECTION = 2500
/** For a row that another transaction has locked. */
const LOCK = 2500
/** For the result of a statement since it was sent. Statements sent together share it. */
const RESULT = 5500
/** The server cancels a statement first, so the connection stays usable. */
const STATEMENT = 4500
/** Between two statements of a transaction; then the server releases its locks. */
const IDLE = 8000
/** For a mail server: a mail is delivered inside the transaction that marks it as sent. */
const DELIVERY = 60_000
/** Idle connections stay open this long: a new one plans every statement again, and a page takes five times as long. */
export const IDLE_CONNECTION = 10 * 60_000
/** TCP probes a connection after this long without traffic. */
const KEEP_ALIVE = 10_000

/** The timeouts of a transaction. Set in the transaction, since a transaction pooler does not keep those of a session. */
export type Limits = { statement: number; lock: number; idle: number }
export const REQUEST: Limits = { statement: STATEMENT, lock: LOCK, idle: IDLE }
/** No timeouts for commands: the operator can stop them. */
export const COMMAND: Limits = { statement: 0, lock: 0, idle: 0 }

/** The SQL that sets the timeouts of a transaction. */
export const setLocalTimeouts = ({ statement, lock, idle }: Limits) =>
  `set local statement_timeout = ${statement}; set local lock_timeout = ${lock};
    set local idle_in_transaction_session_timeout = ${idle}`

/** Allows the rest of this transaction to wait for a mail server. */
export async function waitForDelivery(tx: QueryExecutorProvider): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(DELIVERY)}, true)`.execute(tx)
}

/**
 * Closes its connection after the first read timeout: the pool would reuse it, and later statements would queue behind the
 * lost one.
 */
class RequestClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const result = send(...args)
      if (result instanceof Promise) result.catch((error: unknown) => isReadTimeout(error) && this.close())
      return result
    }) as typeof this.query
  }

  private close(): void {
    this.end().catch(() => undefined)
  }
}

/** The same database with the timeouts of a request and with pipelining: statements do not wait for earlier results. */
export function forRequests(connection: pg.PoolConfig): pg.PoolConfig {
  return {
    ...connection,
    connectionTimeoutMillis: CONNECTION,
    query_timeout: RESULT,
    idleTimeoutMillis: IDLE_CONNECTION,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    pipeline: true,
    Client: RequestClient,
  }
}

function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
