import { type Context, Hono, type Next } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { sql } from 'kysely'
import { AggregatorRegistry, Gauge, Registry } from 'prom-client'
import { asSystem } from '../db/as-viewer.ts'
import { mailBacklog } from '../mail/db.ts'
import { isLoopback } from '../rpc/client-address.ts'
import type { Portal } from '../rpc/context.ts'
import type { Env } from '../rpc/request-log.ts'
import { metricsOfWorkers } from './metrics-of-workers.ts'
import { workerCount } from './workers.ts'

/**
 * GET /metrics (docs/operations.md), for the holder of METRICS_TOKEN. Without one, for programs of this machine, and
 * only of a portal for this machine alone: behind a proxy, every request may look local.
 */
export function metricsRoute(portal: Portal) {
  const { metricsToken } = portal.config
  const own = [portal.metrics.registry, presentState(portal)]
  const shared = sharedState(portal)
  AggregatorRegistry.setRegistries(own)
  const counted = () => (workerCount > 1 ? metricsOfWorkers(null) : Registry.merge(own).metrics())
  return new Hono<Env>()
    .use(metricsToken ? bearerAuth({ token: metricsToken }) : fromThisMachine(portal.config))
    .get('/', async (context) => {
      const text = `${await counted()}\n${await shared.metrics()}`
      return context.text(text, 200, { 'content-type': shared.contentType, 'cache-control': 'no-store' })
    })
}

function fromThisMachine({ publicUrl, trustProxy }: Portal['config']) {
  const alone = trustProxy.length === 0 && /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(publicUrl)
  return async (context: Context<Env>, next: Next) => {
    const { remoteAddress } = context.env.incoming.socket
    const direct = isLoopback(remoteAddress) && context.req.header('x-forwarded-for') === undefined
    if (!alone || !direct) return context.text('Set METRICS_TOKEN, and send it as a bearer token.', 403)
    return next()
  }
}

type Sample = [labels: Record<string, string>, value: number]

/** For values read at each scrape. One that can't be read is left out. */
function gauges({ log }: Portal) {
  const registry = new Registry()
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: () => Sample[] | Promise<Sample[]>,
  ) =>
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

/** The current state of this process. */
function presentState(portal: Portal): Registry {
  const { registry, gauge } = gauges(portal)
  gauge('stoop_live_connections', 'Browsers that subscribe to live updates', [], () => [
    [{}, portal.realtime.count()],
  ])
  gauge('stoop_database_connections', 'Connections to the database', ['pool', 'state'], () =>
    Object.entries(portal.pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]): Sample[] => [
      [{ pool, state: 'used' }, totalCount - idleCount],
      [{ pool, state: 'idle' }, idleCount],
      [{ pool, state: 'waited_for' }, waitingCount],
    ]),
  )
  return registry
}

/** What waits in the database, for any server. */
function sharedState(portal: Portal): Registry {
  const { db } = portal
  const { registry, gauge } = gauges(portal)
  gauge('stoop_mails', 'Mails not sent yet, and given up', ['state'], async () => {
    const { waiting, unconfirmed, given_up } = await asSystem(db, mailBacklog)
    return [
      [{ state: 'waiting' }, waiting],
      [{ state: 'unconfirmed' }, unconfirmed],
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
