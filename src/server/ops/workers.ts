import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { writeLine } from './log.ts'
import { StartError } from './start-error.ts'

const COUNT = 'STOOP_WORKERS'

/** How many processes share what a server has a certain number of. */
export const workerCount = Number(process.env[COUNT] ?? 1)
/** This one's place among them, from 0. */
export const workerIndex = (cluster.worker?.id ?? 1) - 1

type ToWorker = { given: object } | { stop: string }
type ToPrimary = { failed: string }

const workers: Worker[] = []

/** Starts the first worker, which loads its code while the database starts. */
export function startWorkers(count: number): void {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../cli/worker.ts', import.meta.url)),
    args: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  process.on('exit', () => {
    for (const worker of workers) worker.process.kill('SIGKILL')
  })
  fork(count)
}

function fork(count: number): Worker {
  const worker = cluster.fork({ [COUNT]: String(count) })
  workers.push(worker)
  // One process writes the log: of two, one could write into the other's line.
  const { stdout } = worker.process
  if (stdout) createInterface(stdout).on('line', (line) => writeLine(`${line}\n`))
  return worker
}

type WorkerOptions = {
  count: number
  /** What each worker gets, as JSON. */
  given: object
  stop: AbortSignal
  /** How long they get to end, in milliseconds. */
  grace: number
  onListening: () => void
}

/**
 * Serves by workers on one port until `stop`. Fails when one can't start or ends too early. None is restarted: what ended
 * one would end the next, and a supervisor restarts the portal.
 */
export async function runWorkers({ count, given, stop, grace, onListening }: WorkerOptions): Promise<void> {
  let fail: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  const exits: Promise<void>[] = []
  const begin = (worker: Worker) => {
    worker.on('message', (message: ToPrimary | object) => {
      if ('failed' in message) fail(new StartError(message.failed))
    })
    exits.push(
      new Promise((resolve) => {
        worker.on('exit', (code, signal) => {
          resolve()
          if (!stop.aborted) fail(new Error(`A worker ended unexpectedly (${signal ?? code}).`))
        })
      }),
    )
    // It may have ended while it loaded.
    if (worker.isDead()) fail(new Error('A worker ended before it could serve.'))
    send(worker, { given })
  }
  for (const worker of workers) begin(worker)
  // The first page need not wait for the other workers.
  cluster.once('listening', () => {
    while (workers.length < count && !stop.aborted) begin(fork(count))
    onListening()
  })
  try {
    await Promise.race([stop.aborted || once(stop, 'abort'), failure])
  } finally {
    for (const worker of workers) send(worker, { stop: String(stop.reason) })
    await Promise.race([Promise.all(exits), sleep(grace, undefined, { ref: false })])
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}

type Work<Given> = (given: Given, stop: AbortSignal) => Promise<void>

/** In a worker: loads its work and does it until the primary sends stop. Only the primary handles signals. */
export async function runAsWorker<Given>(load: () => Promise<Work<Given>>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const stop = new AbortController()
  const given = new Promise<Given>((resolve) => {
    process.on('message', (message: ToWorker | object) => {
      if ('given' in message) resolve(message.given as Given)
      if ('stop' in message) stop.abort(message.stop)
    })
  })
  const work = await load()
  try {
    await work(await given, stop.signal)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.send?.({ failed: error.message } satisfies ToPrimary)
    await once(stop.signal, 'abort')
  }
  process.exit()
}
