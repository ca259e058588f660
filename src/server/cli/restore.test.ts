import { createHash, randomUUID } from 'node:crypto'
import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, type Machine, type Machines, openMachines } from '../../../test/machines.ts'
import { png } from '../../../test/sample-files.ts'
import { startStorage } from '../../../test/storages.ts'
import type { World } from '../../../test/world.ts'
import { photoAttachment } from '../features/profiles/photo.ts'
import { addFile } from '../storage/add-file.ts'
import { type BackupContext, backUp } from './backup.ts'
import { restore } from './restore.ts'

let machines: Machines
let source: Machine & { world: World }
let empty: Machine
/** A complete backup. */
let good: string

beforeAll(async () => {
  machines = await openMachines()
  source = await machines.lively('lively')
  await source.world.document()
  const { idOf, companyOf } = source.world
  const vendor = { kind: 'vendor', id: idOf('curb'), vendor_id: companyOf('curb'), powers: [] } as const
  await addFile(source.world.portal, photoAttachment, vendor, { body: Readable.from([png]) })
  good = join(machines.folder, 'good')
  await backUp(source.machine, good)
  empty = await machines.empty('empty')
})
afterAll(async () => {
  await source.world.close()
  await machines.close()
})

describe('a restore is rejected and changes nothing for', () => {
  /** All data of a portal. */
  async function stateOf({ pool, config }: BackupContext) {
    const { rows } = await pool.query<{ table: string }>(
      `select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const hashes = rows.map(
      ({ table }) => `(select md5(string_agg(t::text, ' ' order by t::text)) from ${table} t) as ${table}`,
    )
    const tables = (await pool.query(`select ${hashes.join()}`)).rows[0]
    return { tables, files: (await readdir(config.dataDir, { recursive: true })).sort() }
  }

  /** Changes a file of a backup, and its manifest accordingly. */
  async function rewrite(backup: string, path: string, change: (text: string) => string): Promise<void> {
    const text = change(await readFile(join(backup, path), 'utf8'))
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
    manifest.contents[path] = {
      size: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    }
    await writeFile(join(backup, path), text)
    await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest))
  }

  async function damage(path: string): Promise<void> {
    const content = await readFile(path)
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
    await writeFile(path, content)
  }

  const photo = async (backup: string) => {
    const [name] = await readdir(join(backup, 'files/photos'))
    return `files/photos/${name}`
  }
  const changeFacts = (change: (migrations: string[]) => void) => (backup: string) =>
    rewrite(backup, 'facts.json', (text) => {
      const facts = JSON.parse(text)
      change(facts.migrations)
      return JSON.stringify(facts)
    })

  test.each<[string, (backup: string) => Promise<unknown>, RegExp]>([
    [
      'a damaged byte in a file',
      async (backup) => damage(join(backup, await photo(backup))),
      /is not a complete backup: files\/photos\/\S+ is damaged\.$/,
    ],
    [
      'a damaged byte in a table',
      (backup) => damage(join(backup, 'tables/profiles.copy')),
      /is not a complete backup: tables\/profiles\.copy is damaged\.$/,
    ],
    [
      'a missing file',
      async (backup) => rm(join(backup, await photo(backup))),
      /is not a complete backup: files\/photos\/\S+ is missing\.$/,
    ],
    [
      'a truncated manifest',
      (backup) => truncate(join(backup, 'manifest.json'), 1000),
      /is not a complete backup: manifest\.json is damaged\.$/,
    ],
    [
      'an interrupted backup',
      (backup) => rm(join(backup, 'manifest.json')),
      /is not a complete backup: manifest\.json is missing\.$/,
    ],
    [
      'a backup of a newer version',
      changeFacts((migrations) => migrations.push('999_future.sql')),
      /is from a newer version of the portal, which has 999_future\.sql; restore it with that version\.$/,
    ],
    [
      'a backup of an older version',
      changeFacts((migrations) => migrations.splice(migrations.indexOf('012_tied_rows.sql'), 1)),
      /is from an older version of the portal without 012_tied_rows\.sql; restore it with that version, then start this one/,
    ],
    [
      'rows that violate an invariant',
      (backup) => rewrite(backup, 'tables/events.copy', (text) => text.replaceAll('document_uploaded', 'x')),
      /the backup violates: each document has its event: /,
    ],
    [
      'rows that reference missing rows',
      (backup) =>
        rewrite(backup, 'tables/vendor_services.copy', (text) =>
          text.replace(/[0-9a-f-]{36}/g, () => randomUUID()),
        ),
      /the backup violates: .*"vendor_services" violates foreign key constraint/,
    ],
  ])('%s', async (_, spoil, message) => {
    const backup = join(machines.folder, 'spoiled')
    await cp(good, backup, { recursive: true })
    await spoil(backup)
    const before = await stateOf(empty.machine)
    await expect(restore(empty.machine, backup)).rejects.toThrow(message)
    await rm(backup, { recursive: true })
    expect(await stateOf(empty.machine)).toEqual(before)
  })

  test('a portal that is in use', async () => {
    const before = await stateOf(source.machine)
    await expect(restore(source.machine, good)).rejects.toThrow(
      /Nothing was restored: the portal in .* is not empty/,
    )
    expect(await stateOf(source.machine)).toEqual(before)
  })
})

test('files are backed up from and restored to a bucket as well as a folder', async () => {
  const storage = await startStorage('a bucket')
  const { machine } = await machines.empty('bucket', { FILES_URL: storage.filesUrl })
  await restore(machine, good)
  const again = join(machines.folder, 'from-bucket')
  await backUp(machine, again)
  expect(await contentsOf(again)).toEqual(await contentsOf(good))
  await storage.close()
})

test('earlier breaches and a lost file do not prevent a backup and restore', async () => {
  await source.machine.pool.query(`delete from events where kind = 'document_uploaded'`)
  const lost = (await readdir(join(source.dataDir, 'files/photos')))[0] ?? ''
  await rm(join(source.dataDir, 'files/photos', lost))
  const backup = join(machines.folder, 'incomplete')
  const { breaches } = await backUp(source.machine, backup)
  expect(new Set(breaches.map(({ invariant }) => invariant))).toEqual(
    new Set(['each document has its event', 'each upload has its file']),
  )
  const { machine } = await machines.empty('incomplete-restored')
  await restore(machine, backup)
  const { rows } = await machine.pool.query('select from building_documents')
  expect(rows.length).toBeGreaterThan(0)
})
