import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createFiles, type Files } from '../files/files.ts'
import { StartError } from '../start-error.ts'
import { migrationsOf, type Place, tableAndColumns, tablesOf } from './backup.ts'
import { type Backup, namedFolder, openBackup } from './backup-folder.ts'
import { type Breach, KEPT_FILES, type KeptFile, missingOf, readInvariants } from './check.ts'
import type { CommandContext } from './command.ts'

/** `npm run restore -- <folder>`: into a portal where nobody has signed up, and which does not run meanwhile. */
export async function run({ args, ...place }: CommandContext): Promise<void> {
  if (place.config.databaseUrl) {
    throw new StartError(
      'DATABASE_URL names a database of your own: restore it with pg_restore, then the files.',
    )
  }
  const folder = namedFolder('restore', args)
  await restore(place, folder)
  process.stdout.write(`${folder} is restored to ${place.config.dataDir}: npm start serves it.\n`)
}

/** All of the backup or nothing: it is looked at as a whole, and its files are in place, before the commit. */
export async function restore({ pool, config, stop }: Place, folder: string): Promise<void> {
  const backup = await openBackup(folder, stop)
  const client = await pool.connect()
  try {
    refuseOtherVersion(backup.facts.migrations, await migrationsOf(client))
    await client.query('begin')
    const tables = (await tablesOf(client)).map(({ table }) => pg.escapeIdentifier(table)).join()
    await client.query(`lock table ${tables} in access exclusive mode`)
    await refuseUsed(client, config.dataDir)
    await loadRows(client, backup, tables, stop)
    await refuseLooseRows(client)
    const { rows: kept } = await client.query<KeptFile>(KEPT_FILES)
    const breaches = await client.query<Breach>(await readInvariants())
    const missing = await missingOf(kept, backup.files)
    refuseNewBreaches([...breaches.rows, ...missing], backup.facts.breaches)
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
    // Whatever is open is rolled back.
    client.release(true)
  }
}

function refuseOtherVersion(theirs: string[], ours: string[]): void {
  const newer = theirs.find((name) => !ours.includes(name))
  if (newer) {
    throw new StartError(
      `Nothing was restored: the backup is of a newer version of the portal, which has ${newer}; restore it with that version.`,
    )
  }
  const older = ours.find((name) => !theirs.includes(name))
  if (older) {
    throw new StartError(
      `Nothing was restored: the backup is of an older version of the portal, which had no ${older}; restore it with that version, then start this one, which brings it up to date.`,
    )
  }
}

async function refuseUsed(client: pg.ClientBase, dataDir: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from auth_users union all select from buildings union all select from contact_messages limit 1',
  )
  if (rowCount !== 0) {
    throw new StartError(
      `Nothing was restored: the portal of ${dataDir} is in use already; name a new folder in DATA_DIR.`,
    )
  }
}

/** Triggers are off: what they add (mails, the next visit) is in the backup, and all rows come before any is looked at. */
async function loadRows(
  client: pg.ClientBase,
  { facts, table: open }: Backup,
  tables: string,
  stop: AbortSignal,
) {
  await client.query('set local session_replication_role = replica')
  // A migration has filled some.
  await client.query(`truncate ${tables}`)
  for (const [table, { columns, rows }] of Object.entries(facts.tables)) {
    const target = client.query(copyFrom(`copy ${tableAndColumns(table, columns)} from stdin`))
    await pipeline(open(table), target, { signal: stop })
    if (target.rowCount !== rows) throw new Error(`Not all rows of ${table} arrived.`)
  }
  for (const [sequence, value] of Object.entries(facts.sequences))
    await client.query('select setval($1::regclass, $2)', [pg.escapeIdentifier(sequence), value])
  await client.query('set local session_replication_role = origin')
}

/** Off with the triggers, references were not looked at: each is made anew, as PostgreSQL's own restore does. */
async function refuseLooseRows(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name, definition } of rows) {
    try {
      await client.query(`alter table ${table} drop constraint ${name}, add constraint ${name} ${definition}`)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '23503') throw broken(error.message, error)
      throw error
    }
  }
}

/** A restore that broke off may have left the file, or the beginning of it. */
async function putFile(files: Files, { key, type }: KeptFile, backup: Backup): Promise<void> {
  const { size, content } = await backup.files.read(key)
  await files.remove(key)
  await files.put(key, await content(), { size, type })
}

function refuseNewBreaches(found: Breach[], known: Breach[]): void {
  const before = new Set(known.map(({ invariant, row }) => `${invariant}: ${row}`))
  const added = found.map(({ invariant, row }) => `${invariant}: ${row}`).filter((each) => !before.has(each))
  if (added.length > 0) throw broken(added.join('; '))
}

function broken(what: string, cause?: unknown): StartError {
  return new StartError(`Nothing was restored: of what the backup holds, this is broken: ${what}.`, { cause })
}

/** Sessions and links that were signed before go on working, from the next start on. */
async function putSecret(dataDir: string, secret: Buffer): Promise<void> {
  const unfinished = join(dataDir, 'secret.new')
  await writeFile(unfinished, secret, { mode: 0o600, flush: true })
  await rename(unfinished, join(dataDir, 'secret'))
}
