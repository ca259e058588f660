import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const DATABASE = new URL('../../../database/', import.meta.url)

/** When two servers start at the same time, one migrates and the other waits. */
const MIGRATION_LOCK = 0x5700b

/** Read by `npm run check`, never applied. */
const QUERIES = 'invariants.sql'

/** Applies the new migrations of `folder`, then the changed repeatable files, or all of them after a migration. [3.columns] */
export async function migrate(pool: pg.Pool, folder = DATABASE): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations
      (name text primary key, hash text not null, at timestamptz not null default now())`)
    const done = await client.query<{ name: string; hash: string }>(
      'select name, hash from schema_migrations',
    )
    const hashes = new Map(done.rows.map((row) => [row.name, row.hash]))

    const names = (await readdir(new URL('migrations/', folder)))
      .filter((name) => name.endsWith('.sql'))
      .sort()
    let changed = false
    if (hashes.size === 0) await client.query(createRoles)
    for (const name of names) {
      if (hashes.has(name)) continue
      await apply(client, name, await readFile(new URL(`migrations/${name}`, folder), 'utf8'))
      changed = true
    }
    const repeatable = (await readdir(new URL('repeatable/', folder)))
      .filter((name) => name !== QUERIES)
      .sort()
    for (const name of repeatable) {
      const sql = await readFile(new URL(`repeatable/${name}`, folder), 'utf8')
      if (changed || hashes.get(name) !== hash(sql)) await apply(client, name, sql)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).finally(() => client.release())
  }
}

/** Roles belong to the server, not to one database, so they may exist already. */
const createRoles = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'stoop_viewer') then create role stoop_viewer nologin; end if;
  if not exists (select from pg_roles where rolname = 'stoop_system') then create role stoop_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant stoop_viewer, stoop_system to current_user;
grant usage on schema public to stoop_viewer, stoop_system;`

async function apply(client: pg.PoolClient, name: string, sql: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query(
      `insert into schema_migrations (name, hash) values ($1, $2)
       on conflict (name) do update set hash = excluded.hash, at = now()`,
      [name, hash(sql)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
