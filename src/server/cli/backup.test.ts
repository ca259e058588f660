import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { report } from '../../../test/faults/drill.ts'
import { contentsOf, type Machines, openMachines, SECRET } from '../../../test/machines.ts'
import { pdf } from '../../../test/sample-files.ts'
import { serve } from '../../../test/serve.ts'
import { MINOR, PASSWORD, TODAY, testConfig, type World } from '../../../test/world.ts'
import { openBrowser, signIn } from '../demo/person.ts'
import { photoAttachment } from '../features/profiles/photo.ts'
import { createPortal } from '../portal.ts'
import { addFile } from '../storage/add-file.ts'
import { KEPT_FILES, type KeptFile } from '../storage/kept-files.ts'
import { removeOrphans } from '../storage/orphans.ts'
import { type BackupContext, backUp, run as backupCommand } from './backup.ts'
import { breachesOf, missingFiles } from './check.ts'
import { restore, run as restoreCommand } from './restore.ts'

let machines: Machines
let folder: string
let source: BackupContext
let world: World
let db: pg.Client

beforeAll(async () => {
  machines = await openMachines()
  folder = machines.folder
  const lively = await machines.lively('lively')
  world = lively.world
  source = lively.machine
  db = new pg.Client(lively.connection)
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await world.close()
  await machines.close()
})

/** What the portal acknowledged: e-mail addresses, accepted services, documents; and the content of files by name. */
type Kept = { people: string[]; accepted: string[]; documents: string[]; contents: Map<string, Buffer> }

let count = 0

/** A captain signs up, requests a service and accepts a quote. */
async function settle({ people, accepted }: Kept): Promise<void> {
  count += 1
  const home = { address: `${count} Load Street`, number_of_units: 4 }
  const captain = await world.resident(`captain${count}`, home)
  people.push(captain.email)
  const { id } = await captain.call.services.request({
    service_type_id: world.typeId('Landscaping'),
    description: 'Landscaping, please.',
    service_type: 'recurring',
    required_every_weeks: 4,
    preferred_start_date: TODAY,
    preferred_end_date: '2027-02-12',
  })
  const quote = await world.quote('evergreen', id, 80_00)
  await captain.call.quotes.accept({ id: quote, per_visit_price: 80_00 })
  accepted.push(id)
}

async function upload({ documents, contents }: Kept): Promise<void> {
  count += 1
  const name = `Rules ${count}.pdf`
  contents.set(name, pdf(name, 200_000))
  await world.document(name, contents.get(name))
  documents.push(name)
}

async function changePhoto({ contents }: Kept): Promise<void> {
  count += 1
  // Each of another size, so that none is taken for another.
  const size = { width: 1 + (count % 512), height: 1 + Math.floor(count / 512), channels: 3 } as const
  const content = await sharp({ create: { ...size, background: '#1c5a42' } })
    .png()
    .toBuffer()
  const viewer = {
    kind: 'resident',
    id: world.idOf('ned'),
    building_id: await minor(),
    powers: [],
  } as const
  // A fast machine sends more than a person may in an hour.
  await source.pool.query('delete from sign_in_limits')
  const upload = { body: Readable.from([content]) }
  const { photo_url } = await addFile(world.portal, photoAttachment, viewer, upload)
  contents.set(photo_url, await buffer(await (await world.portal.files.read(photo_url.slice(1))).content()))
}

async function minor(): Promise<string> {
  const { rows } = await db.query('select id from buildings where address = $1', [MINOR.address])
  return rows[0].id
}

/** People who work until `stop`; `round` resolves when all have done one more full round. */
function startPeople(kept: Kept) {
  const state = { begun: 0, done: 0, stopped: false }
  const ended = (async () => {
    while (!state.stopped) {
      state.begun += 1
      await Promise.all([settle, settle, upload, upload, changePhoto].map((work) => work(kept)))
      state.done += 1
    }
  })()
  return {
    async round(): Promise<void> {
      const goal = state.begun + 1
      await vi.waitFor(() => expect(state.done).toBeGreaterThanOrEqual(goal), 60_000)
    },
    async stop(): Promise<void> {
      state.stopped = true
      await ended
    },
  }
}

/** Blocks every backup when half of its tables are written. */
async function holdBackups(): Promise<{ reached: () => Promise<void>; release: () => Promise<unknown> }> {
  await db.query('begin')
  await db.query('lock table demo_city in access exclusive mode')
  return {
    reached: () =>
      vi.waitFor(async () => {
        const { rowCount } = await source.pool.query(
          `select from pg_locks where relation = 'demo_city'::regclass and not granted`,
        )
        expect(rowCount).toBe(1)
      }, 30_000),
    release: () => db.query('rollback'),
  }
}

test('the drill: a backup under load is a consistent snapshot, and an empty machine continues from it', {
  timeout: 120_000,
}, async () => {
  const kept: Kept = { people: [], accepted: [], documents: [], contents: new Map() }
  const people = startPeople(kept)
  await people.round()
  const before = structuredClone({ ...kept, contents: undefined })
  const feed = await world.as('maya').feeds.create({ name: 'Phone' })

  const backup = join(folder, 'drill')
  const held = await holdBackups()
  const running = backUp(source, backup)
  await held.reached()
  await expect(backUp(source, join(folder, 'second'))).rejects.toThrow('Another backup is running')
  expect(existsSync(join(folder, 'second'))).toBe(false)
  await people.round()
  await held.release()
  const { breaches, files } = await running
  await people.stop()
  expect(breaches).toEqual([])

  // The hourly sweep removes photos replaced in the meantime.
  const photos = join(source.config.dataDir, 'files/photos')
  expect((await readdir(photos)).length).toBeGreaterThan(1)
  const { now } = world.clock
  world.clock.now = new Date(Date.now() + 3 * 60 * 60 * 1000)
  await removeOrphans(world.portal)
  world.clock.now = now
  expect(await readdir(photos)).toHaveLength(1)

  const { connection, dataDir, machine } = await machines.empty('restored')
  await restore(machine, backup)
  const { portal, close } = createPortal(connection, machine.config, () => now)
  expect(await breachesOf(portal.db)).toEqual([])
  expect(await missingFiles(portal.db, portal.files)).toEqual([])
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(SECRET)
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)

  // A backup of the restored portal equals the first one.
  const again = join(folder, 'again')
  await backUp(machine, again)
  expect(await contentsOf(again)).toEqual(await contentsOf(backup))

  // Every file has the bytes that were stored, none is a replaced photo, and none is there twice.
  const { rows } = await machine.pool.query<KeptFile & { name: string }>(
    `select f.key, coalesce(d.file_name, '/' || f.key) as name from (${KEPT_FILES}) f
     left join building_documents d on d.file_path = f.key`,
  )
  expect(rows).toHaveLength(files)
  const spoiled: string[] = []
  for (const { key, name } of rows) {
    const content = await buffer(await (await portal.files.read(key)).content())
    if (!kept.contents.get(name)?.equals(content)) spoiled.push(name)
  }

  // Nothing acknowledged before the backup is missing, and nothing is there twice.
  const all = async (statement: string) => (await machine.pool.query(statement)).rows.map(({ it }) => it)
  const pairs = [
    [before.people, await all('select email as it from profiles')],
    [
      before.accepted,
      await all(`select building_service_id as it from service_quotes where status = 'accepted'`),
    ],
    [before.documents, await all('select file_name as it from building_documents')],
  ] as const
  const acknowledged = pairs.flatMap(([promised]) => promised)
  const lost = pairs.flatMap(([promised, kept]) => promised.filter((each) => !kept.includes(each)))
  const doubled = pairs.flatMap(([, kept]) => kept.filter((each, index) => kept.indexOf(each) !== index))
  report({
    drill: 'backup under load, restored on an empty machine',
    runs: 1,
    acknowledged: acknowledged.length + rows.length,
    lost: lost.length + spoiled.length,
    doubled: doubled.length,
    slowest_ms: null,
  })
  expect({ lost, doubled, spoiled }).toEqual({ lost: [], doubled: [], spoiled: [] })
  expect(acknowledged.length).toBeGreaterThan(before.people.length)

  // Sessions and calendar addresses stay valid, people can sign in, and sequences continue.
  const site = await serve(portal, connection)
  expect((await fetch(site.origin + new URL(feed.address).pathname)).status).toBe(200)
  await site.close()
  const [email = ''] = before.people
  const captain = await signIn(portal, { email, password: PASSWORD })
  expect(await openBrowser(portal, undefined, world.people.maya.jar).accounts.session()).toMatchObject({
    id: world.idOf('maya'),
  })
  await captain.call.services.request({
    service_type_id: world.typeId('Snow Removal'),
    description: 'After the restore',
    service_type: 'on-demand',
    preferred_start_date: TODAY,
  })
  expect(await breachesOf(portal.db)).toEqual([])
  await close()
})

test('only its owner can read the folder', async () => {
  const backup = join(folder, 'private')
  await backUp(source, backup)
  for (const entry of await readdir(backup, { recursive: true, withFileTypes: true })) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
})

test('a folder that is not empty is rejected and not changed', async () => {
  const backup = join(folder, 'mine')
  await mkdir(backup)
  await writeFile(join(backup, 'letter.txt'), 'Dear')
  await expect(backUp(source, backup)).rejects.toThrow(
    `${backup} is not empty: name a new folder for the backup.`,
  )
  expect(await readdir(backup)).toEqual(['letter.txt'])
})

test('an interrupted backup leaves no folder', async () => {
  const backup = join(folder, 'interrupted')
  const stop = new AbortController()
  const held = await holdBackups()
  const running = backUp({ ...source, stop: stop.signal }, backup)
  await held.reached()
  expect(existsSync(backup)).toBe(true)
  stop.abort()
  await expect(running).rejects.toThrow('abort')
  await held.release()
  expect(existsSync(backup)).toBe(false)
})

test('with DATABASE_URL, backup and restore name PostgreSQL’s tools', async () => {
  const config = testConfig({ DATABASE_URL: 'postgres://stoop@db.example/stoop' })
  const context = { ...source, config, connection: {}, direct: {}, args: [folder] }
  await expect(backupCommand(context)).rejects.toThrow('pg_dump')
  await expect(restoreCommand(context)).rejects.toThrow('pg_restore')
})
