import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { asSystem } from '../db/as-viewer.ts'
import { Db } from '../db/pool.ts'
import { COMMAND } from '../db/timeouts.ts'
import { StartError } from '../ops/start-error.ts'
import type { Files } from '../storage/driver.ts'
import { KEPT_FILES, type KeptFile } from '../storage/kept-files.ts'
import { createFiles } from '../storage/storage.ts'
import type { CommandContext } from './command.ts'

export type Breach = { invariant: string; row: string }

const invariants = new URL('../../../database/repeatable/invariants.sql', import.meta.url)

/** `npm run check`: prints each violated invariant and missing file, and fails if there is one. */
export async function run({ pool, config }: CommandContext): Promise<void> {
  const db = new Db(pool)
  const breaches = [...(await breachesOf(db)), ...(await missingFiles(db, createFiles(config.filesUrl)))]
  for (const { invariant, row } of breaches) process.stdout.write(`Violated: ${invariant}: ${row}\n`)
  if (breaches.length > 0) throw new StartError(`The data violates invariants in ${breaches.length} rows.`)
  process.stdout.write('The data violates no invariant, and no file is missing.\n')
}

/** One SQL statement that returns a row for each breach. */
export const readInvariants = () => readFile(invariants, 'utf8')

/** The rows that violate one of database/repeatable/invariants.sql. */
export async function breachesOf(db: Db): Promise<Breach[]> {
  const statement = sql.raw<Breach>(await readInvariants())
  return asSystem(db, async (tx) => (await statement.execute(tx)).rows, COMMAND)
}

/** The rows whose file is missing or has another size. */
export async function missingFiles(db: Db, files: Files): Promise<Breach[]> {
  const statement = sql.raw<KeptFile>(KEPT_FILES)
  const kept = await asSystem(db, async (tx) => (await statement.execute(tx)).rows, COMMAND)
  return missingOf(kept, files)
}

export async function missingOf(kept: KeptFile[], files: Pick<Files, 'has' | 'read'>): Promise<Breach[]> {
  const missing: Breach[] = []
  for (const { key, size } of kept) {
    const isThere = (await files.has(key)) && (size === null || (await files.read(key)).size === size)
    if (!isThere) missing.push({ invariant: 'each upload has its file', row: key })
  }
  return missing
}
