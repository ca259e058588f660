import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, databaseUrl } from './database.ts'
import { mountDisk } from './disk.ts'
import { signUpResident } from './http-client.ts'
import { memoryOf } from './memory.ts'
import { freePort, killStarted, listening, startPortal, untilServing } from './portal-process.ts'
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

/** A real server process whose files are in `dataDir`, and its captain. */
async function portalWithCaptain(dataDir: string) {
  const port = await freePort()
  const DATABASE_URL = databaseUrl(await createTestDatabase('load'))
  const env = { DATABASE_URL, SECRET: 'only-for-tests-'.repeat(3), THREADS: '2' }
  const portal = startPortal({ dataDir, port, env })
  await untilServing(portal, port)
  await vi.waitFor(() => expect(listening(port)).toBe(2), { timeout: 10_000 })
  const captain = await openUploader(`http://127.0.0.1:${port}`)
  await signUpResident(captain.client, { address: '1 Heavy Load Way' })
  return { portal, captain }
}

test('20 uploads of 10 MB at once take at most 32 MB of memory', { timeout: 120_000 }, async () => {
  const dataDir = join(folder, 'data')
  const { portal, captain } = await portalWithCaptain(dataDir)
  const content = pdf('Large', 10 * MB)
  // 20 small ones load what all need: the code, the connections to the database.
  const small = Array.from({ length: 20 }, (_, place) => captain.send(`Small ${place}.pdf`, pdf()))
  for (const { status } of await Promise.all(small)) expect(status).toBe(201)
  const { pid = Number.NaN } = portal.child
  const before = memoryOf(pid)

  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid))
  }, 50)
  const names = Array.from({ length: 20 }, (_, place) => `Document ${place}.pdf`)
  const answers = await Promise.all(names.map((name) => captain.send(name, content)))
  clearInterval(watch)

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect((highest - before) / MB).toBeLessThan(32)
  expect(await captain.client.documents.list.query()).toHaveLength(40)
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
})

const disk = mountDisk(12)
afterAll(() => disk?.unmount())

if (disk) {
  test('a full disk is told in words, and leaves nothing', { timeout: 60_000 }, async () => {
    const { captain } = await portalWithCaptain(disk.path)
    expect(await captain.send('Small.pdf', pdf())).toMatchObject({ status: 201 })
    for (const name of ['Large.pdf', 'Again.pdf']) {
      // There is room for one of its two copies only.
      expect(await captain.send(name, pdf('Large', 8 * MB))).toMatchObject({
        status: 503,
        error: { message: 'there is no space left for files. Nothing was saved; please try again later' },
      })
    }
    const [building = ''] = readdirSync(join(disk.path, 'files'))
    expect(readdirSync(join(disk.path, 'files', building))).toHaveLength(1)
    expect(readdirSync(join(disk.path, 'uploads'))).toEqual([])
    expect(await captain.client.documents.list.query()).toHaveLength(1)
  })

  test('a disk without room for even a small file is told likewise', { timeout: 60_000 }, async () => {
    const { captain } = await portalWithCaptain(join(disk.path, 'data'))
    expect(await captain.send('Small.pdf', pdf())).toMatchObject({ status: 201 })
    disk.fill()
    const answer = await captain.send('Note.pdf', pdf())
    expect(answer).toMatchObject({ status: 503, error: { data: { refusal: 'no_space' } } })
  })
}
