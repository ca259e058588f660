import type { Command } from './cli/command.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db/connect.ts'
import type { Use } from './db/embedded/embedded.ts'
import { StartError } from './ops/start-error.ts'
import { startWorkers } from './ops/workers.ts'

type CommandEntry = { use: Use; dataDir: string; serves?: true; load: () => Promise<{ run: Command }> }

/** A `portal` has its data folder to itself; a `command` may run beside a portal. */
const commands: Record<string, CommandEntry> = {
  serve: { use: 'portal', dataDir: './data', serves: true, load: () => import('./cli/serve.ts') },
  demo: { use: 'portal', dataDir: './demo-data', serves: true, load: () => import('./cli/demo.ts') },
  import: { use: 'command', dataDir: './data', load: () => import('./cli/import.ts') },
  admin: { use: 'command', dataDir: './data', load: () => import('./cli/admin.ts') },
  check: { use: 'command', dataDir: './data', load: () => import('./cli/check.ts') },
  backup: { use: 'command', dataDir: './data', load: () => import('./cli/backup.ts') },
  restore: { use: 'portal', dataDir: './data', load: () => import('./cli/restore.ts') },
}

const INTERRUPTED = 130

async function main(name: string, args: string[], stop: AbortSignal): Promise<number> {
  const row = commands[name]
  if (!row)
    throw new StartError(
      `There is no command '${name}'. The commands are ${Object.keys(commands).join(', ')}.`,
    )
  const config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR || row.dataDir })
  // The code loads while the database starts. A failure to load is reported where the code is needed.
  if (row.serves && config.processes > 1) startWorkers(config.processes)
  else if (row.serves) import('./cli/serve-requests.ts').catch(() => undefined)
  const loading = row.load()
  loading.catch(() => undefined)
  const database = await openDatabase(config, row.use)
  try {
    const { run } = await loading
    const { connection, direct, pool } = database
    const done = run({ config, connection, direct, pool, args, stop }).then(() => 0)
    // The portal drains by itself. Other commands are interrupted, and their transactions rolled back.
    return await (row.use === 'portal' ? done : Promise.race([done, interrupted(stop)]))
  } finally {
    await database.stop()
  }
}

function interrupted(stop: AbortSignal): Promise<number> {
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(INTERRUPTED), { once: true }))
}

function report(error: unknown): void {
  const text =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
}

const stop = new AbortController()
let code = 0
// A full disk or a closed pipe behind stdout and stderr must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal))
// The start script has ended, even if killed.
process.on('disconnect', () => stop.abort())
process.on('uncaughtException', (error) => {
  report(error)
  code = 1
  stop.abort()
})

const [name = 'serve', ...args] = process.argv.slice(2)
try {
  code = (await main(name, args, stop.signal)) || code
} catch (error) {
  code = stop.signal.aborted ? code || INTERRUPTED : 1
  if (!stop.signal.aborted) report(error)
}
process.exit(code)
