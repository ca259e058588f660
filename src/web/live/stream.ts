import { queryClient } from '../api.ts'
import { sessionQuery } from '../session/session.ts'
import { retryDelay } from './retry-delay.ts'

const CONNECT_TIMEOUT_MS = 20_000
/** More than two of the server's pings. */
const SILENCE_MS = 50_000

// The platform's own, for the events that src/server/rpc/subscription.ts writes: the library's link would weigh on every page.
function openSource(lastEventId: string): EventSource {
  const input = JSON.stringify({ lastEventId })
  return new EventSource(`/api/trpc/realtime.changes?${new URLSearchParams({ input })}`)
}

type Heard = {
  /** The newest event that this window knows. */
  lastEventId: () => string
  onStarted: () => void
  onEvent: (id: string, kind: string) => void
  /** The stream has ended, with its session or when the rights of its person changed. */
  onEnded: () => void
}

/** Keeps a stream of changes open until the returned function is called. */
export function keepStream({ lastEventId, onStarted, onEvent, onEnded }: Heard): () => void {
  let closeStream: (() => void) | undefined
  let retry: number | undefined
  let failures = 0
  let refusals = 0
  let refusedAt = 0

  /** A browser doesn't tell the status of a refused stream, but the session, which is then asked for, was answered or not. */
  function countRefusal(): void {
    const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery().queryKey) ?? {}
    refusals = dataUpdatedAt > refusedAt ? refusals + 1 : 0
    refusedAt = Date.now()
  }

  function connect(): void {
    close()
    let closed = false
    let connected = false
    const reconnect = ({ refused }: { refused: boolean }) => {
      if (closed) return
      close()
      if (refused && !connected) countRefusal()
      retry = window.setTimeout(connect, retryDelay(failures++, refusals))
      if (connected || refused) onEnded()
    }
    let timeout = window.setTimeout(() => reconnect({ refused: false }), CONNECT_TIMEOUT_MS)
    const source = openSource(lastEventId())
    const hear = () => {
      window.clearTimeout(timeout)
      timeout = window.setTimeout(() => reconnect({ refused: false }), SILENCE_MS)
    }
    source.addEventListener('connected', () => {
      hear()
      connected = true
      failures = 0
      refusals = 0
      onStarted()
    })
    source.addEventListener('ping', hear)
    source.addEventListener('message', (event) => {
      hear()
      onEvent(event.lastEventId, JSON.parse(event.data))
    })
    source.addEventListener('return', () => reconnect({ refused: true }))
    // Closed by an answer that is none; otherwise the connection broke.
    source.addEventListener('error', () => reconnect({ refused: source.readyState === EventSource.CLOSED }))
    closeStream = () => {
      closed = true
      window.clearTimeout(timeout)
      source.close()
    }
  }

  function close(): void {
    window.clearTimeout(retry)
    closeStream?.()
    closeStream = undefined
  }

  connect()
  // A stream can look open for minutes after the network has changed under it.
  window.addEventListener('online', connect)
  return () => {
    window.removeEventListener('online', connect)
    close()
  }
}
