import pg from 'pg'
import { types } from '../../db/pool.ts'
import { MAX_STATEMENTS } from '../../db/transaction.ts'

type Row = Record<string, unknown>
type Column = { name: string; parse: (text: string) => unknown }
type Statement = {
  text: string
  values: unknown[]
  rows: Row[]
  /** Its prepared statement on the connection, and whether this round trip prepares it. */
  prepared: { name: string; columns?: Column[] }
  isNew: boolean
  resolve: (rows: Row[]) => void
  reject: (error: Error) => void
}

/** A connection's prepared statements by SQL. Names are never reused, so a forgotten one does no harm. */
class PreparedStatements {
  private readonly known = new Map<string, Statement['prepared']>()
  private count = 0

  get(text: string): Statement['prepared'] | undefined {
    return this.known.get(text)
  }

  /** The entry for new SQL; unnamed and not kept beyond the limit. */
  add(text: string, isKept: boolean): Statement['prepared'] {
    if (!isKept || this.count >= MAX_STATEMENTS) return { name: '' }
    const entry = { name: `read_${this.count++}` }
    this.known.set(text, entry)
    return entry
  }

  forget(text: string): void {
    this.known.delete(text)
  }
}

const connections = new WeakMap<pg.Connection, PreparedStatements>()

/** Exported by the driver but missing in its types. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils

/** An earlier statement of the round trip failed; its error has the reason. */
export class AbortedError extends Error {}

/**
 * Several statements of the extended query protocol followed by one Sync, as a custom query of the driver (Submittable).
 * PostgreSQL runs them as one implicit transaction. A failed statement fails all later ones.
 */
export class RoundTrip extends pg.Query {
  /** The driver wraps it in its read timeout. */
  callback: (() => void) | undefined
  private readonly statements: Statement[] = []
  private readonly prepares: boolean
  private known = new PreparedStatements()
  /** Index of the next statement to get its result. */
  private next = 0
  private readonly end = Promise.withResolvers<Error | undefined>()
  /** Resolves to the failure, if any, once no more results can come. */
  readonly ended = this.end.promise

  constructor(prepares: boolean) {
    super('')
    this.prepares = prepares
  }

  /** Adds a statement; resolves to its rows. */
  add(text: string, values: readonly unknown[]): Promise<object[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
    const prepared = { name: '' }
    this.statements.push({ text, values: [...values], rows: [], prepared, isNew: true, resolve, reject })
    return promise
  }

  /** Fails the statements without a result. */
  fail(error: Error): void {
    const [failed, ...later] = this.statements.slice(this.next)
    failed?.reject(error)
    for (const { reject } of later) reject(new AbortedError('An earlier statement failed', { cause: error }))
    this.finish(error)
  }

  // Called by the driver.

  override submit = (connection: pg.Connection): void => {
    this.known = connections.get(connection) ?? new PreparedStatements()
    connections.set(connection, this.known)
    connection.stream.cork()
    for (const statement of this.statements) {
      const { text, values } = statement
      const before = this.known.get(text)
      statement.isNew = before === undefined
      statement.prepared = before ?? this.known.add(text, this.prepares)
      const { name, columns } = statement.prepared
      if (statement.isNew) connection.parse({ name, text, types: [] }, true)
      connection.bind({ statement: name, values: values.map(prepareValue) }, true)
      if (!columns) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const statement = this.statements[this.next]
    if (!statement) return
    statement.prepared.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const statement = this.statements[this.next]
    if (!statement) return
    const row: Row = {}
    for (const [index, { name, parse }] of (statement.prepared.columns ?? []).entries()) {
      const value = fields[index]
      row[name] = value == null ? null : parse(value)
    }
    statement.rows.push(row)
  }

  handleCommandComplete(): void {
    const statement = this.statements[this.next]
    this.next += 1
    statement?.resolve(statement.rows)
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    this.finish()
  }

  handleError(error: Error): void {
    // PostgreSQL skipped the later statements, and may or may not have prepared the failed one.
    for (const { text, isNew } of this.statements.slice(this.next)) if (isNew) this.known.forget(text)
    this.fail(error)
  }

  private finish(error?: Error): void {
    this.callback?.() // stops the driver's read timeout
    this.end.resolve(error)
  }
}
