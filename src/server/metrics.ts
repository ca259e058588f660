import { type Context, Hono, type Next } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { sql } from 'kysely'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isThisMachine } from './client-address.ts'
import type { Portal } from './context.ts'
import { asSystem } from './database/as-viewer.ts'
import type { Live } from './live/live.ts'
import { mailBacklog } from './mail/mails.db.ts'
import { type Figures, metricsOfOthers } from './metrics-of-threads.ts'
import type { Env } from './request-log.ts'

const START = 'process_start_time_seconds'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What a thread of the server counts while it works. */
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

/** Memory and processor are the process's, so this is for its first thread; the event loop is that thread's. */
export function observeProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}

/**
 * GET /metrics in Prometheus' text form (docs/operations.md says what each is for): for who has METRICS_TOKEN; where that
 * is not set, for who asks on this machine itself, of a portal that is for this machine alone: behind a proxy, everybody
 * may seem to.
 */
export function metricsRoute(portal: Portal, live: Live) {
  const { metricsToken } = portal.config
  const present = presentState(portal, live)
  const everywhere = stateOfAll(portal)
  const own = async (): Promise<Figures> => {
    const figures = await Registry.merge([portal.metrics.registry, present]).getMetricsAsJSON()
    // The library leaves the start of a process out of a sum; ours has one.
    return figures.map((each) => (each.name === START ? { ...each, aggregator: 'first' } : each))
  }
  const ofOthers = metricsOfOthers(own)
  return new Hono<Env>()
    .use(metricsToken ? bearerAuth({ token: metricsToken }) : fromThisMachine(portal.config))
    .get('/', async (context) => {
      const all = AggregatorRegistry.aggregate([
        await own(),
        ...(await ofOthers()),
        await everywhere.getMetricsAsJSON(),
      ])
      const headers = { 'content-type': all.contentType, 'cache-control': 'no-store' }
      return context.body(await all.metrics(), 200, headers)
    })
}

function fromThisMachine({ publicUrl, trustProxy }: Portal['config']) {
  const alone = trustProxy.length === 0 && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(publicUrl)
  return async (context: Context<Env>, next: Next) => {
    const { remoteAddress } = context.env.incoming.socket
    const direct = isThisMachine(remoteAddress) && context.req.header('x-forwarded-for') === undefined
    if (!alone || !direct) return context.text('Set METRICS_TOKEN, and send it as a bearer token.', 403)
    return next()
  }
}

type Row = [labels: Record<string, string>, value: number]

/** For figures that are asked at the moment that somebody looks. Those that can't be read are left out. */
function gauges({ log }: Portal) {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[], read: () => Row[] | Promise<Row[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        try {
          for (const [labels, value] of await read()) this.set(labels, value)
        } catch (error) {
          log.warn({ err: error, metric: name }, 'a metric could not be read')
        }
      },
    })
  return { registry, gauge }
}

/** What this thread has in hand. */
function presentState(portal: Portal, live: Live): Registry {
  const { registry, gauge } = gauges(portal)
  gauge('stoop_live_connections', 'Browsers that follow the live updates', [], () => [[{}, live.count()]])
  gauge('stoop_database_connections', 'Connections to the database', ['pool', 'state'], () =>
    Object.entries(portal.pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]): Row[] => [
      [{ pool, state: 'used' }, totalCount - idleCount],
      [{ pool, state: 'idle' }, idleCount],
      [{ pool, state: 'waited_for' }, waitingCount],
    ]),
  )
  return registry
}

/** What waits in the database, whoever will see to it. */
function stateOfAll(portal: Portal): Registry {
  const { db } = portal
  const { registry, gauge } = gauges(portal)
  gauge('stoop_mails', 'Mails not sent yet, and given up', ['state'], async () => {
    const { waiting, given_up } = await asSystem(db, mailBacklog)
    return [
      [{ state: 'waiting' }, waiting],
      [{ state: 'given_up' }, given_up],
    ]
  })
  gauge('stoop_jobs_waiting', 'Jobs that are due and not begun', ['queue'], async () => {
    const { rows } = await sql<{ name: string; waiting: number }>`
      select q.name, count(j.id)::int as waiting from jobs.queue q left join jobs.job j
        on j.name = q.name and j.state < 'active' and j.start_after <= now() group by q.name`.execute(db)
    return rows.map(({ name, waiting }) => [{ queue: name }, waiting])
  })
  return registry
}
