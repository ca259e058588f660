import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, root } from '../test/portal-process.ts'
import { median } from './measure.ts'

const ROUNDS = 5

/** W10: seconds from the command to the first page served: at a first start, a later one, and after a hard kill. */
export async function startups(): Promise<string> {
  const times: Record<string, number[]> = { first: [], later: [], 'after a kill': [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'stoop-bench-start-'))
    chmodSync(dataDir, 0o711)
    for (const [kind, seconds] of Object.entries(times)) {
      const { child, took } = await start(dataDir)
      seconds.push(took)
      // A process group with the command and its server.
      process.kill(-(child.pid ?? Number.NaN), kind === 'later' ? 'SIGKILL' : 'SIGTERM')
      await once(child, 'exit')
      if (kind === 'later') await sleep(500) // the database of a killed portal stops by itself or is reused
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  const told = Object.entries(times).map(
    ([kind, seconds]) =>
      `${kind} ${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)})`,
  )
  return `${'W10 start'.padEnd(28)} ${told.join(', ')}`
}

async function start(dataDir: string): Promise<{ child: ChildProcess; took: number }> {
  const port = await freePort()
  const { PATH } = process.env
  const from = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    detached: true,
    env: { PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer?.ok) return { child, took: (performance.now() - from) / 1000 }
    if (child.exitCode !== null) throw new Error('The portal ended before it served')
    await sleep(10)
  }
}
