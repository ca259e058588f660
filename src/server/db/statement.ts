import type { Compilable, CompiledQuery, QueryCreator } from 'kysely'
import type { Tx } from './pool.ts'
import type { DB } from './schema.ts'

/** The position of a value in a statement. It has no value yet, so the SQL can't depend on it. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The SQL of a statement can't depend on its value ${this.name}`)
  }
}

/** The rows of one page of a list. */
export type PageRange = { limit: number; offset: number }

/**
 * A frequent query, compiled to SQL at its first call only (decision 19). `build` may use its values only as parameters
 * of the query. Resolves to all rows.
 *
 * Benefit, side by side on two busy cores: 1.23 times as many services pages, 1.0 times as many vendor quotes.
 */
export function statement<V extends object, R>(build: (db: QueryCreator<DB>, values: V) => Compilable<R>) {
  let compiled: CompiledQuery<R> | undefined
  return async (tx: Tx, values: V): Promise<R[]> => {
    compiled ??= build(tx, createPlaceholders<V>()).compile()
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    )
    const { rows } = await tx.executeQuery<R>({ ...compiled, parameters })
    return rows
  }
}

function createPlaceholders<V extends object>(): V {
  return new Proxy({} as V, { get: (_, name) => new Placeholder(String(name)) })
}
