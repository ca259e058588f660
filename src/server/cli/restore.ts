import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../ops/start-error.ts'
import type { Files } from '../storage/driver.ts'
import { KEPT_FILES, type KeptFile, mimeOf } from '../storage/kept-files.ts'
import { createFiles } from '../storage/storage.ts'
import { type BackupContext, migrationsOf, tableAndColumns, tablesOf } from './backup.ts'
import { type Backup, namedFolder, openBackup } from './backup-folder.ts'
import { type Breach, missingOf, readInvariants } from './check.ts'
import type { CommandContext } from './command.ts'

/** `npm run restore -- <folder>`: into an empty portal that is not running. */
export async function run({ args, ...context }: CommandContext): Promise<void> {
  if (context.config.databaseUrl) {
    throw new StartError('DATABASE_URL is set: restore its database with pg_restore, then the files.')
  }
  const folder = namedFolder('restore', args)
  await restore(context, folder)
  process.stdout.write(`${folder} is restored to ${context.config.dataDir}: npm start serves it.\n`)
}

/** Restores all of the backup or nothing: checks all rows and writes all files before the commit. */
export async function restore({ pool, config, stop }: BackupContext, folder: string): Promise<void> {
  const backup = await openBackup(folder, stop)
  const client = await pool.connect()
  try {
    rejectOtherVersion(backup.facts.migrations, await migrationsOf(client))
    await client.query('begin')
    const tables = (await tablesOf(client)).map(({ table }) => pg.escapeIdentifier(table)).join()
    await client.query(`lock table ${tables} in access exclusive mode`)
    await rejectUsed(client, config.dataDir)
    await loadRows(client, backup, tables, stop)
    await rejectDanglingReferences(client)
    const { rows: kept } = await client.query<KeptFile>(KEPT_FILES)
    const breaches = await client.query<Breach>(await readInvariants())
    const missing = await missingOf(kept, backup.files)
    rejectNewBreaches([...breaches.rows, ...missing], backup.facts.breaches)
    const files = createFiles(config.filesUrl)
    for (const file of kept) {
      stop.throwIfAborted()
      if (await backup.files.has(file.key)) await putFile(files, file, backup)
    }
    if (backup.secret) await putSecret(config.dataDir, backup.secret)
    stop.throwIfAborted()
    await client.query('commit')
    await client.query('analyze')
  } finally {
    // Rolls back an open transaction.
    client.release(true)
  }
}

function rejectOtherVersion(theirs: string[], ours: string[]): void {
  const newer = theirs.find((name) => !ours.includes(name))
  if (newer) {
    throw new StartError(
      `Nothing was restored: the backup is from a newer version of the portal, which has ${newer}; restore it with that version.`,
    )
  }
  const older = ours.find((name) => !theirs.includes(name))
  if (older) {
    throw new StartError(
      `Nothing was restored: the backup is from an older version of the portal without ${older}; restore it with that version, then start this one, which migrates it.`,
    )
  }
}

async function rejectUsed(client: pg.ClientBase, dataDir: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from auth_users union all select from buildings union all select from contact_messages limit 1',
  )
  if (rowCount !== 0) {
    throw new StartError(
      `Nothing was restored: the portal in ${dataDir} is not empty; set DATA_DIR to a new folder.`,
    )
  }
}

/** Without triggers and foreign keys: the backup has what triggers add (mails, the next visit), and tables come in any order. */
async function loadRows(
  client: pg.ClientBase,
  { facts, table: open }: Backup,
  tables: string,
  stop: AbortSignal,
) {
  await client.query('set local session_replication_role = replica')
  // Migrations have filled some tables.
  await client.query(`truncate ${tables}`)
  for (const [table, { columns, rows }] of Object.entries(facts.tables)) {
    const target = client.query(copyFrom(`copy ${tableAndColumns(table, columns)} from stdin`))
    await pipeline(open(table), target, { signal: stop })
    if (target.rowCount !== rows) throw new Error(`Not all rows of ${table} were restored.`)
  }
  for (const [sequence, value] of Object.entries(facts.sequences))
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(sequence), value])
  await client.query('set local session_replication_role = origin')
}

/** Foreign keys were off with the triggers. Recreates each one, as pg_restore does, which checks all rows. */
async function rejectDanglingReferences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name, definition } of rows) {
    try {
      await client.query(`alter table ${table} drop constraint ${name}, add constraint ${name} ${definition}`)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '23503') throw violated(error.message, error)
      throw error
    }
  }
}

/** An interrupted restore may have left the file or a part of it, so it is replaced. */
async function putFile(files: Files, file: KeptFile, backup: Backup): Promise<void> {
  const { size, content } = await backup.files.read(file.key)
  await files.remove(file.key)
  await files.put(file.key, await content(), { size, mime: mimeOf(file) })
}

function rejectNewBreaches(found: Breach[], known: Breach[]): void {
  const before = new Set(known.map(({ invariant, row }) => `${invariant}: ${row}`))
  const added = found.map(({ invariant, row }) => `${invariant}: ${row}`).filter((each) => !before.has(each))
  if (added.length > 0) throw violated(added.join('; '))
}

function violated(what: string, cause?: unknown): StartError {
  return new StartError(`Nothing was restored: the backup violates: ${what}.`, { cause })
}

/** Keeps existing sessions and links valid from the next start on. */
async function putSecret(dataDir: string, secret: Buffer): Promise<void> {
  const unfinished = join(dataDir, 'secret.new')
  await writeFile(unfinished, secret, { mode: 0o600, flush: true })
  await rename(unfinished, join(dataDir, 'secret'))
}
