import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

type Options = {
  dataDir: string
  port: number
  /** The script in `checkout` that Node.js runs; default: main.ts. */
  script?: string
  checkout?: string
  /** A command such as 'demo'; default: serve. */
  command?: string
  /** When root runs the tests: the user that runs the portal. */
  uid?: number
  /** Additional environment variables, such as DATABASE_URL. */
  env?: Record<string, string>
  /** An open file for its log. */
  log?: number
}

export type PortalProcess = {
  child: ChildProcess
  output: () => string
  errors: () => string
  ended: Promise<number>
}

const started: ChildProcess[] = []

/** Starts a real server process. */
export function startPortal({
  dataDir,
  port,
  script,
  checkout = root,
  command = 'serve',
  uid,
  env,
  log,
}: Options): PortalProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(checkout, script ?? 'src/server/main.ts'), command], {
    cwd: checkout,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DISK_RESERVE: '0',
      ...env,
    },
    stdio: ['ignore', log ?? 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  started.push(child)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  return { child, output: () => output, errors: () => errors, ended }
}

/** Resolves once the portal answers, with the milliseconds that this took. Throws its error output when it ends instead. */
export async function untilServing(portal: PortalProcess, port: number): Promise<number> {
  const from = performance.now()
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return performance.now() - from
    const { exitCode, signalCode } = portal.child
    if (exitCode !== null || signalCode !== null) throw new Error(`The portal ended: ${portal.errors()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** The worker processes of a portal. */
export function workersOf(pid: number | undefined): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const processes = stdout.split('\n').filter((line) => line.endsWith('/src/server/cli/worker.ts'))
  return processes.flatMap((line) => {
    const [own, parent] = line.trim().split(/\s+/).map(Number)
    return own && parent === pid ? [own] : []
  })
}

/** The embedded server's process id, while it runs. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return isAlive(pid) ? pid : undefined
}

/** Kills all processes of the embedded server at once, as in a power failure. */
export function killPostgres(dataDir: string): void {
  const pid = postgresPid(dataDir)
  if (!pid) throw new Error('The database does not run')
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const children = processes.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))
  for (const each of [pid, ...children]) if (isAlive(each)) process.kill(each, 'SIGKILL')
}

/** Kills what a failed test left running. */
export function killStarted(dataDirs: string[]): void {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  for (const dataDir of dataDirs) {
    const pid = postgresPid(dataDir)
    if (pid) process.kill(pid, 'SIGQUIT')
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
