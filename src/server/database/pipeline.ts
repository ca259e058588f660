import pg from 'pg'
import { nameOf } from './statement-names.ts'

/** What the driver has, and its types don't tell. */
type Connection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(of: { name: string; text: string }): void
  bind(of: { statement: string; values: unknown[] }): void
  describe(of: { type: 'P'; name: '' }): void
  execute(of: object): void
  sync(): void
}
type Rows = { addFields(fields: unknown): void; parseRow(values: unknown): unknown }
const { utils, Result } = pg as unknown as {
  utils: { prepareValue(value: unknown): unknown }
  Result: new (rowMode: undefined, types: unknown) => Rows
}

type Asked = {
  text: string
  /** '' for one that is not kept prepared. */
  name: string
  values: unknown[]
  found: unknown[]
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/** What the rows of a prepared statement look like: PostgreSQL is asked for it once in each connection. */
const known = new WeakMap<Connection, Map<string, Rows>>()

/** Says only that a statement before it in its transaction has failed: that one is the cause. */
export class Aborted extends Error {}

/**
 * Statements that leave as one packet and are one transaction without a word about it: PostgreSQL begins it with the first
 * and ends it at the one Sync behind the last. One that fails fails all that come after it, and nothing stays open.
 */
export class Pipeline extends pg.Query {
  readonly asked: Asked[] = []
  private readonly prepares: boolean
  /** Which of them answers. */
  private at = 0
  private shapes: Map<string, Rows> = new Map()
  private shape: Rows | undefined
  private end: (error?: Error) => void = () => undefined
  /** Once all have answered, or none will any more: what failed. */
  readonly ended = new Promise<Error | undefined>((resolve) => {
    this.end = resolve
  })

  constructor(prepares: boolean) {
    super('')
    this.prepares = prepares
  }

  /** Adds a statement: its rows, once they have come. */
  ask(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const values = parameters.map(utils.prepareValue)
    return new Promise((resolve, reject) => {
      this.asked.push({
        text,
        name: (this.prepares && nameOf(text)) || '',
        values,
        found: [],
        resolve,
        reject,
      })
    })
  }

  // From here on the driver calls.

  override submit = (on: unknown): void => {
    const connection = on as Connection
    this.shapes = known.get(connection) ?? new Map()
    known.set(connection, this.shapes)
    const { parsedStatements, submittedNamedStatements } = connection
    connection.stream.cork()
    for (const { text, name, values } of this.asked) {
      if (!name || !(parsedStatements[name] ?? submittedNamedStatements[name])) {
        connection.parse({ name, text })
        if (name) submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values })
      if (!this.shapes.has(name)) connection.describe({ type: 'P', name: '' })
      connection.execute({})
    }
    connection.sync()
    connection.stream.uncork()
    this.present()
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    const { _types } = (this as unknown as { _result: { _types: unknown } })._result
    this.shape = new Result(undefined, _types)
    this.shape.addFields(fields)
    const name = this.asked[this.at]?.name
    if (name) this.shapes.set(name, this.shape)
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const answering = this.asked[this.at]
    try {
      answering?.found.push(this.shape?.parseRow(fields))
    } catch (error) {
      answering?.reject(error as Error) // the answer goes on, and nobody looks at it
    }
  }

  handleCommandComplete(): void {
    const done = this.asked[this.at]
    this.at += 1
    done?.resolve(done.found)
    this.present()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handleReadyForQuery(): void {
    this.over()
  }

  handleError(error: Error, connection: Connection): void {
    // PostgreSQL has read none of the others: whoever asks the next time has to prepare them.
    for (const { name } of this.asked.slice(this.at)) delete connection.submittedNamedStatements[name]
    this.fail(error)
  }

  /** Nobody will answer. */
  fail(error: Error): void {
    const [failed, ...others] = this.asked.slice(this.at)
    failed?.reject(error)
    for (const { reject } of others) reject(new Aborted('A statement before it has failed', { cause: error }))
    this.over(error)
  }

  /** The driver keeps by these what has been prepared. */
  private present(): void {
    const { name = '', text = '' } = this.asked[this.at] ?? {}
    Object.assign(this, { name, text })
    this.shape = this.shapes.get(name)
  }

  private over(error?: Error): void {
    ;(this as unknown as { callback?: (error?: Error) => void }).callback?.() // its clock stops
    this.end(error)
  }
}
