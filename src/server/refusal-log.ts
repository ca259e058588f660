import type { HttpBindings } from '@hono/node-server'
import type { Context as HttpContext, Next } from 'hono'
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { clientAddress } from './client-address.ts'
import type { Context, Portal } from './context.ts'

/** What the portal's routes know of a request beside the request. */
export type Env = { Bindings: HttpBindings; Variables: { isCall?: true } }

/** Refusals that somebody who tries the locks gets, and others rarely; the rest are mistakes that people make. */
const TRIED = new Set<ErrorCode | undefined>(['wrong_credentials', 'too_many_attempts', 'not_allowed'])
const LONGEST = 254

/** The address of the browser that asks. */
export function addressOf(context: HttpContext<Env>, { config }: Portal): string {
  const { remoteAddress } = context.env.incoming.socket
  return clientAddress(remoteAddress, context.req.header('x-forwarded-for'), config.trustProxy)
}

type FailedCall = { error: { code: string; cause?: unknown }; path?: string; input: unknown; ctx?: Context }

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

/**
 * Writes a line for each request that is refused before or beside the calls: those of other sites, too large ones, files
 * without a link, streams without a session.
 */
export function logRefusals(portal: Portal) {
  return async (context: HttpContext<Env>, next: Next): Promise<void> => {
    await next()
    const { status } = context.res
    if (status < 400 || status > 499 || status === 404 || context.get('isCall')) return
    const { method, path } = context.req
    // Links to files carry their right in the address.
    const place = path.startsWith('/files/') ? '/files/…' : path.slice(0, LONGEST)
    portal.log.warn(
      { method, path: place, status, address: addressOf(context, portal) },
      'a request was refused',
    )
  }
}
