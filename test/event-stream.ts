import { expect } from 'vitest'

export type Message = { event: string; data: string; id: string | undefined }
export type Stream = { next: () => Promise<Message | 'end'>; close: () => void }

/** A browser's EventSource: a message at a time, then 'end'. It is there once the server follows the viewer. */
export async function openStream(url: string, headers: RequestInit['headers']): Promise<Stream> {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
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
    text = text.slice(end + 2)
    return first
  }
  expect(await block()).toBe('retry: 1000')
  return {
    async next() {
      const lines = await block()
      if (lines === null) return 'end'
      const field = (key: string) => lines.match(new RegExp(`^${key}: ?(.*)$`, 'm'))?.[1]
      return { event: field('event') ?? '', data: field('data') ?? '', id: field('id') }
    },
    close: () => abort.abort(),
  }
}
