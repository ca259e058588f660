import type { QueryKey } from '@tanstack/react-query'
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client'
import { useEffect } from 'react'
import { type AppRouter, queryClient, trpc } from './api.ts'
import { showing } from './optimistic.ts'
import { EVERYTHING, keysOf } from './refresh.ts'
import { retryDelay } from './retry-delay.ts'
import { sessionQuery } from './session/session.ts'

const BURST_MS = 50
const REFETCH_TIMEOUT_MS = 2000
const CONNECT_TIMEOUT_MS = 20_000

// A client of its own, so that public pages don't load it.
const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/api/trpc' })] })

/** Keeps the screen up to date while the caller is mounted, for one signed-in person. */
export function useRealtime(): void {
  useEffect(() => subscribe(), [])
}

/** Subscribes to changes until the returned function is called. */
function subscribe(): () => void {
  const refresher = createRefresher()
  let lastEventId = String(queryClient.getQueryData(sessionQuery().queryKey)?.last_event ?? 0)
  let closeStream: (() => void) | undefined
  let retry: number | undefined
  let connectedBefore = false
  let failures = 0
  let refusals = 0
  let refusedAt = 0

  /** A browser doesn't tell the status of a refused stream, but the session, which is then asked for, was answered or not. */
  function countRefusal(): void {
    const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery().queryKey) ?? {}
    refusals = dataUpdatedAt > refusedAt ? refusals + 1 : 0
    refusedAt = Date.now()
  }

  function open(): void {
    close()
    let closed = false
    let connected = false
    const reopen = ({ refused }: { refused: boolean }) => {
      if (closed) return
      close()
      if (refused && !connected) countRefusal()
      retry = window.setTimeout(open, retryDelay(failures++, refusals))
      // The server ends a stream with its session, and when the rights of its person change.
      if (connected || refused) refresher.refresh([trpc.accounts.session.pathKey()])
    }
    const timeout = window.setTimeout(() => reopen({ refused: false }), CONNECT_TIMEOUT_MS)
    const stream = client.realtime.changes.subscribe(
      { lastEventId },
      {
        onStarted() {
          window.clearTimeout(timeout)
          if (connectedBefore) refresher.refresh([EVERYTHING])
          connectedBefore = true
          connected = true
          failures = 0
          refusals = 0
        },
        async onData({ id, data }) {
          lastEventId = id
          refresher.refresh(data === 'resync' ? [EVERYTHING] : await keysOf([data]))
        },
        // Broken, or silent for longer than the server's pings are apart.
        onConnectionStateChange: ({ error }) => error && reopen({ refused: false }),
        onError: () => reopen({ refused: true }),
        onComplete: () => reopen({ refused: true }),
      },
    )
    closeStream = () => {
      closed = true
      window.clearTimeout(timeout)
      stream.unsubscribe()
    }
  }

  function close(): void {
    window.clearTimeout(retry)
    closeStream?.()
    closeStream = undefined
  }

  // Browsers allow few connections per site, so hidden windows give theirs up.
  function onVisibility(): void {
    if (document.visibilityState === 'hidden') close()
    else if (!closeStream) open()
  }

  // A stream can look open for minutes after the network has changed under it.
  function onOnline(): void {
    if (document.visibilityState !== 'hidden') open()
  }

  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
    close()
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
