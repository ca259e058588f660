import { sql } from 'kysely'
import pg from 'pg'
import type { Viewer } from '../src/domain/viewer.ts'
import { asViewer } from '../src/server/db/as-viewer.ts'
import type { Source, Tx } from '../src/server/db/pool.ts'
import type { Row } from './row-rules.ts'

export type Operation = 'insert' | 'update' | 'delete'
export type Candidate = { ctid: string; row: Row }

/** The columns that a viewer may write with this operation, as PostgreSQL has granted them. */
export async function writable(db: pg.Client, table: string, operation: 'insert' | 'update') {
  const { rows } = await db.query<{ attname: string }>(
    `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' and has_column_privilege('stoop_viewer', attrelid, attnum, $2)`,
    [table, operation],
  )
  return rows.map(({ attname }) => attname)
}

/** All rows, as JSON. */
export async function candidates(db: pg.Client, table: string): Promise<Candidate[]> {
  return (await db.query(`select ctid::text, to_jsonb(t) as row from ${table} t`)).rows
}

/** The rows, and the same ones for other buildings, companies and persons. Each has only these columns, and once. */
export function variants(all: Candidate[], columns: string[], ids: string[][]): Candidate[] {
  const written = all.map(({ row }) => Object.fromEntries(columns.map((column) => [column, row[column]])))
  const places = ids.reduce(
    (rows, group) =>
      rows.flatMap((row) => {
        const replaced = (id: string) =>
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'string' && group.includes(value) ? id : value,
          ])
        return [row, ...group.map((id) => Object.fromEntries(replaced(id)))]
      }),
    written,
  )
  const texts = new Set(places.map((row) => JSON.stringify(row)))
  return [...texts].map((text) => ({ ctid: '', row: JSON.parse(text) }))
}

/** The rows that name a person, in the name of this one. */
export function inNameOf(id: string | null, people: string[], all: Candidate[]): Candidate[] {
  return all.flatMap(({ ctid, row }) => {
    const entries = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && people.includes(value) ? id : value,
    ])
    const own = Object.fromEntries(entries)
    return JSON.stringify(own) === JSON.stringify(row) ? [] : [{ ctid, row: own }]
  })
}

/** The candidates that the row rules let this person write. Tries each one, and undoes it. */
export function reached(
  db: Source,
  viewer: Viewer | null,
  table: string,
  operation: Operation,
  columns: string[],
  all: Candidate[],
): Promise<Row[]> {
  if (operation !== 'delete' && columns.length === 0) return Promise.resolve([])
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const attempt = ({ ctid, row }: Candidate) => {
    if (operation === 'delete') return sql`delete from ${sql.table(table)} where ctid = ${ctid}::tid`
    const [first = ''] = columns
    return operation === 'update'
      ? sql`update ${sql.table(table)} set ${sql.ref(first)} = ${sql.ref(first)} where ctid = ${ctid}::tid`
      : sql`insert into ${sql.table(table)} (${names}) select ${names}
          from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`
  }
  return asViewer(db, viewer, async (tx) => {
    const found: Row[] = []
    for (const candidate of all) {
      await sql`savepoint attempt`.execute(tx)
      if (await isAllowed(tx, attempt(candidate))) found.push(candidate.row)
      await sql`rollback to savepoint attempt`.execute(tx)
    }
    return found
  })
}

/** Row rules come before constraints: a row that only a constraint refuses passed them. */
async function isAllowed(tx: Tx, attempt: ReturnType<typeof sql>): Promise<boolean> {
  try {
    return Number((await attempt.execute(tx)).numAffectedRows) > 0
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (error.code?.startsWith('23')) return true
    if (error.code === '42501') return false
    throw error
  }
}
