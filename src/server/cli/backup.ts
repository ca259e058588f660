import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../ops/start-error.ts'
import { allowDeletion, forbidDeletion } from '../storage/deletion-lock.ts'
import { KEPT_FILES, type KeptFile } from '../storage/kept-files.ts'
import { createFiles } from '../storage/storage.ts'
import { createBackup, type Facts, type NewBackup, namedFolder } from './backup-folder.ts'
import { type Breach, missingOf, readInvariants } from './check.ts'
import type { CommandContext } from './command.ts'

/** The portal that is backed up or restored. */
export type BackupContext = Pick<CommandContext, 'pool' | 'config' | 'stop'>

/** `npm run backup -- <folder>`, also while the portal runs. */
export async function run({ args, ...context }: CommandContext): Promise<void> {
  if (context.config.databaseUrl) {
    throw new StartError('DATABASE_URL is set: back up its database with pg_dump, then the files.')
  }
  const folder = namedFolder('backup', args)
  const { tables, breaches, files } = await backUp(context, folder)
  const count = Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
  for (const { invariant, row } of breaches) process.stdout.write(`Violated already: ${invariant}: ${row}\n`)
  process.stdout.write(`${folder} is a complete backup: ${count} rows and ${files} files.\n`)
}

/**
 * Backs up a snapshot of the database and the files that it names. Leaves out the job queue (schema `jobs`), which each
 * start creates. Removes the folder after any failure.
 */
export async function backUp(context: BackupContext, folder: string): Promise<Facts & { files: number }> {
  const client = await context.pool.connect()
  let backup: NewBackup | undefined
  try {
    backup = await createBackup(folder, context.stop)
    if (!(await forbidDeletion(client))) throw new StartError('Another backup is running: wait for its end.')
    const { facts, kept } = await snapshot(client, backup)
    const files = createFiles(context.config.filesUrl)
    const missing = await missingOf(kept, files)
    let copied = 0
    for (const { key } of kept) {
      if (!(await files.has(key))) continue
      await backup.add(`files/${key}`, await (await files.read(key)).content())
      copied += 1
    }
    const secret = join(context.config.dataDir, 'secret') // the environment may hold it instead
    if (existsSync(secret)) await backup.add('secret', one(await readFile(secret)))
    await allowDeletion(client)
    const all = { ...facts, breaches: [...facts.breaches, ...missing] }
    await backup.finish(all)
    return { ...all, files: copied }
  } catch (error) {
    await backup?.discard()
    throw isSystemError(error)
      ? new StartError(`The backup failed and was removed: ${error.message}.`, { cause: error })
      : error
  } finally {
    // Closing the connection ends the lock and an interrupted COPY.
    client.release(true)
  }
}

/** In one repeatable-read transaction, as the role that sees every row. */
async function snapshot(client: pg.PoolClient, backup: NewBackup) {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local role stoop_system')
  const tables: Facts['tables'] = {}
  for (const { table, columns } of await tablesOf(client)) {
    const rows = client.query(copyTo(`copy ${tableAndColumns(table, columns)} to stdout`))
    await backup.add(`tables/${table}.copy`, rows)
    tables[table] = { columns, rows: rows.rowCount }
  }
  const sequences = await client.query<{ name: string; value: number }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  const breaches = await client.query<Breach>(await readInvariants())
  const kept = await client.query<KeptFile>(KEPT_FILES)
  const migrations = await migrationsOf(client)
  await client.query('commit')
  const facts: Facts = {
    migrations,
    tables,
    sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
    breaches: breaches.rows,
  }
  return { facts, kept: kept.rows }
}

/** The portal's tables except schema_*, which each database keeps itself; without generated columns. */
export async function tablesOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select relname as table, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^schema_'
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname`,
  )
  return rows
}

export function tableAndColumns(table: string, columns: string[]): string {
  return `${pg.escapeIdentifier(table)} (${columns.map(pg.escapeIdentifier).join()})`
}

export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

async function* one(content: Buffer) {
  yield content
}

/** An error of the operating system, such as a full disk. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error
}
