import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { getHTTPStatusCode } from '@trpc/server/http'
import { CALLS_AT_ONCE } from '../domain/limits.ts'
import { answerQuery, fail, isQuery, ourFault } from './api.ts'
import { appRouter } from './app.ts'
import { guessSession, readSession, type Session } from './auth/session.ts'
import type { Context, Portal } from './context.ts'
import { SharedReading } from './database/shared-reading.ts'
import { addressOf, type FailedCall, logFailedCall, logged, RETRY_AFTER } from './request-log.ts'

export const CALLS = '/api/trpc/'

type Calls = { isBatch: boolean; each: { path: string; input: unknown }[] }
type Answer = { status: number; body: string; failures: FailedCall[] }

/**
 * The calls of a screen, as the portal's pages send them: queries of one batch, by GET. They are answered as the library's
 * adapter would, but straight from Node's request to its response, and begun before it is known for sure who asks
 * (decision 0022). Whatever is not plainly such a batch is left to the adapter (false).
 */
export function readingCalls(portal: Portal, security: OutgoingHttpHeaders) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { url = '', headers } = incoming
    const calls = plainCalls(incoming)
    if (!calls) return false
    const address = addressOf(incoming, portal)
    const { path } = partsOf(url)
    void logged(portal, { method: 'GET', path, address }, async (id) => {
      const asked = new Headers(headers.cookie ? { cookie: headers.cookie } : {})
      const renewed = new Headers()
      const { status, body, failures } = await answer(portal, calls, {
        headers: asked,
        address,
        responseHeaders: renewed,
      }).catch((err: unknown) => {
        portal.log.error({ err }, 'a request failed')
        return {
          status: 500,
          body: JSON.stringify({ error: { message: ourFault(), data: {} } }),
          failures: [],
        }
      })
      for (const failure of failures) logFailedCall(portal, address, failure)
      const cookies = renewed.getSetCookie()
      outgoing.writeHead(status, {
        ...security,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store', // answers are one person's
        'x-request-id': id,
        ...(status === 503 && { 'retry-after': RETRY_AFTER }),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      })
      outgoing.end(body)
      return { status, route: `${CALLS}*`, isCall: true }
    }).catch((err: unknown) => {
      portal.log.error({ err }, 'an answer could not be sent')
      outgoing.destroy()
    })
    return true
  }
}

function plainCalls({ method, url = '', headers }: IncomingMessage): Calls | undefined {
  const { path, query } = partsOf(url)
  if (method !== 'GET' || !path.startsWith(CALLS)) return undefined
  // A page of another site, a stream, a body: rare, and others see to them.
  if (headers.origin ?? headers['trpc-accept'] ?? headers['content-type']) return undefined
  const params = new URLSearchParams(query)
  const isBatch = params.get('batch') === '1'
  const names = path.slice(CALLS.length)
  const paths = isBatch ? names.split(',') : [names]
  const inputs = inputsIn(params.get('input') ?? '', isBatch)
  if (
    !inputs ||
    params.has('connectionParams') ||
    paths.length > CALLS_AT_ONCE ||
    !paths.every((path) => isQuery(appRouter, path))
  )
    return
  return { isBatch, each: paths.map((path, index) => ({ path, input: inputs[index] })) }
}

function partsOf(url: string): { path: string; query: string } {
  const end = url.indexOf('?')
  return end < 0 ? { path: url, query: '' } : { path: url.slice(0, end), query: url.slice(end + 1) }
}

/** By the number of their call; undefined when they are not what they should be, and the adapter says why. */
function inputsIn(json: string, isBatch: boolean): Record<number, unknown> | undefined {
  if (json === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    if (!isBatch) return [value]
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

type Request = Pick<Context, 'headers' | 'address' | 'responseHeaders'>

async function answer(portal: Portal, calls: Calls, request: Request): Promise<Answer> {
  const { headers, responseHeaders } = request
  const as = (session: Session | null, reading: SharedReading) => ({
    ...portal,
    ...request,
    reading,
    session,
    ...(session && reading.contextOf(session.viewer)), // for all calls at once (openTo)
  })
  const refuse = (error: unknown) => {
    portal.log.warn({ error: String(error) }, 'who asks could not be looked up')
    return fail(error)
  }
  const from = performance.now()
  const begun = new SharedReading(portal.db, from)
  const guess = guessSession(portal, headers.get('cookie') ?? '', begun)
  if (guess) {
    const answered = await answerAs(calls, as(guess.session, begun))
    // Where nobody can be looked up there is no second try: who waits is told within the time for one.
    const confirmed = await guess.confirmed.catch((error: unknown) => ({ error }))
    if (confirmed === true) return answered
    if (confirmed) return answerAs(calls, Promise.resolve(confirmed.error).then(refuse))
  }
  const reading = new SharedReading(portal.db, from)
  const session = readSession(portal, headers, responseHeaders, reading)
  return answerAs(
    calls,
    session.then((found) => as(found, reading), refuse),
  )
}

async function answerAs({ isBatch, each }: Calls, context: Context | Promise<Context>): Promise<Answer> {
  const failures: FailedCall[] = []
  const answers = await Promise.all(
    each.map((call, index) =>
      answerQuery(appRouter, call, index, context, (failure) => failures.push(failure)),
    ),
  )
  const [only] = answers
  const said = isBatch || !only ? answers : only
  return { status: getHTTPStatusCode(said), body: JSON.stringify(said), failures }
}
