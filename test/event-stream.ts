import { expect } from 'vitest'

export type Message = { event: string; data: unknown; id: string | undefined }
type Options = { reconnectAfterInactivityMs: number }
export type Stream = { options: Options; next: () => Promise<Message | 'end'>; close: () => void }

/** Higher than every event id, so nothing is replayed. */
const FROM_NOW = '9'.repeat(15)

function streamUrl(origin: string, lastEventId = FROM_NOW): string {
  const input = encodeURIComponent(JSON.stringify({ lastEventId }))
  return `${origin}/api/trpc/realtime.changes?input=${input}`
}

/** A browser's EventSource on `realtime.changes`, already subscribed: one message at a time, then 'end'. */
export async function openStream(
  origin: string,
  headers: RequestInit['headers'],
  lastEventId?: string,
): Promise<Stream> {
  const abort = new AbortController()
  const answer = await fetch(streamUrl(origin, lastEventId), { headers, signal: abort.signal })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const chunks = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const block = async (): Promise<string | null> => {
    while (!text.includes('\n\n')) {
      const { value, done } = (await chunks?.read()) ?? { value: undefined, done: true }
      if (done) return null
      text += value
    }
    const end = text.indexOf('\n\n')
    const first = text.slice(0, end)
    text = text.slice(end + 2).trimStart()
    return first
  }
  const next = async (): Promise<Message | 'end'> => {
    const lines = await block()
    if (lines === null) return 'end'
    const field = (key: string) => lines.match(new RegExp(`^${key}: ?(.*)$`, 'm'))?.[1]
    const event = field('event') ?? 'message'
    if (event === 'return') return next()
    const data = field('data')
    return { event, data: data ? JSON.parse(data) : '', id: field('id') }
  }
  const connected = await next()
  if (connected === 'end' || connected.event !== 'connected') throw new Error('The stream did not connect')
  return { options: connected.data as Options, next, close: () => abort.abort() }
}

/** Returns once the server ends the stream. Until then the server's jobs may tell of what they did. */
export async function untilEnd(stream: Stream): Promise<void> {
  while ((await stream.next()) !== 'end');
}

/** The response to a browser that gets no stream. */
export async function refusedStream(origin: string, headers: RequestInit['headers']) {
  const answer = await fetch(streamUrl(origin), { headers })
  const { error } = (await answer.json()) as { error: { message: string; data: unknown } }
  return { status: answer.status, headers: answer.headers, error }
}
