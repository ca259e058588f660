import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import { migrate } from '../src/server/db/migrate.ts'

/** The password of all generated people. */
export const PASSWORD = 'stoop-and-steps'

const page = readFileSync(new URL('city.sql', import.meta.url), 'utf8')
/** The version of the page that generates a city. */
export const CITY_PAGE = createHash('sha256').update(page).digest('hex')

/** The e-mail addresses of the generated people: person `place` of building `number`; the captain is first. */
export const residentOf = (number: number, place = 0) => `person${number * 20 + place}@example.com`
export const vendorEmail = (number: number) => `vendor${number}@example.com`

/** Generates a city with so many buildings in a new database (city.sql). Returns the duration in seconds. */
export async function buildCity(connection: pg.PoolConfig, buildings: number): Promise<number> {
  const from = performance.now()
  const pool = new pg.Pool({ ...connection, max: 1 })
  await migrate(pool)
  const client = await pool.connect()
  const password = await hashPassword(PASSWORD)
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set max_parallel_workers_per_gather = 2;
    set jit = off`)
  await client.query(
    `select set_config('bench.buildings', $1, false), set_config('bench.password', $2, false)`,
    [String(buildings), password],
  )
  // Building an index afterwards is faster than updating it with each row.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
    where indrelid in ('appointments'::regclass, 'events'::regclass, 'service_quotes'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await client.query(page)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
  client.release(true)
  await pool.end()
  return (performance.now() - from) / 1000
}
