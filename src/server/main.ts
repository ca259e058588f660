import type { Command } from './commands/command.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/connect.ts'
import type { Use } from './database/embedded.ts'
import { StartError } from './start-error.ts'

type Row = { use: Use; dataDir: string; load: () => Promise<{ run: Command }> }

/** `portal` is alone on its data folder; a `command` works beside a running portal. */
const commands: Record<string, Row> = {
  serve: { use: 'portal', dataDir: './data', load: () => import('./commands/serve.ts') },
  demo: { use: 'portal', dataDir: './demo-data', load: () => import('./commands/demo.ts') },
  import: { use: 'command', dataDir: './data', load: () => import('./commands/import.ts') },
  admin: { use: 'command', dataDir: './data', load: () => import('./commands/admin.ts') },
  check: { use: 'command', dataDir: './data', load: () => import('./commands/check.ts') },
  backup: { use: 'command', dataDir: './data', load: () => import('./commands/backup.ts') },
  restore: { use: 'portal', dataDir: './data', load: () => import('./commands/restore.ts') },
}

const INTERRUPTED = 130

async function main(name: string, args: string[], stop: AbortSignal): Promise<number> {
  const row = commands[name]
  if (!row)
    throw new StartError(`There is no command '${name}'; there are ${Object.keys(commands).join(', ')}.`)
  const config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR || row.dataDir })
  // The command's code loads while the database starts; should it fail to, that is told when it is needed.
  const loading = row.load()
  loading.catch(() => undefined)
  const database = await openDatabase(config, row.use)
  try {
    const { run } = await loading
    const { connection, direct, pool } = database
    const done = run({ config, connection, direct, pool, args, stop }).then(() => 0)
    // The portal ends in order by itself; any other command is cut off, and its transaction rolled back.
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
// They may go to a file on a full disk, or to a program that has ended: no reason to end as well.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal))
// The start script is gone, however it died.
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
