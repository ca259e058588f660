import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { isStale } from './errors.ts'
import type { DB } from './schema.ts'

/**
 * A transaction with pipelined statements: each is sent without waiting for the result of the one before. A failed
 * statement fails all later ones, so no statement runs without the role and limits of the opening.
 */
export type OpenTransaction = {
  query<R>(query: CompiledQuery): Promise<QueryResult<R>>
  /** Rejects if the transaction did not begin. Await it before a write: each statement would be its own transaction. */
  opened: Promise<unknown>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** The first failure; later ones only say that the transaction is aborted. */
  failure(): Error | undefined
}

// Only compiles queries: the connection is open already.
const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A transaction has its connection')),
})
const driver = dialect.createDriver()
const compiler = new PostgresQueryCompiler()
const adapter = dialect.createAdapter()

/** A query builder on top of any function that runs compiled queries. */
export function transactionOf(query: OpenTransaction['query']): Transaction<DB> {
  const connection: DatabaseConnection = {
    executeQuery: query,
    streamQuery: () => {
      throw new Error('Rows are read by pages, not streamed')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consume) => consume(connection),
  })
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
}

/** Begins a transaction with the SQL of `opening`, once the pool has a connection. */
export async function openTransaction(
  pool: pg.Pool,
  opening: string,
  prepares: boolean,
): Promise<OpenTransaction> {
  const client = await pool.connect()
  let failure: Error | undefined
  let over = false
  const failed = (error: Error): never => {
    failure ??= error
    throw error
  }

  /** Returns the command that PostgreSQL executed: it rolls a failed transaction back even on commit. */
  async function end(statement: 'commit' | 'rollback'): Promise<string> {
    over = true
    try {
      const { command } = await client.query(statement)
      client.release(isStale(failure))
      return command
    } catch (error) {
      client.release(true)
      throw failure ?? error
    }
  }

  const opened = client.query(`begin; ${opening}`).catch(failed)
  opened.catch(() => undefined) // the caller awaits it
  return {
    opened,
    async query<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (over) throw new Error('A query came after the end of its transaction')
      const name = prepares && parameters.length > 0 ? statementName(sql) : undefined
      const { rows, rowCount } = await client
        .query({ ...(name && { name }), text: sql, values: [...parameters] })
        .catch(failed)
      return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
    },
    async commit() {
      if ((await end('commit')) !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    },
    async rollback() {
      await end('rollback')
    },
    failure: () => failure,
  }
}

/** Prepared statements per connection: SQL that varies with its input must not fill the server's memory. */
export const MAX_STATEMENTS = 500

const names = new Map<string, string>()

/** The name of the prepared statement of this SQL; undefined beyond the limit. */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MAX_STATEMENTS) return known
  const name = `stoop_${names.size}`
  names.set(text, name)
  return name
}
