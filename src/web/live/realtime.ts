import type { QueryKey } from '@tanstack/react-query'
import { queryClient, trpc } from '../api.ts'
import { showing } from '../optimistic.ts'
import { EVERYTHING, keysOf } from '../refresh.ts'
import { takeLead } from './lead.ts'
import { keepStream } from './stream.ts'

const BURST_MS = 50
const REFETCH_TIMEOUT_MS = 2000

const QUESTION = 'which is the newest event'

/** What the leading tab tells all tabs, itself included, and what a tab asks it. */
type Message =
  | { type: 'event'; id: string; kind: string }
  /** Events may have been missed. */
  | { type: 'resync' }
  /** The session may have ended or changed. */
  | { type: 'session' }
  | { type: typeof QUESTION }
  | { type: 'newest'; id: string }

/**
 * Keeps this tab up to date for a signed-in person until the returned function is called. All tabs of a browser share one
 * stream, since a browser opens few connections to one host. A hidden tab leaves the lead to one in sight.
 */
export function followChanges(person: string, from: number): () => void {
  const name = `stoop.changes.${person}`
  const channel = new BroadcastChannel(name)
  const refresher = createRefresher()
  let newest = from
  /** Whether this tab has connected, heard of another, or been hidden: then the next connection may have missed something. */
  let isFresh = true
  /** Whether something changed while nobody saw this tab. */
  let isOutdated = false
  let leads = false
  let leave: (() => void) | undefined

  const isHidden = () => document.visibilityState === 'hidden'

  function refresh(keys: QueryKey[]): void {
    if (isHidden()) isOutdated = true
    else refresher.refresh(keys)
  }

  async function hear(message: Message): Promise<void> {
    if (message.type === 'event') {
      newest = Math.max(newest, Number(message.id))
      refresh(message.kind === 'resync' ? [EVERYTHING] : await keysOf([message.kind]))
    } else if (message.type === 'resync') refresh([EVERYTHING])
    // Also in a hidden tab: it may show what nobody may see any more.
    else if (message.type === 'session') refresher.refresh([trpc.accounts.session.pathKey()])
    else if (message.type === 'newest') {
      if (Number(message.id) > newest) refresh([EVERYTHING])
      newest = Math.max(newest, Number(message.id))
    } else if (leads) tell({ type: 'newest', id: String(newest) })
  }

  function tell(message: Message): void {
    channel.postMessage(message)
    void hear(message)
  }

  function lead(): () => void {
    const close = keepStream({
      lastEventId: () => String(newest),
      onStarted() {
        leads = true
        tell(isFresh ? { type: 'newest', id: String(newest) } : { type: 'resync' })
        isFresh = false
      },
      onEvent: (id, kind) => tell({ type: 'event', id, kind }),
      onEnded: () => tell({ type: 'session' }),
    })
    return () => {
      leads = false
      close()
    }
  }

  function onVisibility(): void {
    if (isHidden()) {
      if (leave) isFresh = false
      leave?.()
      leave = undefined
    } else if (!leave) {
      if (isOutdated) refresher.refresh([EVERYTHING])
      isOutdated = false
      channel.postMessage({ type: QUESTION } satisfies Message)
      leave = takeLead(name, lead)
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type !== QUESTION) isFresh = false
    void hear(data)
  })
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    leave?.()
    channel.close()
    refresher.stop()
  }
}

/**
 * Refetches what changed: once for a burst of events, and never while earlier refetches run, or a steady stream of
 * events would keep their answers from ever being shown.
 */
function createRefresher() {
  const due = new Map<string, QueryKey>()
  let timer: number | undefined
  let refetching = false
  let stopped = false

  async function refetch(): Promise<void> {
    timer = undefined
    // The answer could predate an optimistic update that is still shown.
    if (showing() > 0) return schedule()
    const keys = [...due.values()]
    due.clear()
    refetching = true
    const answers = keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))
    await Promise.race([
      Promise.all(answers),
      new Promise((resolve) => setTimeout(resolve, REFETCH_TIMEOUT_MS)),
    ])
    refetching = false
    schedule()
  }

  function schedule(): void {
    if (stopped || refetching || timer !== undefined || due.size === 0) return
    timer = window.setTimeout(() => void refetch(), BURST_MS)
  }

  return {
    refresh(keys: QueryKey[]): void {
      for (const key of keys) due.set(JSON.stringify(key), key)
      schedule()
    },
    stop(): void {
      stopped = true
      window.clearTimeout(timer)
    },
  }
}
