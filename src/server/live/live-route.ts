import type { Context as HonoContext } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Viewer } from '../../domain/viewer.ts'
import type { Portal } from '../context.ts'
import { asViewer } from '../database/as-viewer.ts'
import type { Db } from '../database/pool.ts'
import type { Live } from './live.ts'

const REPLAY_LIMIT = 200

/**
 * GET /live: server-sent events that name what changed. A browser says the last event that it knows (`after`, then
 * Last-Event-ID by itself when it reconnects) and is told what it missed, under its own row rules. The stream ends with
 * its session: within a beat of signing out or of a new password.
 */
export function liveRoute(
  context: HonoContext,
  { db, log }: Portal,
  live: Live,
  viewer: Viewer,
  signedIn: () => Promise<boolean>,
) {
  const after = Number(context.req.header('last-event-id') ?? context.req.query('after') ?? Number.NaN)
  const answer = streamSSE(context, async (stream) => {
    const end = Promise.withResolvers<void>()
    const replayed = Promise.withResolvers<Set<number>>()
    // Followed before the missed ones are read, so that nothing falls between the two; told after them, so that a
    // browser whose stream breaks between two events says the older one.
    const unfollow = live.follow(viewer, (notice) => {
      if (notice === 'end') return end.resolve()
      // Membership decides what this stream may carry: end it, and the browser opens one for what it is now.
      const isLast = notice !== 'resync' && notice.kind.startsWith('member_') && notice.subject === viewer.id
      if (isLast) unfollow()
      void replayed.promise.then(async (known) => {
        if (notice === 'resync') await stream.writeSSE({ event: 'resync', data: '' })
        else if (!known.has(notice.id)) await tell(stream, notice)
        if (isLast) end.resolve() // an end that comes first would swallow the reason
      })
    })
    const beat = async () => {
      try {
        if (!(await signedIn())) return end.resolve()
      } catch (error) {
        log.warn({ error: String(error) }, 'a live stream could not ask for its session')
      }
      // An event, not a comment: a page can't see comments, and it is to notice a stream that has gone silent.
      await stream.writeSSE({ event: 'beat', data: '' })
    }
    const heartbeat = setInterval(() => void beat(), live.beatMs)
    stream.onAbort(end.resolve)
    try {
      await stream.write('retry: 1000\n\n')
      const missed = Number.isSafeInteger(after) ? await missedEvents(db, viewer, after) : []
      if (missed.length > REPLAY_LIMIT) await stream.writeSSE({ event: 'resync', data: '' })
      else for (const event of missed) await tell(stream, event)
      replayed.resolve(new Set(missed.map(({ id }) => id)))
      await end.promise
    } catch (error) {
      log.warn(
        { error: String(error) },
        'a live stream could not be told what it missed: it ends, and is opened anew',
      )
    } finally {
      unfollow()
      clearInterval(heartbeat)
    }
  })
  answer.headers.set('content-type', 'text/event-stream; charset=utf-8')
  return answer
}

function tell(stream: SSEStreamingApi, { id, kind }: { id: number; kind: string }): Promise<void> {
  return stream.writeSSE({ id: String(id), event: 'change', data: kind })
}

function missedEvents(db: Db, viewer: Viewer, after: number) {
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
