import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { asSystem } from '../database/as-viewer.ts'
import { COMMAND } from '../database/patience.ts'
import { Db } from '../database/pool.ts'
import { createFiles, type Files } from '../files/files.ts'
import { StartError } from '../start-error.ts'
import type { CommandContext } from './command.ts'

export type Breach = { invariant: string; row: string }

const invariants = new URL('../../../database/invariants.sql', import.meta.url)

/** `npm run check`: says what does not hold of the data, and then ends as failed. */
export async function run({ pool, config }: CommandContext): Promise<void> {
  const db = new Db(pool)
  const breaches = [...(await breachesOf(db)), ...(await missingFiles(db, createFiles(config.filesUrl)))]
  for (const { invariant, row } of breaches) process.stdout.write(`Broken: ${invariant}: ${row}\n`)
  if (breaches.length > 0) throw new StartError(`${breaches.length} of the things that should hold do not.`)
  process.stdout.write('All that should hold of the data does, and every file is there.\n')
}

/** One statement that finds each breach. */
export const readInvariants = () => readFile(invariants, 'utf8')

/** The rows for which one of database/invariants.sql does not hold. */
export async function breachesOf(db: Db): Promise<Breach[]> {
  const statement = sql.raw<Breach>(await readInvariants())
  return asSystem(db, async (tx) => (await statement.execute(tx)).rows, COMMAND)
}

/** Each document and photo, and what its file is: a document's size is known. */
export const KEPT_FILES = `
  select file_path as key, file_size as size, file_type as type from building_documents
  union all
  select substr(dog_photo_url, 2), null, case when dog_photo_url like '%.png' then 'image/png' else 'image/jpeg' end
  from profiles where dog_photo_url is not null order by 1`

export type KeptFile = { key: string; size: number | null; type: string }

/** The documents and photos whose file is not there, or of another size. */
export async function missingFiles(db: Db, files: Files): Promise<Breach[]> {
  const statement = sql.raw<KeptFile>(KEPT_FILES)
  const kept = await asSystem(db, async (tx) => (await statement.execute(tx)).rows, COMMAND)
  return missingOf(kept, files)
}

export async function missingOf(kept: KeptFile[], files: Pick<Files, 'has' | 'read'>): Promise<Breach[]> {
  const missing: Breach[] = []
  for (const { key, size } of kept) {
    const isThere = (await files.has(key)) && (size === null || (await files.read(key)).size === size)
    if (!isThere) missing.push({ invariant: 'what was uploaded has its file', row: key })
  }
  return missing
}
