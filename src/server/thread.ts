import { parentPort, workerData } from 'node:worker_threads'
import { run } from './commands/serve.ts'

// Where a thread beside the first begins (threads.ts).

const stop = new AbortController()
parentPort?.on('message', (reason) => stop.abort(reason))
await run({ ...workerData, stop: stop.signal })
process.exit()
