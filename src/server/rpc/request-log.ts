// Rules: [V16.2.1] [V16.2.5] [V16.3.1] [V16.3.2] [V16.3.3] [V16.3.4] [V16.4.1]

import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HttpContext, Next } from 'hono'
import { routePath } from 'hono/route'
import { DomainError, type ErrorCode, WrongSecret } from '../../domain/errors.ts'
import { CALENDAR_PATH } from '../../domain/feeds/address.ts'
import { email as emailAddress } from '../../domain/text.ts'
import { BALLOT_PATH } from '../../domain/votes/receipt.ts'
import { duringRequest } from '../ops/log.ts'
import { clientAddress } from './client-address.ts'
import type { Context, Portal } from './context.ts'

/** The variables that the routes keep with a request. */
export type Env = { Bindings: HttpBindings; Variables: { isCall?: true; stream?: Readable } }

/** Logged as warnings, since attackers cause them, as wrong secrets are. Others are ordinary mistakes. */
const SUSPICIOUS = new Set<ErrorCode | undefined>([
  ...(['wrong_credentials', 'passkey_refused', 'too_many_attempts'] as const),
  ...(['not_allowed', 'no_building', 'second_factor_required'] as const),
])
/** The most characters of a logged value. */
const MAX_LENGTH = 254
/** Short enough to read out over the phone. */
const ID_LENGTH = 12
/** In seconds. */
export const RETRY_AFTER = '5'

/** The client's address. */
export function clientAddressOf(
  { socket, headers }: Env['Bindings']['incoming'],
  { config }: Portal,
): string {
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), config.trustProxy)
}

export type FailedCall = {
  error: { code: string; cause?: unknown }
  path?: string
  input: unknown
  ctx?: Context
}

/** Logs a failed call: an internal error with its cause, a domain error with the person, address and field. */
export function logFailedCall(
  { log }: Portal,
  address: string,
  { error, path, input, ctx }: FailedCall,
): void {
  if (error.code === 'INTERNAL_SERVER_ERROR') {
    log.error({ err: error.cause ?? error, path }, 'a call failed')
    return
  }
  const domainError = error.cause instanceof DomainError ? error.cause : undefined
  const person = domainError?.person ?? ctx?.session?.viewer.id
  const code = domainError?.code ?? error.code
  const entry = { path: path?.slice(0, MAX_LENGTH), refusal: code, person, address }
  const field = domainError?.field?.slice(0, MAX_LENGTH)
  const isSuspicious = domainError instanceof WrongSecret || SUSPICIOUS.has(domainError?.code)
  const level = isSuspicious ? 'warn' : 'info'
  log[level](
    { ...entry, field, account: path === 'accounts.signIn' ? emailIn(input) : undefined },
    'a call was rejected',
  )
}

/** The account of a sign-in attempt, never its password, which may be in the wrong field. */
function emailIn(input: unknown): string | undefined {
  const email = typeof input === 'object' && input !== null && 'email' in input ? input.email : undefined
  return emailAddress.safeParse(email).data?.slice(0, MAX_LENGTH)
}

/** Polled every few seconds, so logged at debug level. */
const ROUTINE = new Set(['/healthz', '/readyz', '/metrics'])

/** What follows them is a token that grants access: a link to a file, the address of a person's calendar. */
const SECRET_PATHS = ['/files/', CALENDAR_PATH]

/** Nothing is logged of a secret ballot: neither when it came nor from where. Product 4.4 */
const isUnlogged = (read: string) => read === BALLOT_PATH || read.startsWith(`${BALLOT_PATH}/`)

/** As a person means it who has pasted it with a slash too many, or whose program wrote it its own way. */
const readLoosely = (path: string) => path.replace(/%2f/gi, '/').replace(/\/+/g, '/').toLowerCase()

type RequestLine = { method: string; path: string; address: string }
type Response = { status: number; route: string; isCall: boolean }

/**
 * Logs one line per request and gives it an id, which is in all its log lines and in X-Request-Id. The client's own id is
 * ignored: it could make two requests look like one.
 */
export function logRequest(
  { log, metrics }: Portal,
  { method, path, address }: RequestLine,
  respond: (id: string) => Promise<Response>,
): Promise<void> {
  const id = randomUUID().slice(-ID_LENGTH)
  return duringRequest(id, async () => {
    const from = performance.now()
    const { status, route, isCall } = await respond(id)
    const seconds = (performance.now() - from) / 1000
    metrics.requests.observe({ method, route, status }, seconds)
    const read = readLoosely(path)
    if (isUnlogged(read)) return
    const secret = SECRET_PATHS.find((each) => read.startsWith(each))
    const loggedPath = secret ? `${secret}…` : path.slice(0, MAX_LENGTH)
    const isRejected = status >= 400 && status <= 499 && status !== 404 && !isCall
    const level = ROUTINE.has(path) ? 'debug' : isRejected ? 'warn' : 'info'
    const ms = Math.round(seconds * 1000)
    const message = isRejected ? 'a request was rejected' : 'request completed'
    log[level]({ method, path: loggedPath, status, ms, address }, message)
  })
}

/** `logRequest` as middleware of the routes. */
export function requestLogger(portal: Portal) {
  return (context: HttpContext<Env>, next: Next): Promise<void> => {
    const { method, path } = context.req
    return logRequest(
      portal,
      { method, path, address: clientAddressOf(context.env.incoming, portal) },
      async (id) => {
        await next()
        context.header('x-request-id', id)
        if (context.res.status === 503) context.header('retry-after', RETRY_AFTER)
        return {
          status: context.res.status,
          route: routePath(context),
          isCall: context.get('isCall') ?? false,
        }
      },
    )
  }
}
