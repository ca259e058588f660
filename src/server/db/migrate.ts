import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { StartError } from '../ops/start-error.ts'

const DATABASE = new URL('../../../database/', import.meta.url)

/** When two servers start at the same time, one migrates and the other waits. */
const MIGRATION_LOCK = 0x5700b

/** Read by `npm run check`, never applied. */
const QUERIES = 'invariants.sql'

/** In the folder of the repeatable files: their version, and the hash that had it. */
export const REPEATABLE_VERSION = 'version.json'

/** The line by which a migration allows earlier versions to serve its database. */
const COMPATIBLE = /^-- Earlier versions can serve\.$/m

type File = { name: string; sql: string }

/**
 * Applies the new migrations of `folder`, and the repeatable files when they are newer or after a migration. Changes nothing
 * in a database to which a newer version has applied either: returns true if this version can serve it, and throws a
 * StartError if not. [3.columns]
 */
export async function migrate(pool: pg.Pool, folder = DATABASE): Promise<boolean> {
  const migrations = await filesOf(new URL('migrations/', folder))
  const { hash, files, counted } = await readRepeatable(folder)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(createTables)
    const { rows } = await client.query<{ name: string; compatible: boolean }>(
      'select name, compatible from schema_migrations order by name',
    )
    const done = new Set(rows.map(({ name }) => name))
    const missing = migrations.filter(({ name }) => !done.has(name))
    const newer = rows.filter((row) => !migrations.some(({ name }) => name === row.name))
    if (newer.length > 0) {
      refuseIncompatible(newer, missing)
      return true
    }
    if (done.size === 0) await client.query(createRoles)
    for (const file of missing) await inTransaction(client, file.name, () => applyMigration(client, file))
    const { rows: applied } = await client.query<{ hash: string; version: number }>(
      'select hash, coalesce(version, 0) as version from schema_repeatables order by at desc limit 1',
    )
    const [last] = applied
    if (missing.length === 0 && last?.hash === hash) return false
    if (missing.length === 0 && last && last.version > counted.version) return true
    await inTransaction(client, 'of the repeatable files', async () => {
      for (const { sql } of files) await client.query(sql)
      await client.query('delete from schema_repeatables where hash = $1', [hash])
      await client.query('insert into schema_repeatables (hash, version) values ($1, $2)', [
        hash,
        counted.version,
      ])
    })
    return false
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).finally(() => client.release())
  }
}

/**
 * The repeatable files, and their version: a number that grows with each change of them, so that an older version is known
 * also where no migration came between. `npm run schema` counts it.
 */
export async function readRepeatable(folder = DATABASE) {
  const repeatable = new URL('repeatable/', folder)
  const files = (await filesOf(repeatable)).filter(({ name }) => name !== QUERIES)
  const counted: { version: number; hash: string } = JSON.parse(
    await readFile(new URL(REPEATABLE_VERSION, repeatable), 'utf8'),
  )
  return { files, counted, hash: hashOf(files.map(({ sql }) => sql).join('\n')) }
}

/**
 * Every set of repeatable files that was applied, the newest last. Versions before 019 kept one hash for each file beside
 * the migrations; the constraint stops them from applying their older row rules again.
 */
const createTables = `
create table if not exists schema_migrations
  (name text primary key, hash text not null, at timestamptz not null default now());
create table if not exists schema_repeatables
  (hash text primary key, at timestamptz not null default clock_timestamp());
alter table schema_repeatables add column if not exists version integer;
do $$ begin
  if not exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible') then
    delete from schema_migrations where name !~ '^[0-9]';
    alter table schema_migrations add column compatible boolean not null default false,
      add constraint this_version_is_older_than_the_database check (name ~ '^[0-9]');
  end if;
end $$;`

/** Roles belong to the server, not to one database, so they may exist already. */
const createRoles = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'stoop_viewer') then create role stoop_viewer nologin; end if;
  if not exists (select from pg_roles where rolname = 'stoop_system') then create role stoop_system nologin; end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant stoop_viewer, stoop_system to current_user;
grant usage on schema public to stoop_viewer, stoop_system;`

async function filesOf(folder: URL): Promise<File[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  )
}

function refuseIncompatible(newer: { name: string; compatible: boolean }[], missing: File[]): void {
  const names = newer.flatMap(({ name, compatible }) => (compatible ? [] : [name]))
  if (names.length > 0)
    throw new StartError(
      `A newer version of the portal has migrated this database (${names.join(', ')}), and this version can't serve it: start the newer version.`,
    )
  if (missing.length > 0)
    throw new StartError(
      `This database was migrated by another version of the portal: it lacks ${missing.map(({ name }) => name).join(', ')}, and has ${newer.map(({ name }) => name).join(', ')}.`,
    )
}

async function applyMigration(client: pg.PoolClient, { name, sql }: File): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations (name, hash, compatible) values ($1, $2, $3)', [
    name,
    hashOf(sql),
    COMPATIBLE.test(sql),
  ])
}

async function inTransaction(client: pg.PoolClient, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin')
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
