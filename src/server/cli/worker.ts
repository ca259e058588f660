import { runAsWorker } from '../ops/workers.ts'
import type { Serving } from './answer.ts'

// A process that answers requests beside others.

await runAsWorker<Serving>(async () => (await import('./answer.ts')).answer)
