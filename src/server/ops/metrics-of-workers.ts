import { AggregatorRegistry } from 'prom-client'
import { inPrimary } from './primary.ts'

// In a worker, this also lets the primary ask for its metrics.
const aggregator = new AggregatorRegistry()

/** The sum of what all workers count, in Prometheus' text form. */
export const metricsOfWorkers = inPrimary('metrics', async (_: null) => aggregator.clusterMetrics())
