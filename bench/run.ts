import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTRPCClient, httpLink } from '@trpc/client'
import pg from 'pg'
import type { AppRouter } from '../src/server/app.ts'
import { startEmbedded } from '../src/server/database/embedded.ts'
import { buildCity, PASSWORD, residentOf, vendorEmail } from './city.ts'
import { type Figures, measure, median, type Side } from './measure.ts'

// npm run bench [-- <workload> …]: each workload on the portal and beside it, in turn, and what it comes to.
const ROUNDS = 5
const SECONDS = 4
const AT_ONCE = 8
const SIZES = [100, 1000, 10_000]

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'bench', 'data')
const started: ChildProcess[] = []

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const say = (words: string) => process.stdout.write(`${words}\n`)

/** A server process, once it answers. */
async function start(script: string, env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  await once(child.stdout, 'data')
  child.stdout.resume()
  return `http://127.0.0.1:${port}`
}

async function signIn(origin: string, email: string): Promise<string> {
  const cookies: string[] = []
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/api/trpc`,
        fetch: async (url, init) => {
          const answer = await fetch(url, init as RequestInit)
          for (const line of answer.headers.getSetCookie()) cookies.push(line.split(';')[0] ?? '')
          return answer
        },
      }),
    ],
  })
  await client.accounts.signIn.mutate({ email, password: PASSWORD })
  return cookies.join('; ')
}

type Calls = [procedure: string, input?: unknown][]

/** The one batched call that a screen makes. */
function batch(calls: Calls): string {
  const inputs = Object.fromEntries(calls.flatMap(([, input], index) => (input ? [[index, input]] : [])))
  const names = calls.map(([procedure]) => procedure).join()
  return `/api/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`
}

const server = await (async () => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return startEmbedded(folder)
})()
const admin = new pg.Client(server.connection)
await admin.connect()

async function city(buildings: number): Promise<string> {
  const database = `city_${buildings}`
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database])
  if (!rowCount) {
    await admin.query(`create database ${database}`)
    const seconds = await buildCity({ ...server.connection, database }, buildings)
    say(`A city of ${buildings} buildings was built in ${seconds.toFixed(1)} s.`)
  }
  const { host, user } = server.connection
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=5432`
}

type Workload = { name: string; portal: Side; limit: Side }

async function workloads(buildings: number): Promise<Workload[]> {
  const env = { DATABASE_URL: await city(buildings), SECRET: 'only for measuring, nobody lives here' }
  const portal = await start('src/server/main.ts', { ...env, DATA_DIR: folder })
  const limit = await start('bench/limit.ts', env)
  const captain = await signIn(portal, residentOf(42))
  const vendor = await signIn(portal, vendorEmail(0))
  const pair = (name: string, calls: Calls, path: string, cookie?: string): Workload => ({
    name,
    portal: { origin: portal, path: batch(calls), cookie },
    limit: { origin: limit, path, cookie },
  })
  const session: Calls = [['accounts.session']]
  const quotes = (page: number): Calls => [
    ...session,
    ['quotes.counts'],
    ['quotes.list', { tab: 'all', page }],
  ]
  return [
    pair(
      'W1 services page',
      [...session, ['services.list'], ['appointments.upcoming', { page: 1, all: true }]],
      '/services',
      captain,
    ),
    pair('W2 vendor quotes, page 1', quotes(1), '/quotes?page=1', vendor),
    pair('W2 vendor quotes, page 100', quotes(100), '/quotes?page=100', vendor),
    pair('W5 document list', [['documents.list']], '/documents', captain),
    pair('W6 search', [['buildings.suggest', { address: '1 Minor' }]], '/search?part=1%20Minor'),
  ]
}

async function compare({ name, portal, limit }: Workload): Promise<void> {
  const rounds: [Figures, Figures][] = []
  for (const side of [portal, limit]) await measure(side, 1, AT_ONCE) // caches, and code that gets hot
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await measure(portal, SECONDS, AT_ONCE), await measure(limit, SECONDS, AT_ONCE)])
  const ratio = median(rounds.map(([ours, bare]) => ours.perSecond / bare.perSecond))
  const ours = median(rounds.map(([each]) => each.perSecond)).middle
  const bare = median(rounds.map(([, each]) => each.perSecond)).middle
  const p99 = median(rounds.map(([each]) => each.p99)).middle
  const bareP99 = median(rounds.map(([, each]) => each.p99)).middle
  const failed = rounds.flat().reduce((sum, each) => sum + each.failed, 0)
  say(
    `${name.padEnd(28)} ${ours.toFixed(0).padStart(6)}/s of ${bare.toFixed(0).padStart(6)}/s = ${ratio.middle.toFixed(2)} ` +
      `(± ${(ratio.spread * 50).toFixed(0)} %)  p99 ${p99} ms beside ${bareP99} ms${failed ? `  ${failed} FAILED` : ''}`,
  )
}

try {
  const wanted = process.argv.slice(2)
  const size = Number(wanted.find((each) => /^\d+$/.test(each)) ?? SIZES.at(-1))
  const names = wanted.filter((each) => !/^\d+$/.test(each))
  for (const workload of await workloads(size))
    if (names.length === 0 || names.some((each) => workload.name.startsWith(each))) await compare(workload)
} finally {
  for (const child of started) child.kill('SIGKILL')
  await admin.end()
  await server.stop()
}
process.exit(0)
