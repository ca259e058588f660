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
  /** The file that Node.js runs, in `checkout`; main.ts when absent. */
  script?: string
  checkout?: string
  /** Its command, such as 'demo'; it serves when absent. */
  command?: string
  /** As root: the user that runs the portal. */
  uid?: number
  /** More of the environment, such as DATABASE_URL. */
  env?: Record<string, string>
  /** An open file that its log goes to. */
  log?: number
}

export type PortalProcess = {
  child: ChildProcess
  output: () => string
  errors: () => string
  ended: Promise<number>
}

const started: ChildProcess[] = []

/** A real server process, as the two commands start it. */
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
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', ...env },
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

/** How long it took until the portal answered, in milliseconds; throws with its words when it ended instead. */
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
  if (address === null || typeof address === 'string') throw new Error('A port was asked for.')
  return address.port
}

/** How many sockets of this machine wait for connections at this port: a portal's threads have one each. */
export function listening(port: number): number {
  const place = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A`
  return readFileSync('/proc/net/tcp', 'utf8').split(place).length - 1
}

/** The embedded server's process number, while it runs. */
export function postgresPid(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return isAlive(pid) ? pid : undefined
}

/** Ends all of the embedded server's processes at once, as when the power fails. */
export function killPostgres(dataDir: string): void {
  const pid = postgresPid(dataDir)
  if (!pid) throw new Error('The database does not run.')
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const children = processes.flatMap(([child, parent]) => (child && parent === pid ? [child] : []))
  for (const each of [pid, ...children]) if (isAlive(each)) process.kill(each, 'SIGKILL')
}

/** Whatever a failed test left running. */
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
