import { getEnvironmentData, isMainThread, setEnvironmentData, Worker } from 'node:worker_threads'

const COUNT = 'threads that answer'

/** How many threads of this process answer requests, this one included. */
export function threads(): number {
  return Number(getEnvironmentData(COUNT) ?? 1)
}

/** Says so, before anything is made that shares its room among them. */
export function setThreads(count: number): void {
  if (isMainThread) setEnvironmentData(COUNT, count)
}

/**
 * Starts the threads beside this one, which answer as it does on the same port until they are told to stop. What one
 * does not expect ends the process, as it would in this one.
 */
export async function startThreads(given: object, stop: AbortSignal): Promise<void> {
  const workers = Array.from(
    { length: threads() - 1 },
    () => new Worker(new URL('./thread.ts', import.meta.url), { workerData: given }),
  )
  const ends = workers.map((worker) => {
    // What is thrown here ends the portal in order, as all else that nobody expects (main.ts).
    worker.on('error', (error) => {
      throw error
    })
    return new Promise((resolve) => {
      worker.on('exit', resolve)
    })
  })
  const tell = () => {
    for (const worker of workers) worker.postMessage(String(stop.reason))
  }
  if (stop.aborted) tell()
  else stop.addEventListener('abort', tell)
  await Promise.all(ends)
}
