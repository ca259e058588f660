import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HttpContext, Next } from 'hono'
import { routePath } from 'hono/route'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { clientAddress } from './client-address.ts'
import type { Context, Portal } from './context.ts'
import { duringRequest } from './log.ts'

/** What the portal's routes know of a request beside the request. */
export type Env = { Bindings: HttpBindings; Variables: { isCall?: true } }

/** Refusals that somebody who tries the locks gets, and others rarely; the rest are mistakes that people make. */
const TRIED = new Set<ErrorCode | undefined>(['wrong_credentials', 'too_many_attempts', 'not_allowed'])
const LONGEST = 254
/** Short enough to be read out on the telephone. */
const ID_LETTERS = 12
/** Seconds after which what could not be done now is worth another try. */
export const RETRY_AFTER = '5'

/** The address of the browser that asks. */
export function addressOf({ socket, headers }: Env['Bindings']['incoming'], { config }: Portal): string {
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), config.trustProxy)
}

export type FailedCall = {
  error: { code: string; cause?: unknown }
  path?: string
  input: unknown
  ctx?: Context
}

/** Writes what went wrong with a call: a fault of ours with its cause, a refusal with who asked, from where, for what. */
export function logFailedCall(
  { log }: Portal,
  address: string,
  { error, path, input, ctx }: FailedCall,
): void {
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    log.error({ err: error.cause ?? error, path }, 'a call failed')
    return
  }
  const refusal = error.cause instanceof DomainError ? error.cause : undefined
  const person = ctx?.session?.viewer.id
  const entry = { path: path?.slice(0, LONGEST), refusal: refusal?.code ?? error.code, person, address }
  const field = refusal?.field?.slice(0, LONGEST)
  const level = TRIED.has(refusal?.code) ? 'warn' : 'info'
  log[level](
    { ...entry, field, account: path === 'accounts.signIn' ? accountIn(input) : undefined },
    'a call was refused',
  )
}

/** Whom somebody tries to be; never the password beside it. */
function accountIn(input: unknown): string | undefined {
  const named = typeof input === 'object' && input !== null && 'email' in input ? input.email : undefined
  return typeof named === 'string' ? named.slice(0, LONGEST) : undefined
}

/** Asked every few seconds by machines: said only to whom looks closely. */
const ROUTINE = new Set(['/healthz', '/readyz', '/metrics'])

type Asked = { method: string; path: string; address: string }
type Answered = { status: number; route: string; isCall: boolean }

/**
 * Writes one line for each request, with an id that all other lines about it carry, and its answer in X-Request-Id. A
 * client's own id is not taken over: two requests could be made to look like one.
 */
export function logged(
  { log, metrics }: Portal,
  { method, path, address }: Asked,
  answer: (id: string) => Promise<Answered>,
): Promise<void> {
  const id = randomUUID().slice(-ID_LETTERS)
  return duringRequest(id, async () => {
    const from = performance.now()
    const { status, route, isCall } = await answer(id)
    const seconds = (performance.now() - from) / 1000
    metrics.requests.observe({ method, route, status }, seconds)
    // Links to files carry their right in the address.
    const place = path.startsWith('/files/') ? '/files/…' : path.slice(0, LONGEST)
    const refused = status >= 400 && status <= 499 && status !== 404 && !isCall
    const level = ROUTINE.has(path) ? 'debug' : refused ? 'warn' : 'info'
    const ms = Math.round(seconds * 1000)
    log[level]({ method, path: place, status, ms, address }, refused ? 'a request was refused' : 'a request')
  })
}

/** The same for what the routes answer. */
export function logRequests(portal: Portal) {
  return (context: HttpContext<Env>, next: Next): Promise<void> => {
    const { method, path } = context.req
    return logged(portal, { method, path, address: addressOf(context.env.incoming, portal) }, async (id) => {
      await next()
      context.header('x-request-id', id)
      if (context.res.status === 503) context.header('retry-after', RETRY_AFTER)
      return { status: context.res.status, route: routePath(context), isCall: context.get('isCall') ?? false }
    })
  }
}
