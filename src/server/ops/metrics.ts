import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const START = 'process_start_time_seconds'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What one process counts. */
export function createMetrics() {
  const registry = new Registry()
  const timed = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry] })
  return {
    registry,
    requests: timed('http_request_duration_seconds', 'Requests answered', 'method', 'route', 'status'),
    calls: timed('stoop_call_duration_seconds', 'Calls of procedures', 'procedure', 'outcome'),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Memory, processor and event loop of this process. */
export function observeProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
  // The library leaves this one out of a sum. The server started when the first of its workers did.
  Object.assign(registry.getSingleMetric(START) ?? {}, { aggregator: 'min' })
}
