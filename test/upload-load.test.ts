import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from './database.ts'
import { mountDisk } from './disk.ts'
import { signUpResident } from './http-client.ts'
import { memoryOf } from './memory.ts'
import { freePort, killStarted, startPortal, untilServing, workersOf } from './portal-process.ts'
import { pdf } from './sample-files.ts'
import { openUploader } from './upload.ts'

const MB = 1024 * 1024

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-load-'))
})
afterEach(() => {
  killStarted([])
  rmSync(folder, { recursive: true, force: true })
})

/** A real server process with its files in `dataDir`, and its captain. */
async function portalWithCaptain(dataDir: string) {
  const port = await freePort()
  const DATABASE_URL = databaseUrl(await createTestDatabase('load'))
  const env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), THREADS: '2' }
  const portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  const captain = await openUploader(`http://127.0.0.1:${port}`)
  await signUpResident(captain.client, { address: '1 Heavy Load Way' })
  return { portal, captain }
}

test('20 concurrent uploads of 10 MB take at most 64 MB of memory [V5.2.1]', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(folder, 'data')
  const { portal, captain } = await portalWithCaptain(dataDir)
  const content = pdf('Large', 10 * MB)
  // Warm up first: in both workers, code and connections are loaded and the heaps have grown.
  for (let round = 0; round < 15; round += 1) {
    const small = Array.from({ length: 20 }, (_, index) => captain.send(`Small ${round} ${index}.pdf`, pdf()))
    for (const { status } of await Promise.all(small)) expect(status).toBe(201)
  }
  await expect.poll(() => workersOf(portal.child.pid), { timeout: 20_000 }).toHaveLength(2)
  const pids = [portal.child.pid ?? Number.NaN, ...workersOf(portal.child.pid)]
  const before = memoryOf(pids)

  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryOf(pids))
  }, 50)
  const names = Array.from({ length: 20 }, (_, index) => `Document ${index}.pdf`)
  const answers = await Promise.all(names.map((name) => captain.send(name, content)))
  clearInterval(watch)

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  // The files together have 200 MB. The limit of the bench, too.
  expect((highest - before) / MB).toBeLessThan(64)
  expect(await captain.client.documents.list.query()).toMatchObject({ total: 320 })
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
})

const disk = mountDisk(12)
afterAll(() => disk?.unmount())

if (disk) {
  test('a full disk is reported clearly, and no file remains', { timeout: 60_000 }, async () => {
    const { captain } = await portalWithCaptain(disk.path)
    expect(await captain.send('Small.pdf', pdf())).toMatchObject({ status: 201 })
    for (const name of ['Large.pdf', 'Again.pdf']) {
      // The disk has room for only one of its two copies.
      expect(await captain.send(name, pdf('Large', 8 * MB))).toMatchObject({
        status: 503,
        error: { message: 'there is no space left for files. Nothing was saved; please try again later' },
      })
    }
    const [building = ''] = readdirSync(join(disk.path, 'files'))
    expect(readdirSync(join(disk.path, 'files', building))).toHaveLength(1)
    expect(readdirSync(join(disk.path, 'uploads'))).toEqual([])
    expect(await captain.client.documents.list.query()).toMatchObject({ total: 1 })
  })

  test('a disk without room for even a small file is reported the same way', {
    timeout: 60_000,
  }, async () => {
    const { captain } = await portalWithCaptain(join(disk.path, 'data'))
    expect(await captain.send('Small.pdf', pdf())).toMatchObject({ status: 201 })
    disk.fill()
    const answer = await captain.send('Note.pdf', pdf())
    expect(answer).toMatchObject({ status: 503, error: { data: { refusal: 'no_space' } } })
  })
}
