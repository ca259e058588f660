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
import { isStale } from './refusals.ts'
import type { DB } from './schema.ts'
import { nameOf } from './statement-names.ts'

/**
 * A transaction that waits for answers only where somebody needs them: its statements follow one another at once, and one
 * that fails fails all that come after it. So what it was opened with (on whose behalf, how long) holds for each of them.
 */
export type OpenTransaction = {
  tx: Transaction<DB>
  /** Whoever writes waits for it: were there no transaction after all, each statement would be one of its own. */
  opened: Promise<unknown>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** What failed first: the others only say that the transaction has. */
  failure(): Error | undefined
}

/** Of a transaction it is only asked for the words of queries: its connection is there already. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('This has a connection')) })
const driver = dialect.createDriver()
const compiler = new PostgresQueryCompiler()
const adapter = dialect.createAdapter()

/** What queries are asked in, whatever it is that answers them. */
export function transactionOf(answer: DatabaseConnection['executeQuery']): Transaction<DB> {
  const connection: DatabaseConnection = {
    executeQuery: answer,
    streamQuery: () => {
      throw new Error('Rows are not streamed: a page of them is read at a time')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consume) => consume(connection),
  })
  return new Transaction<DB>({ config: { dialect }, dialect, driver, executor })
}

export async function openTransaction(
  pool: pg.Pool,
  opening: string,
  prepares: boolean,
): Promise<OpenTransaction> {
  const client = await pool.connect()
  let failure: Error | undefined
  const failed = (error: Error): never => {
    failure ??= error
    throw error
  }
  let over = false
  /** What PostgreSQL did of it: a transaction that had failed is rolled back, whatever it is told. */
  const end = async (statement: 'commit' | 'rollback'): Promise<string> => {
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

  const tx = transactionOf(async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
    if (over) throw new Error('A query came after the end of its transaction')
    const name = prepares && parameters.length > 0 ? nameOf(sql) : undefined
    const { rows, rowCount } = await client
      .query({ ...(name && { name }), text: sql, values: [...parameters] })
      .catch(failed)
    return { rows, numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) }
  })

  const opened = client.query(`begin; ${opening}`).catch(failed)
  opened.catch(() => undefined)
  return {
    tx,
    opened,
    async commit() {
      if ((await end('commit')) !== 'COMMIT') throw failure ?? new Error('The transaction had failed.')
    },
    async rollback() {
      await end('rollback')
    },
    failure: () => failure,
  }
}
