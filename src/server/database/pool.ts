import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
/** A transaction under the row rules of one viewer, or of the system: what every query of a feature runs in. */
export type Tx = Transaction<DB>

const DATE = 1082
const BIGINT = 20

/** Calendar dates stay 'YYYY-MM-DD' (a Date would move with the machine's zone); counts and event ids are numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === DATE) return (text: string) => text
    if (oid === BIGINT) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

export function createPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: 20, application_name: 'stoop', ...connection, types })
  // The pool watches idle connections only. One that breaks between two queries of a transaction says so at the next
  // query, which fails; unheard, its event would end the process.
  return pool.on('connect', (client) => client.on('error', () => undefined))
}

export function createDb(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
