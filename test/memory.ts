import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { PortalProcess } from './portal-process.ts'

type Result = { result?: { result?: { value?: number } } }

/** The memory of these processes now, in bytes. */
export function memoryOf(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + memoryOfOne(pid), 0)
}

/** Read without another process where that is possible, for frequent callers. */
function memoryOfOne(pid: number): number {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file)
    ? (/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '')
    : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return Number.parseInt(kilobytes, 10) * 1024
}

/**
 * Asks a process that was started with NODE_OPTIONS=--inspect=127.0.0.1:<port> for its memory after a garbage
 * collection.
 */
export async function measureMemory(portal: PortalProcess) {
  const address = portal.errors().match(/ws:\/\/\S+/)?.[0]
  if (!address) throw new Error('The process has no inspector.')
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Result) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let count = 0
  const ask = (method: string, params = {}) =>
    new Promise<Result>((resolve) => {
      count += 1
      waiting.set(count, resolve)
      socket.send(JSON.stringify({ id: count, method, params }))
    })
  return {
    /** Bytes of its heap and of buffers outside it. */
    async used(): Promise<number> {
      await ask('HeapProfiler.collectGarbage')
      const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
      const { result } = await ask('Runtime.evaluate', { expression })
      return result?.result?.value ?? Number.NaN
    },
    run: (expression: string) => ask('Runtime.evaluate', { expression }),
    close: () => socket.close(),
  }
}
