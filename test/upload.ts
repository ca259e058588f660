import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { cookieHeader, createClient } from './http-client.ts'
import { PASSWORD } from './world.ts'

export type Answer = {
  status: number
  id?: string
  file_name?: string
  error?: { message: string; data: { refusal?: string; field?: string } }
}

type Body = string | Uint8Array | Readable

/** A client that uploads files to a portal, each on a connection of its own. */
export async function openUploader(origin: string, email?: string, password = PASSWORD, address?: string) {
  const jar = new Map<string, string>()
  const client = createClient(origin, jar, address)
  if (email) await client.accounts.signIn.mutate({ email, password })
  const cookie = () => cookieHeader(jar)

  return {
    client,
    cookie,
    /** Bytes have a Content-Length, a stream does not. */
    async send(
      name: string,
      body: Body,
      headers: Record<string, string> = {},
      replaces?: string,
    ): Promise<Answer> {
      const query = new URLSearchParams({ name, ...(replaces !== undefined && { replaces }) })
      const sending = request(`${origin}/api/documents?${query}`, {
        method: 'POST',
        agent: false,
        headers: { ...headers, cookie: cookie() },
      })
      const answered = once(sending, 'response')
      // After its response a portal may close the connection while the rest is still being sent.
      sending.on('error', () => undefined)
      if (typeof body === 'string' || body instanceof Uint8Array) sending.end(body)
      else body.pipe(sending)
      const [response] = (await answered) as [IncomingMessage]
      return { status: response.statusCode ?? 0, ...((await json(response)) as object) }
    },
  }
}
