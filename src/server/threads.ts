import { getEnvironmentData, isMainThread, parentPort, setEnvironmentData, Worker } from 'node:worker_threads'

const COUNT = 'threads that answer'

/** How many threads of this process answer requests, this one included. */
export function threads(): number {
  return Number(getEnvironmentData(COUNT) ?? 1)
}

/** Says so, before anything is made that shares its room among them. */
export function setThreads(count: number): void {
  if (isMainThread) setEnvironmentData(COUNT, count)
}

const NUMBERS = ['place of the last file', 'passwords in line', 'turns of passwords'] as const
const kept = getEnvironmentData('numbers')
const numbers = kept instanceof SharedArrayBuffer ? kept : new SharedArrayBuffer(8 * NUMBERS.length)
setEnvironmentData('numbers', numbers)

/** A number that all threads of this process count in, with `Atomics`: 0 at first. */
export function sharedNumber(name: (typeof NUMBERS)[number]): BigInt64Array {
  return new BigInt64Array(numbers, 8 * NUMBERS.indexOf(name), 1)
}

/**
 * Writes where this thread is the first, and has the first write elsewhere: of two writers to one place each could come
 * in the middle of what the other has not written whole, as on a full disk.
 */
export function byFirstThread(write: (text: string) => void): (text: string) => void {
  return isMainThread ? write : (text) => parentPort?.postMessage(text)
}

/**
 * Starts the threads beside this one, which answer as it does on the same port until they are told to stop. What one
 * does not expect ends the process, as it would in this one.
 */
export async function startThreads(
  given: object,
  write: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const workers = Array.from(
    { length: threads() - 1 },
    () => new Worker(new URL('./thread.ts', import.meta.url), { workerData: given }),
  )
  const ends = workers.map((worker) => {
    worker.on('message', write)
    // Not thrown within the event: where memory has run out, the one of the thread's end would not come any more.
    worker.on('error', (error) =>
      process.nextTick(() => {
        throw error // ends the portal in order, as all else that nobody expects (main.ts)
      }),
    )
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
