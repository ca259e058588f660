import { spawnSync } from 'node:child_process'

/** What the work below takes on the machine of docs/performance.md, in milliseconds. */
const THERE_MS = 180
const WORK = `const from = performance.now()
let sum = 0
for (let each = 0; each < 1e8; each += 1) sum += each % 7
process.stdout.write(String(performance.now() - from))`

/**
 * How many times as long as on the machine of docs/performance.md work takes here, under the load of this moment; at
 * least 1. Limits in milliseconds are multiplied by it, so that they hold on other machines.
 */
export function slowness(): number {
  const { stdout } = spawnSync(process.execPath, ['-e', WORK], { encoding: 'utf8' })
  return Math.max(1, Number(stdout) / THERE_MS)
}
