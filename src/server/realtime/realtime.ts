import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Viewer } from '../../domain/viewer.ts'
import { ALL, channelsFor, channelsOf, type Notice } from './channels.ts'

/** 'resync': notices may have been missed, so refresh everything. 'end': this server stops. */
export type StreamMessage = Notice | 'resync' | 'end'
type Subscriber = (message: StreamMessage) => void

const HEARTBEAT_MS = 20_000
const RETRY_MS = 1000
/** A connection whose other end is gone looks like a quiet one, so it is queried. */
const PROBE_MS = 3000
/** Short, so that updates resume within seconds of the database. */
const TIMEOUTS = { connectionTimeoutMillis: 2000, query_timeout: 3000 }

/**
 * Publishes committed events to subscribers: one LISTEN connection a process, however many browsers it serves. A broken
 * connection is replaced, and then every subscriber resyncs.
 * [7.auth.4] [V16.5.2]
 */
export function createRealtime(connection: pg.PoolConfig, log: Logger, heartbeatMs = HEARTBEAT_MS) {
  const subscribers = new Map<string, Set<Subscriber>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  /** Returns whether it listens now; if not, it keeps trying. */
  async function connect(): Promise<boolean> {
    const next = new pg.Client({ ...connection, ...TIMEOUTS, application_name: 'stoop realtime' })
    client = next
    let broken = false
    const reconnect = (error?: unknown) => {
      if (broken || stopped) return
      broken = true
      log.warn({ error: String(error) }, 'live updates lost the database; reconnecting')
      next
        .end()
        .catch((reason: unknown) => log.debug({ reason: String(reason) }, 'closing a broken connection'))
      retry = setTimeout(async () => {
        if (await connect()) publishToAll('resync')
      }, RETRY_MS)
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect('the connection ended'))
    next.on('notification', ({ payload }) => {
      if (payload) publish(JSON.parse(payload) as Notice)
    })
    try {
      await next.connect()
      await next.query('listen stoop_events')
      void probe(next).catch(reconnect)
      return true
    } catch (error) {
      reconnect(error)
      return false
    }
  }

  /** Fails once the connection does not answer. */
  async function probe(link: pg.Client): Promise<never> {
    for (;;) {
      await sleep(PROBE_MS, undefined, { ref: false })
      await link.query('select 1')
    }
  }

  function add(channels: string[], subscriber: Subscriber): () => void {
    for (const channel of channels)
      subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(subscriber))
    return () => {
      for (const channel of channels) {
        const set = subscribers.get(channel)
        set?.delete(subscriber)
        if (set?.size === 0) subscribers.delete(channel)
      }
    }
  }

  function publish(notice: Notice): void {
    const reached = new Set(channelsOf(notice).flatMap((channel) => [...(subscribers.get(channel) ?? [])]))
    for (const subscriber of reached) subscriber(notice)
  }

  function publishToAll(message: 'resync' | 'end'): void {
    const all = new Set([...subscribers.values()].flatMap((set) => [...set]))
    for (const subscriber of all) subscriber(message)
  }

  return {
    /** How often a stream checks that its session lasts. */
    heartbeatMs,
    start: connect,
    /** Calls `subscriber` for each event that concerns this viewer, until the returned function is called. */
    subscribe: (viewer: Viewer, subscriber: Subscriber) => add(channelsFor(viewer), subscriber),
    /** The same for every event: for jobs. */
    subscribeAll: (subscriber: Subscriber) => add([ALL], subscriber),
    /** How many streams are open. */
    count: () =>
      new Set([...subscribers].flatMap(([channel, set]) => (channel === ALL ? [] : [...set]))).size,
    /** Ends every stream, so that a stopping server need not wait for them; browsers reconnect elsewhere. */
    endStreams: () => publishToAll('end'),
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

export type Realtime = ReturnType<typeof createRealtime>
