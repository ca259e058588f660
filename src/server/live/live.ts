import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { EventKind } from '../../domain/events/event.ts'
import type { Viewer } from '../../domain/viewer.ts'

/** An event as the database announces it: enough to know whom to tell and what to refresh, never what changed. */
export type Notice = {
  id: number
  kind: EventKind
  building_id: string | null
  vendor_id: string | null
  subject: string | null
}
/** 'resync': some notices may have been missed, so everything on the screen is to be refreshed. 'end': this server stops. */
type Listener = (notice: Notice | 'resync' | 'end') => void

const RETRY_MS = 1000
/** A link that lost its other end stays silent for hours, and so does one that has nothing to tell: it is asked. */
const ASK_MS = 3000
/** Short, so that a database that comes back is heard within a few seconds. */
const PATIENCE = { connectionTimeoutMillis: 2000, query_timeout: 3000 }

/**
 * The link from committed events to open browsers: one LISTEN connection a thread, however many browsers it serves.
 * When that connection breaks it is made again, and then every browser is told to refresh.
 */
export function createLive(connection: pg.PoolConfig, log: Logger, beatMs = 20_000) {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  /** Whether it listens now; if not, it goes on trying. */
  async function connect(): Promise<boolean> {
    const next = new pg.Client({ ...connection, ...PATIENCE, application_name: 'stoop live' })
    client = next
    let broken = false
    const again = (error?: unknown) => {
      if (broken || stopped) return
      broken = true
      log.warn({ error: String(error) }, 'live updates lost the database; trying again')
      next
        .end()
        .catch((reason: unknown) => log.debug({ reason: String(reason) }, 'closing a broken connection'))
      retry = setTimeout(async () => {
        if (await connect()) tellAll('resync')
      }, RETRY_MS)
    }
    next.on('error', again)
    next.on('end', () => again('the connection ended'))
    next.on('notification', ({ payload }) => {
      if (payload) tell(JSON.parse(payload) as Notice)
    })
    try {
      await next.connect()
      await next.query('listen stoop_events')
      void askOften(next).catch(again)
      return true
    } catch (error) {
      again(error)
      return false
    }
  }

  /** Until it gets no answer. */
  async function askOften(link: pg.Client): Promise<never> {
    for (;;) {
      await sleep(ASK_MS, undefined, { ref: false })
      await link.query('select 1')
    }
  }

  function add(keys: string[], listener: Listener): () => void {
    for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set()).add(listener))
    return () => {
      for (const key of keys) {
        const set = listeners.get(key)
        set?.delete(listener)
        if (set?.size === 0) listeners.delete(key)
      }
    }
  }

  function tell(notice: Notice): void {
    const told = new Set<Listener>()
    for (const key of keysOf(notice)) for (const listener of listeners.get(key) ?? []) told.add(listener)
    for (const listener of told) listener(notice)
  }

  function tellAll(notice: 'resync' | 'end'): void {
    for (const listener of new Set([...listeners.values()].flatMap((set) => [...set]))) listener(notice)
  }

  return {
    /** How often a stream shows that it is there. */
    beatMs,
    start: connect,
    /** Calls `listener` for each event that concerns this viewer, until the function returned is called. */
    follow: (viewer: Viewer, listener: Listener) => add(keysFor(viewer), listener),
    /** The same for every event: for jobs. */
    followAll: (listener: Listener) => add(['all'], listener),
    /** How many streams are open. */
    count: () => new Set([...listeners].flatMap(([key, set]) => (key === 'all' ? [] : [...set]))).size,
    /** Ends every stream, so that a server that stops need not wait for them: browsers open one elsewhere. */
    endStreams(): void {
      tellAll('end')
    },
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}

export type Live = ReturnType<typeof createLive>

function keysOf({ kind, building_id, vendor_id, subject }: Notice): string[] {
  const keys = ['all', 'admin']
  if (building_id) keys.push(`building:${building_id}`)
  if (vendor_id) keys.push(`vendor:${vendor_id}`)
  if (subject && kind.startsWith('member_')) keys.push(`user:${subject}`)
  return keys
}

function keysFor(viewer: Viewer): string[] {
  const own = `user:${viewer.id}`
  if (viewer.kind === 'resident') return [own, `building:${viewer.building_id}`]
  if (viewer.kind === 'vendor') return [own, `vendor:${viewer.id}`]
  return viewer.kind === 'admin' ? [own, 'admin'] : [own]
}
