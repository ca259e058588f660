import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, createWorldDatabase, databaseUrl } from '../../../test/database.ts'
import { expectMounted, mountDisk } from '../../../test/disk.ts'
import { signUpResident } from '../../../test/http-client.ts'
import { freePort, killStarted, startPortal, untilServing } from '../../../test/portal-process.ts'
import { pdf } from '../../../test/sample-files.ts'
import { serve } from '../../../test/serve.ts'
import { openUploader } from '../../../test/upload.ts'
import { openWorld } from '../../../test/world.ts'
import { DomainError } from '../../domain/errors.ts'
import { withRoom } from './disk-reserve.ts'
import { toStorageError } from './storage-error.ts'

const MB = 1024 * 1024
const FULL = {
  status: 503,
  error: { message: 'there is no space left for files. Nothing was saved; please try again later' },
}
const UNUSABLE = 'files can’t be stored or opened right now. Please try again later'

const folder = mkdtempSync(join(tmpdir(), 'stoop-files-'))
afterAll(() => {
  killStarted([])
  rmSync(folder, { recursive: true, force: true })
})

/** A portal with these settings, and its captain. */
async function openPortal(env: NodeJS.ProcessEnv) {
  const connection = await createWorldDatabase('disk')
  const world = await openWorld(connection, env)
  const site = await serve(world.portal, connection)
  onTestFinished(async () => {
    await site.close()
    await world.close()
  })
  return { world, site, maya: await openUploader(site.origin, 'maya@example.com') }
}

const listed = (path: string) => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

test('a disk without more than the reserve takes no file, announced or not, and everything else', async () => {
  const data = join(folder, 'reserve')
  const { world, site, maya } = await openPortal({ DATA_DIR: data, DISK_RESERVE: '9000000 TB' })
  const headers = { cookie: maya.cookie(), 'content-length': String(5 * MB) }
  const announced = request(`${site.origin}/api/documents?name=a.pdf`, { method: 'POST', headers })
  announced.on('error', () => undefined)
  announced.flushHeaders()
  const status = await new Promise((resolve) =>
    announced.on('response', (response) => resolve(response.statusCode)),
  )
  announced.destroy()
  expect(status).toBe(503)
  expect(await maya.send('b.pdf', Readable.from([pdf()]))).toMatchObject(FULL)
  expect([listed(join(data, 'files')), listed(join(data, 'uploads'))]).toEqual([[], []])
  await world.resident('newcomer', { address: '9 New Street', number_of_units: 12 })
  await world.request('Snow Removal')
})

const disks = { small: mountDisk(24), readOnly: mountDisk(24) }
afterAll(() => {
  for (const disk of Object.values(disks)) disk?.unmount()
})

const { small, readOnly } = disks
expectMounted(small, readOnly)
if (small && readOnly) {
  describe('with 24 MB of disk and a reserve of 18', () => {
    /** Never ends by itself. */
    async function* endless() {
      for (let piece = 0; piece < 16; piece += 1) yield pdf(`${piece}`, MB / 2)
      await new Promise(() => undefined)
    }

    test('an upload ends once its temp file would reach the reserve, whatever is still to come', async () => {
      const data = join(small.path, 'data')
      const FILES_URL = pathToFileURL(join(folder, 'elsewhere')).href
      const { maya } = await openPortal({ DATA_DIR: data, FILES_URL, DISK_RESERVE: '18' })
      expect(await maya.send('Announced.pdf', pdf('Large', 7 * MB))).toMatchObject(FULL)
      expect(await maya.send('Streamed.pdf', Readable.from(endless()))).toMatchObject(FULL)
      expect([listed(join(data, 'uploads')), listed(join(folder, 'elsewhere'))]).toEqual([[], []])
      expect(await maya.send('Small.pdf', pdf())).toMatchObject({ status: 201 })
    })

    test('files are stored at the same time only while all of them leave the reserve', async () => {
      const FILES_URL = pathToFileURL(join(small.path, 'files')).href
      const { world } = await openPortal({ DATA_DIR: join(folder, 'data'), FILES_URL, DISK_RESERVE: '18' })
      const { portal } = world
      const third = Math.floor(((await portal.files.free()) - 18 * MB) / 3)
      const gate = Promise.withResolvers<void>()
      const storing = Array.from({ length: 4 }, () => withRoom(portal, third, () => gate.promise))
      const [refused] = await Promise.race(
        storing.map((each) =>
          each.then(
            () => [],
            (error) => [error],
          ),
        ),
      )
      expect(refused).toMatchObject({ code: 'no_space' })
      gate.resolve()
      const outcomes = (await Promise.allSettled(storing)).map(({ status }) => status)
      expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(3)
      await withRoom(portal, 3 * third, async () => undefined)
    })
  })

  test('a read-only disk answers 503 to uploads, and serves what it has', async () => {
    const FILES_URL = pathToFileURL(join(readOnly.path, 'files')).href
    const { world, site, maya } = await openPortal({ FILES_URL, DISK_RESERVE: '0' })
    const { id = '' } = await maya.send('Rules.pdf', pdf())
    readOnly.setReadOnly()
    expect(await maya.send('More.pdf', pdf())).toMatchObject({ status: 503, error: { message: UNUSABLE } })
    const { url } = await world.as('ned').documents.link({ id })
    expect((await fetch(site.origin + url)).status).toBe(200)
  })
}

test('with no open file left, uploads and downloads answer 503 until there are some', {
  timeout: 60_000,
}, async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const DATABASE_URL = databaseUrl(await createTestDatabase('open_files'))
  const env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), THREADS: '1', LOG_LEVEL: 'silent' }
  const portal = startPortal({ dataDir: join(folder, 'open-files'), port, env })
  await untilServing(portal, port)
  const captain = await openUploader(origin)
  await signUpResident(captain.client, { address: '1 Narrow Way' })

  // One connection, opened before.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (method: string, path: string, body?: Buffer) =>
    new Promise<{ status?: number; said: string }>((resolve, reject) => {
      const headers = { cookie: captain.cookie(), connection: 'keep-alive' }
      const calling = request(origin + path, { method, agent, headers }, (response: IncomingMessage) =>
        text(response).then((said) => resolve({ status: response.statusCode, said }), reject),
      )
      calling.on('error', reject).end(body)
    })
  const upload = () => call('POST', '/api/documents?name=Rules.pdf', pdf())
  const { said } = await upload()
  const { url } = await captain.client.documents.link.mutate({ id: JSON.parse(said).id })
  expect((await call('GET', url)).status).toBe(200)

  const limit = (files: number) => {
    const options = ['--pid', String(portal.child.pid), `--nofile=${files}:`]
    expect(spawnSync('prlimit', options, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  }
  limit(3)
  const refused = [await upload(), await call('GET', url)]
  limit(1024)
  expect(refused).toEqual([
    { status: 503, said: expect.stringContaining(UNUSABLE) },
    // A connection to the database is an open file, too: the pool may need another one.
    { status: 503, said: expect.stringMatching(`^(${UNUSABLE}|The portal is busy right now.*)$`) },
  ])
  expect([(await upload()).status, (await call('GET', url)).status]).toEqual([201, 200])
  agent.destroy()
})

test('a start takes stored files, temp files and mails from other users', { timeout: 60_000 }, async () => {
  const [dataDir, files] = [join(folder, 'loose'), join(folder, 'loose-files')]
  const loose = [files, join(files, 'building'), join(dataDir, 'uploads'), join(dataDir, 'mail')]
  for (const each of loose) mkdirSync(each, { recursive: true, mode: 0o755 })
  const left = [join(files, 'building', '1-a.pdf'), join(dataDir, 'mail', '1.eml')]
  for (const each of left) writeFileSync(each, 'private', { mode: 0o644 })
  const port = await freePort()
  const DATABASE_URL = databaseUrl(await createTestDatabase('loose'))
  const env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), FILES_URL: pathToFileURL(files).href }
  await untilServing(startPortal({ dataDir, port, env }), port)
  const modes = [...loose, ...left].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([...loose.map(() => 0o700), ...left.map(() => 0o600)])
})

test.each([
  ['ENOSPC', 'no_space'],
  ['EDQUOT', 'no_space'],
  ['EROFS', 'storage_unavailable'],
  ['EACCES', 'storage_unavailable'],
  ['EPERM', 'storage_unavailable'],
  ['EMFILE', 'storage_unavailable'],
  ['ENFILE', 'storage_unavailable'],
  ['EIO', 'storage_unavailable'],
  ['ESTALE', 'storage_unavailable'],
  ['ENOENT', undefined],
])('%s of a disk is told as %s', (code, told) => {
  const error = Object.assign(new Error(code), { code })
  for (const each of [error, new Error('not stored', { cause: error })]) {
    const mapped = toStorageError(each, pino({ level: 'silent' }))
    expect(mapped instanceof DomainError ? mapped.code : undefined).toBe(told)
  }
})
