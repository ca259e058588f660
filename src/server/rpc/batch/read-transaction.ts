import type { CompiledQuery, QueryResult } from 'kysely'
import pg from 'pg'
import { isStale } from '../../db/errors.ts'
import type { Identity } from '../../db/identity.ts'
import type { Db, Source, Tx } from '../../db/pool.ts'
import { REQUEST } from '../../db/timeouts.ts'
import { transactionOf } from '../../db/transaction.ts'
import { serverRefusal } from '../../refusal.ts'
import { AbortedError, RoundTrip } from './round-trip.ts'

/**
 * Read-only, with the statement timeout of a request. No idle timeout: the server has all its statements. Generic plans,
 * because planning a large query for each call's values takes four times as long as running it.
 */
const READ_SETTINGS = [
  ['transaction_read_only', 'on'],
  ['statement_timeout', String(REQUEST.statement)],
  ['plan_cache_mode', 'force_generic_plan'],
] as const

/**
 * The read-only transactions of one request, on one connection. The queries of one turn of the event loop are one round
 * trip and one transaction. Each query runs under the identity of its call.
 */
export class ReadTransaction implements Source {
  private readonly db: Db
  private client: Promise<pg.PoolClient> | undefined
  private trip: { sent: RoundTrip; identity: string | undefined; identified: Promise<unknown> } | undefined
  private readonly ended: Promise<Error | undefined>[] = []

  constructor(db: Db) {
    this.db = db
  }

  /** A failed statement aborts its round trip. The other calls in it fail with 'busy', so the client may retry them. */
  async transact<T>(identity: Identity, _: unknown, work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = transactionOf((query) => this.query(identity, query))
    try {
      return await work(tx)
    } catch (error) {
      throw error instanceof AbortedError ? serverRefusal('busy') : error
    }
  }

  private async query<R>(identity: Identity, { sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { role, settings } = identity
    const values = Object.values(settings)
    const key = [role, ...values].join('\n')
    const isFirst = !this.trip
    const trip = this.trip ?? this.open()
    if (trip.identity !== key) {
      trip.identity = key
      trip.identified = trip.sent.add(identify(identity, isFirst), values)
      trip.identified.catch(() => undefined) // the statements after it fail, too
    }
    const { identified } = trip
    try {
      return { rows: (await trip.sent.add(sql, parameters)) as R[] }
    } catch (error) {
      if (error instanceof AbortedError) await identified // if this failed, it throws the reason
      throw error
    }
  }

  private open(): NonNullable<typeof this.trip> {
    const sent = new RoundTrip(this.db.prepares)
    this.ended.push(sent.ended)
    const opened = { sent, identity: undefined, identified: Promise.resolve() }
    this.trip = opened
    atEndOfTurn(async () => {
      this.trip = undefined
      this.client ??= this.db.connect()
      try {
        ;(await this.client).query(sent)
      } catch (error) {
        sent.fail(error as Error)
      }
    })
    return opened
  }

  /** Releases the connection once all round trips have their results. Nothing was written, so there is nothing to commit. */
  async end(): Promise<void> {
    const failures = await Promise.all(this.ended)
    const client = await this.client?.catch(() => undefined) // each call got this error
    client?.release(failures.some((failure) => failure && !isStatementError(failure)))
  }
}

/** Runs after the continuations of all settled promises. Not setImmediate, which would batch all requests. */
function atEndOfTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work))
}

/** One statement that sets role and settings for the rest of the round trip and, if first, the limits of the transaction. */
function identify({ role, settings }: Identity, isFirst: boolean): string {
  const limits = isFirst
    ? READ_SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', true)`)
    : []
  const values = Object.keys(settings).map(
    (name, index) => `set_config('stoop.${name}', $${index + 1}, true)`,
  )
  return `select concat(${[`set_config('role', '${role}', true)`, ...values, ...limits].join(', ')})`
}

/** Whether only a statement failed and the connection is still usable. */
function isStatementError(failure: Error): boolean {
  return failure instanceof pg.DatabaseError && failure.severity === 'ERROR' && !isStale(failure)
}
