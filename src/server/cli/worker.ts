import { runAsWorker } from '../ops/workers.ts'
import type { Serving } from './serve-requests.ts'

// A process that answers requests beside others.

await runAsWorker<Serving>(async () => (await import('./serve-requests.ts')).serveRequests)
