import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Viewer } from '../../domain/viewer.ts'
import { asViewer } from '../db/as-viewer.ts'
import type { Source } from '../db/pool.ts'
import type { Context } from '../rpc/context.ts'
import { openBareTo, router, tracked } from '../rpc/procedure.ts'
import { isSignedIn } from '../session/session.ts'
import { endsStream, replacesSession } from './channels.ts'
import type { StreamMessage } from './realtime.ts'
import { takeStream } from './stream-limit.ts'

const REPLAY_LIMIT = 200
const RESYNC = 'resync'
/** By then the browser of a replaced session usually has the next one. Its tabs would ask with the old one, and sign out. */
const NEXT_SESSION_MS = 2000

/** The newest event that the browser knows. The library replaces it by Last-Event-ID when a browser reconnects. */
const Changes = z.strictObject({
  lastEventId: z
    .string('Last event must be text')
    .max(15, 'Last event can have at most 15 characters')
    .regex(/^\d+$/, 'Last event must be a number')
    .transform(Number),
})

export const realtimeRouter = router({
  /** Kinds of events as they happen, after those that the browser missed. 'resync' means that it missed too many. */
  changes: openBareTo('resident', 'vendor', 'crew', 'admin', 'unsecured', 'pending', 'unassigned')
    .input(Changes)
    .subscription(async ({ ctx, input, signal }) => {
      // Before the first message, so that the answer has the status of the error.
      const release = await takeStream(ctx.viewer.id)
      return counted(release, changes(ctx, input.lastEventId, signal))
    }),
})

/**
 * Ends with the session, with the viewer's membership (a new stream then has the new rights), when the browser leaves
 * and when the server stops. [2.guard.5] [V7.4.1]
 */
async function* changes(ctx: Context & { viewer: Viewer }, lastEventId: number, signal?: AbortSignal) {
  const { db, realtime, log, viewer, headers } = ctx
  const queue = createQueue()
  // Subscribed before the replay is read, so that no event falls between the two.
  const unsubscribe = realtime.subscribe(viewer, queue.add)
  const heartbeat = setInterval(async () => {
    try {
      if (!(await isSignedIn(ctx, headers))) queue.add('end')
    } catch (error) {
      log.warn({ error: String(error) }, 'a stream could not check its session')
    }
  }, realtime.heartbeatMs)
  const end = () => queue.add('end')
  signal?.addEventListener('abort', end)
  try {
    const missed = await missedEvents(db, viewer, lastEventId)
    const replayed = new Set(missed.map(({ id }) => id))
    if (missed.length > REPLAY_LIMIT) yield tracked(String(lastEventId), RESYNC)
    else for (const { id, kind } of missed) yield tracked(String(id), kind)
    let last = missed.at(-1)?.id ?? lastEventId
    while (!signal?.aborted) {
      const message = await queue.next()
      if (message === 'end') return
      if (message === RESYNC) yield tracked(String(last), RESYNC)
      else {
        last = message.id
        if (replacesSession(message, viewer)) await pause(NEXT_SESSION_MS, signal)
        if (!replayed.has(last)) yield tracked(String(last), message.kind)
        if (endsStream(message, viewer)) return
      }
    }
  } finally {
    unsubscribe()
    clearInterval(heartbeat)
    signal?.removeEventListener('abort', end)
  }
}

/** Waits, at most until the signal aborts. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(ms, undefined, signal && { signal })
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

/** The same messages; `release` runs when they end. */
async function* counted<Message>(release: () => Promise<void>, messages: AsyncIterable<Message>) {
  try {
    yield* messages
  } finally {
    await release()
  }
}

/** Messages in their order, each once it is there. */
function createQueue() {
  const messages: StreamMessage[] = []
  let wake = () => {}
  return {
    add(message: StreamMessage): void {
      messages.push(message)
      wake()
    },
    async next(): Promise<StreamMessage> {
      for (;;) {
        const message = messages.shift()
        if (message) return message
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

function missedEvents(db: Source, viewer: Viewer, after: number) {
  return asViewer(db, viewer, (tx) =>
    tx
      .selectFrom('events')
      .where('id', '>', after)
      .select(['id', 'kind'])
      .orderBy('id')
      .limit(REPLAY_LIMIT + 1)
      .execute(),
  )
}
