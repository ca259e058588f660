import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { MAX_DOCUMENT_SIZE } from '../src/domain/documents/document-type.ts'
import { MAX_PHOTO_SIZE } from '../src/domain/profiles/photo.ts'
import { MAX_VISIT_PHOTO_SIZE } from '../src/domain/visits/photo.ts'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/connect.ts'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { CLOSE_TIMEOUT, DRAIN, REQUEST_GRACE } from '../src/server/ops/shutdown.ts'
import { databaseUrl } from './database.ts'
import { commandOf, instructionsOf, onlyValueOf, stagesOfDockerfile } from './dockerfile.ts'
import { programOf } from './faults/programs.ts'
import { sampleOf } from './faults/samples.ts'
import { root } from './portal-process.ts'
import { testConfig } from './world.ts'

const Service = z.object({
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
})
const Compose = z.object({
  services: z.object({ portal: Service, pgbouncer: Service, postgres: Service }),
  networks: z.object({
    default: z.object({
      ipam: z.object({ config: z.tuple([z.object({ subnet: z.string(), gateway: z.string() })]) }),
    }),
  }),
})
const { services, networks } = Compose.parse(parse(sampleOf('compose.yaml')))
const unit = sampleOf('stoop.service')
const example = parseEnv(sampleOf('portal.env.example'))

/** The variables of README.md's table that src/server/config.ts knows. */
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const source = readFileSync(join(root, 'src/server/config.ts'), 'utf8')
const rows = [...readme.matchAll(/^\| (`[A-Z].*?) \|/gm)].map(([, names = '']) => names)
const documented = rows.flatMap((names) => [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
const known = documented.filter((name) => new RegExp(`^  ${name}: `, 'm').test(source))

const folder = mkdtempSync(join(tmpdir(), 'stoop-deploy-'))
// When root runs the tests, PostgreSQL runs as another user.
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true }))

const seconds = (text = '') => Number(text.match(/^(\d+)s?$/)?.[1])
const setting = (name: string) => unit.match(new RegExp(`^${name}=(.*)$`, 'm'))?.[1] ?? ''
const unitEnvironment = parseEnv(setting('Environment').replaceAll(' ', '\n'))
const withPassword = (value: string) => value.replace(/\$\{DATABASE_PASSWORD:\?[^}]+\}/, '0123abcd')

test('compose.yaml, the unit and the example set only variables that the portal knows', () => {
  const names = [services.portal.environment, unitEnvironment, example].flatMap(Object.keys)
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

test('compose.yaml sets the portal up behind PgBouncer and the proxy of this machine', () => {
  const { environment, ports } = services.portal
  const values = Object.entries(environment).map(([name, value]) => [name, withPassword(value)])
  const config = readConfig({ ...example, ...Object.fromEntries(values), SECRET: 'x'.repeat(32) })
  expect(config).toMatchObject({
    publicUrl: 'https://portal.example.com',
    databaseUrl: 'postgres://stoop:0123abcd@pgbouncer:6432/stoop',
    databaseDirectUrl: 'postgres://stoop:0123abcd@postgres:5432/stoop',
    trustProxy: [networks.default.ipam.config[0].gateway],
  })
  expect(ports).toEqual(['127.0.0.1:3000:3000'])
  expect(sampleOf('pgbouncer.ini')).toMatch(
    /^\* = host=postgres port=5432\n[\s\S]*^pool_mode = transaction$/m,
  )
})

test('each service keeps its own volume, and the files that it mounts are here', () => {
  const volumes = Object.values(services).flatMap((service) => service.volumes)
  expect(volumes.map((each) => each.split(':')[0])).toEqual([
    'portal',
    './pgbouncer.ini',
    'postgres',
    './database.sql',
  ])
  for (const name of ['pgbouncer.ini', 'database.sql'])
    expect(existsSync(join(root, 'deploy', name))).toBe(true)
  expect(services.portal.volumes).toEqual([`portal:${onlyValueOf(instructionsOf('portal'), 'VOLUME')}`])
})

test('database.sql makes a user whose rights are enough to migrate, and no superuser', async () => {
  const data = join(folder, 'database')
  const embedded = await startEmbedded(data)
  try {
    // The superuser of this PostgreSQL has the name of the portal's.
    const [, ...statements] = sampleOf('database.sql')
      .replace(/^--.*\n/gm, '')
      .replace(/\bstoop\b/g, 'portal')
      .replace(":'password'", "'0123abcd'")
      .replace('\\getenv password DATABASE_PASSWORD', ';')
      .split(';')
    const superuser = new pg.Client(embedded.connection)
    await superuser.connect()
    for (const statement of statements) await superuser.query(statement)
    await superuser.end()
    const DATABASE_URL = databaseUrl({ ...embedded.connection, user: 'portal', database: 'portal' })
    const database = await openDatabase(testConfig({ DATABASE_URL }), 'portal')
    const { rows } = await database.pool
      .query('select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = user')
      .finally(() => database.stop())
    expect(rows.flatMap(Object.values)).toEqual([false, false, false, false])
  } finally {
    await embedded.stop()
  }
})

test('no secret is a value in compose.yaml, in the unit or in the image', () => {
  const given = Object.values(services).flatMap(({ environment }) => Object.entries(environment))
  const isSecret = (name: string) => /SECRET|PASSWORD|TOKEN|KEY/.test(name)
  const literal = [...given, ...Object.entries(unitEnvironment)].filter(
    ([name, value]) =>
      (isSecret(name) && !/^\$\{\w+:\?[^}]+\}$/.test(value ?? '')) || /:\/\/\w+:[^$]/.test(value ?? ''),
  )
  expect(literal).toEqual([])
  const built = stagesOfDockerfile().flatMap(({ instructions }) => instructions)
  expect(built.filter(({ keyword, value }) => ['ENV', 'ARG'].includes(keyword) && isSecret(value))).toEqual(
    [],
  )
  const [first, ...allowed] = sampleOf('Dockerfile.dockerignore')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split('\n')
  expect(first).toBe('*')
  const copied = built
    .filter(({ keyword, value }) => keyword === 'COPY' && !value.startsWith('--from'))
    .flatMap(({ value }) => value.split(' ').slice(0, -1))
    .map((path) => path.replace(/^src\/.*/, 'src'))
  expect(allowed.filter((each) => each.startsWith('!')).sort()).toEqual(
    [...new Set(copied)].map((path) => `!${path}`).sort(),
  )
})

test('the image runs the portal as an ordinary user and has no package of the build or the tests', () => {
  const portal = instructionsOf('portal')
  expect(stagesOfDockerfile().at(-1)?.name).toBe('portal')
  expect(onlyValueOf(portal, 'USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  const runs = instructionsOf('build').filter(({ keyword }) => keyword === 'RUN')
  const [install, build, uninstall, remove] = runs.map(({ value }) => value)
  for (const value of [install, uninstall]) expect(value).toMatch(/^npm (ci|uninstall) .*--omit=dev /)
  expect([build, remove?.slice(0, 6), runs.length]).toEqual(['npm run build', 'rm -r ', 4])
  const removed =
    uninstall
      ?.split(/\s+/)
      .filter((word) => /^(@\w|\w)/.test(word))
      .slice(2) ?? []
  expect(removed).toEqual(expect.arrayContaining(['vite', '@vitejs/plugin-react', 'react']))
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(removed.filter((name) => !(name in dependencies))).toEqual([])
})

test('the unit starts what the image starts, and stops the first process only, with time to drain', () => {
  const [node, ...args] = setting('ExecStart').split(' ')
  const portal = instructionsOf('portal')
  const command = ['ENTRYPOINT', 'CMD'].flatMap((keyword) => commandOf(onlyValueOf(portal, keyword)))
  expect(['node', ...args]).toEqual(command)
  expect(node).toBe(`${setting('WorkingDirectory')}/node_modules/node/bin/node`)
  expect(setting('KillMode')).toBe('mixed')
  const needed = (DRAIN + REQUEST_GRACE + CLOSE_TIMEOUT) / 1000
  expect(seconds(setting('TimeoutStopSec'))).toBeGreaterThan(2 * needed)
  expect(seconds(services.portal.stop_grace_period)).toBeGreaterThan(2 * needed)
  expect(readConfig({ ...example, ...unitEnvironment, SECRET: 'x'.repeat(32) }).trustProxy).toContain(
    '127.0.0.1',
  )
  expect(setting('Environment')).toContain(`DATA_DIR=/var/lib/${setting('StateDirectory')}`)
})

test('the command of docs/operations.md runs as the unit does', () => {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const command = page.match(/^stoop\(\) { systemd-run (.*) "\$@"; }$/m)?.[1] ?? ''
  const given = [...command.matchAll(/-p (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])
  expect(given.map(([name]) => name)).toEqual(['User', 'WorkingDirectory', 'EnvironmentFile'])
  expect(given.filter(([name = '', value]) => setting(name) !== value)).toEqual([])
  expect(setting('Environment')).toContain(command.match(/-E (\S+)/)?.[1])
  expect(setting('ExecStart')).toBe(`${command.split(' ').slice(-2).join(' ')} serve`)
})

if (programOf('systemd-analyze'))
  test('systemd accepts the unit', () => {
    const file = join(folder, 'stoop.service')
    writeFileSync(file, unit.replaceAll('/opt/stoop/', root))
    const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => line.includes('stoop.service'))).toEqual([])
    expect(status).toBe(0)
  })

test('browsers get HTTP/2 from each proxy’s example, or they open few connections', () => {
  expect(sampleOf('nginx.conf')).toMatch(/^\s*listen 443 ssl http2;/m)
  expect(sampleOf('haproxy.cfg')).toMatch(/^\s*bind :443 ssl .* alpn h2,http\/1\.1\b/m)
  // By itself, unless its protocols are named.
  expect(sampleOf('Caddyfile')).not.toMatch(/^\s*protocols\b/m)
})

test('nginx lets the largest file through', () => {
  const [, most] = /^\s*client_max_body_size (\d+)m;$/m.exec(sampleOf('nginx.conf')) ?? []
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(
    Math.max(MAX_DOCUMENT_SIZE, MAX_PHOTO_SIZE, MAX_VISIT_PHOTO_SIZE),
  )
})

if (programOf('haproxy'))
  test('HAProxy accepts its example, given the certificate and its key in one file', () => {
    const [key, certificate, both] = ['key', 'certificate', 'both'].map((name) => join(folder, `${name}.pem`))
    const request = `req -x509 -newkey rsa:2048 -nodes -subj /CN=portal.example.com -keyout ${key} -out ${certificate}`
    expect(spawnSync('openssl', request.split(' ')).status).toBe(0)
    writeFileSync(both ?? '', readFileSync(certificate ?? '', 'utf8') + readFileSync(key ?? '', 'utf8'))
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, sampleOf('haproxy.cfg').replace(/ crt \S+/, ` crt ${both}`))
    const { stderr, status } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect(stderr).not.toContain('ALERT')
    expect(status, stderr).toBe(0)
  })
