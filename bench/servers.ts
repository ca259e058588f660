import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/server/db/embedded/embedded.ts'
import { freePort, root, workersOf } from '../test/portal-process.ts'
import { buildCity, CITY_PAGE, PASSWORD } from './city.ts'
import type { SideName } from './measure.ts'
import { installPeer } from './peer.ts'

export const folder = join(root, 'bench', 'data')

/** Processes that answer, on both sides. */
const PROCESSES = Math.min(availableParallelism(), 4)

export type Person = { email: string; cookie: string }

/** A PostgreSQL that keeps its cities between runs, and both sides on one of them. */
export async function openServers() {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  const { connection, stop } = await startEmbedded(folder)
  const started: ChildProcess[] = []

  /** A city with so many buildings; generated when it is missing or its page has changed. */
  async function city(buildings: number): Promise<pg.PoolConfig> {
    const database = `city_${buildings}`
    const admin = new pg.Client(connection)
    await admin.connect()
    const found = await admin.query(
      `select shobj_description(oid, 'pg_database') as page from pg_database where datname = $1`,
      [database],
    )
    if (found.rows[0]?.page !== CITY_PAGE) {
      await admin.query(`drop database if exists ${database}`)
      await admin.query(`create database ${database}`)
      const seconds = await buildCity({ ...connection, database }, buildings)
      await admin.query(`comment on database ${database} is '${CITY_PAGE}'`)
      process.stdout.write(`A city of ${buildings} buildings was built in ${seconds.toFixed(1)} s.\n`)
    }
    await admin.end()
    return { ...connection, database }
  }

  /** Starts a server process and waits until it answers. */
  async function start(script: string, env: Record<string, string>): Promise<string> {
    const port = await freePort()
    const child = spawn(process.execPath, [resolve(root, script)], {
      cwd: root,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    await once(child.stdout, 'data')
    child.stdout.resume()
    return `http://127.0.0.1:${port}`
  }

  /** Stops all sides; the database goes on. */
  function end(): void {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  }

  return {
    city,
    /** The portal and the limit on a city, and the portal's processes. */
    async sides(connection: pg.PoolConfig): Promise<{ origins: Record<SideName, string>; pids: number[] }> {
      const env = {
        DATABASE_URL: urlOf(connection),
        SECRET: 'only for measuring, nobody lives here',
        DATA_DIR: folder,
        TRUST_PROXY: '127.0.0.1', // sign-ins come from many addresses
        THREADS: String(PROCESSES),
      }
      const portal = await start('src/server/main.ts', env)
      const pid = started.at(-1)?.pid ?? Number.NaN
      const limit = await start('bench/limit.ts', env)
      // The first page does not wait for the other workers.
      while (PROCESSES > 1 && workersOf(pid).length < PROCESSES) await sleep(100)
      return { origins: { portal, limit }, pids: [pid, ...workersOf(pid)] }
    },
    /** PostGraphile on the same city. */
    peer: (connection: pg.PoolConfig) => start(installPeer(folder), { DATABASE_URL: urlOf(connection) }),
    end,
    async close(): Promise<void> {
      end()
      await stop()
    },
  }
}

function urlOf({ host, user, database }: pg.PoolConfig): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}&port=5432`
}

export type Servers = Awaited<ReturnType<typeof openServers>>

/** A call that must succeed. Returns its cookies as a Cookie header. */
export async function call(
  url: string,
  cookie: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url, {
    ...sent,
    headers: { ...headers, cookie, 'content-type': 'application/json' },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Each client has an address of its own, because attempts are limited by address. */
export async function signIn(portal: string, email: string): Promise<Person> {
  signedIn += 1
  const address = `10.255.${signedIn >> 8}.${signedIn & 255}`
  const url = `${portal}/api/trpc/accounts.signIn`
  return { email, cookie: await call(url, '', { email, password: PASSWORD }, { 'x-forwarded-for': address }) }
}
let signedIn = 0
