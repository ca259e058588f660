import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { migrate } from '../src/server/database/migrate.ts'

const MIGRATIONS = 'database/migrations'
export const migrations = (await readdir(MIGRATIONS)).sort()

/** What the first version had no catalogue for: no row of these could be there. */
const NEEDS_CATALOGUE = ['vendor_services', 'building_services', 'service_quotes', 'appointments']

type Columns = Map<string, string[]>

/** Brings an empty database to where the first `count` migrations of the portal left it. */
export async function migrateTo(pool: pg.Pool, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stoop-upgrade-'))
  await mkdir(join(folder, 'migrations'))
  for (const name of migrations.slice(0, count))
    await cp(join(MIGRATIONS, name), join(folder, 'migrations', name))
  await writeFile(join(folder, 'policies.sql'), '-- the row rules of that time')
  await migrate(pool, pathToFileURL(`${folder}/`)).finally(() => rm(folder, { recursive: true }))
}

/** The columns that somebody writes, of each table. */
async function columnsOf(pool: pg.Pool): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' group by 1 order by 1`)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Puts the data of `from`, which has the newest schema, into `to`, which has an earlier one: all that had a place there.
 * Returns the tables and columns that it filled.
 */
export async function copyIntoEarlier(from: pg.Pool, to: pg.Pool): Promise<Columns> {
  const [newest, earlier] = await Promise.all([columnsOf(from), columnsOf(to)])
  const client = await to.connect()
  await client.query(`set session_replication_role = replica`) // the data is whole: its triggers ran once
  const { rowCount: catalogue } = await client.query('select from service_types limit 1')
  await client.query('truncate service_types cascade')
  const filled: Columns = new Map()
  for (const [table, columns] of earlier) {
    if (!catalogue && (NEEDS_CATALOGUE.includes(table) || table === 'service_types')) continue
    const common = columns.filter((column) => newest.get(table)?.includes(column))
    const { rows } = await from.query(`select coalesce(json_agg(t), '[]') as rows from ${table} t`)
    const list = common.map((column) => `"${column}"`).join()
    await client.query(
      `insert into ${table} (${list}) overriding system value
       select ${list} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows[0].rows)],
    )
    filled.set(table, common)
  }
  // Later rows are numbered after these.
  await client.query(`do $$ declare one record; begin
    for one in select attrelid::regclass as relation, attname as name from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attidentity <> '' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), max(%I)) from %s', one.relation, one.name, one.name, one.relation);
    end loop; end $$`)
  client.release(true)
  return filled
}

/** Of each table, a hash of each row, as far as these columns go. */
type Contents = Map<string, string[]>

export async function contents(pool: pg.Pool, columns: Columns): Promise<Contents> {
  const found: Contents = new Map()
  for (const [table, names] of columns) {
    const { rows } = await pool.query<{ hash: string }>(
      `select md5(t::text) as hash from (select ${names.map((name) => `"${name}"`).join()} from ${table}) t`,
    )
    found.set(
      table,
      rows.map(({ hash }) => hash),
    )
  }
  return found
}

/** How many rows of before are not there any more as they were, how many are there beside them, and of which tables. */
export function difference(before: Contents, after: Contents) {
  let [rows, lost, doubled] = [0, 0, 0]
  const tables = new Set<string>()
  for (const [table, hashes] of before) {
    const left = new Map<string, number>()
    for (const hash of after.get(table) ?? []) left.set(hash, (left.get(hash) ?? 0) + 1)
    rows += hashes.length
    for (const hash of hashes) {
      const times = left.get(hash) ?? 0
      left.set(hash, times - 1)
      if (times > 0) continue
      lost += 1
      tables.add(table)
    }
    for (const times of left.values()) {
      if (times <= 0) continue
      doubled += times
      tables.add(table)
    }
  }
  return { rows, lost, doubled, tables: [...tables] }
}
