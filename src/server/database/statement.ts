import type { Compilable, CompiledQuery, QueryCreator } from 'kysely'
import type { Tx } from './pool.ts'
import type { DB } from './schema.ts'

/** Stands for a value while the words around it are written. It is no value yet: nothing may be decided by it. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The words of a statement can't depend on its value ${this.name}`)
  }
}

/**
 * A query that is asked often: its words are written at the first call and sent with other values at each (decision 0020).
 * `write` may put its values only where a query takes values. Gives all rows.
 */
export function statement<V extends object, R>(write: (db: QueryCreator<DB>, values: V) => Compilable<R>) {
  let written: CompiledQuery<R> | undefined
  return async (tx: Tx, values: V): Promise<R[]> => {
    written ??= write(tx, standIns<V>()).compile()
    const parameters = written.parameters.map((each) =>
      each instanceof StandIn ? values[each.name as keyof V] : each,
    )
    const { rows } = await tx.executeQuery<R>({ ...written, parameters })
    return rows
  }
}

function standIns<V extends object>(): V {
  return new Proxy({} as V, { get: (_, name) => new StandIn(String(name)) })
}
