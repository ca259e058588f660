// Rules: [V2.2.2] [V2.3.3] [V3.5.3] [V16.5.3]

import {
  type AnyTRPCRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  initTRPC,
  type TRPC_ERROR_CODE_KEY,
  TRPCError,
} from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { DatabaseError } from 'pg'
import { ZodError } from 'zod'
import { DomainError, type ErrorCode } from '../../domain/errors.ts'
import { type Audience, isIn, type Viewer, type ViewerIn } from '../../domain/viewer.ts'
import { asSystem, asViewer } from '../db/as-viewer.ts'
import { toDomainError } from '../db/errors.ts'
import { requestId } from '../ops/log.ts'
import { serverRefusal } from '../refusal.ts'
import type { Context } from './context.ts'
import type { FailedCall } from './request-log.ts'

/** Where all calls are sent; the procedures' names follow. */
export const CALLS_PATH = '/api/trpc/'

type Meta = { audiences: readonly Audience[] }

/** The tRPC error codes of domain errors. All others mean that a rule was broken: CONFLICT. */
const statuses: Partial<Record<ErrorCode, TRPC_ERROR_CODE_KEY>> = {
  invalid_input: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  signed_out: 'UNAUTHORIZED',
  not_allowed: 'FORBIDDEN',
  no_building: 'FORBIDDEN',
  second_factor_required: 'FORBIDDEN',
  email_taken: 'UNPROCESSABLE_CONTENT',
  wrong_credentials: 'UNAUTHORIZED',
  second_step_expired: 'UNAUTHORIZED',
  passkey_refused: 'UNAUTHORIZED',
  link_expired: 'BAD_REQUEST',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  too_many_streams: 'TOO_MANY_REQUESTS',
  too_many_visits: 'BAD_REQUEST',
  blocked: 'FORBIDDEN',
  file_too_large: 'PAYLOAD_TOO_LARGE',
  file_type_not_accepted: 'UNSUPPORTED_MEDIA_TYPE',
  upload_broken_off: 'BAD_REQUEST',
  quota_reached: 'PAYLOAD_TOO_LARGE',
  company_quota_reached: 'PAYLOAD_TOO_LARGE',
  no_space: 'SERVICE_UNAVAILABLE',
  storage_unavailable: 'SERVICE_UNAVAILABLE',
  busy: 'SERVICE_UNAVAILABLE',
}

/** The message of an internal error. The reference is the request id in the log. [V16.5.1] */
export function internalErrorMessage(): string {
  const id = requestId()
  const message = 'Something went wrong on our side. Please try again.'
  return id ? `${message} (Reference: ${id})` : message
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const domainError = error.cause instanceof DomainError ? error.cause : null
      const isInternal = error.code === 'INTERNAL_SERVER_ERROR'
      return {
        code: shape.code,
        message: isInternal ? internalErrorMessage() : error.message,
        data: {
          code: error.code,
          httpStatus: shape.data.httpStatus,
          refusal: domainError?.code,
          field: domainError?.field,
        },
      }
    },
  })

/** The one error mapping: errors of rules, schemas and the database become domain errors. Others stay internal errors. */
function mapError(error: TRPCError, path: string, log: Context['log']): TRPCError {
  const domainError =
    error.cause instanceof DomainError
      ? error.cause
      : error.code === 'BAD_REQUEST' && error.cause instanceof ZodError
        ? invalidInput(error.cause)
        : toDomainError(error.cause)
  if (!domainError) return error
  if (error.cause instanceof DatabaseError) {
    const { code, table, constraint } = error.cause // not its detail, which quotes the row
    log.warn({ path, code, table, constraint }, 'the database rejected a call')
  } else if (domainError !== error.cause && domainError.code === 'busy') {
    log.warn({ path, error: String(error.cause) }, 'the database did not answer a call')
  }
  return toTRPCError(domainError)
}

function toTRPCError(error: DomainError): TRPCError {
  return new TRPCError({ code: statuses[error.code] ?? 'CONFLICT', message: error.message, cause: error })
}

/** The same mapping for an error before a call begins. */
export function throwMapped(error: unknown): never {
  const domainError = toDomainError(error)
  throw domainError ? toTRPCError(domainError) : error
}

/** The first issue of a schema: its message, and its field for the form. */
function invalidInput(error: ZodError): DomainError {
  const issue = error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : undefined
  const field = unknown ?? issue?.path[0]?.toString()
  const message = unknown ? `There is no field ${unknown.slice(0, 100)}.` : issue?.message
  return new DomainError('invalid_input', message, field)
}

/** The same mapping for a plain route: status and body; null for an internal error. */
export function domainErrorResponse(error: unknown) {
  const domainError = error instanceof DomainError ? error : toDomainError(error)
  if (!domainError) return null
  const { code, message, field } = domainError
  const status = getHTTPStatusCodeFromError(toTRPCError(domainError)) as ContentfulStatusCode
  return { status, body: { error: { message, data: { refusal: code, field } } } }
}

type Call = { ctx: Context; path: string }
type Result = { ok: true } | { ok: false; error: TRPCError }

/** Records duration and outcome of a call in the metrics. */
async function withMetrics<R extends Result>({ ctx, path }: Call, call: () => Promise<R>): Promise<R> {
  const from = performance.now()
  let outcome = 'OK'
  try {
    const result = await call()
    if (!result.ok) throw result.error
    return result
  } catch (cause) {
    const error = mapError(getTRPCErrorFromUnknown(cause), path, ctx.log)
    outcome = error.code
    throw error
  } finally {
    ctx.metrics.calls.observe({ procedure: path, outcome }, (performance.now() - from) / 1000)
  }
}

/** Throws why a viewer outside the audience may not use a procedure or route. */
export function deny(viewer: Viewer | null): never {
  if (viewer === null) throw serverRefusal('signed_out')
  if (viewer.kind === 'unsecured') throw serverRefusal('second_factor_required')
  if (viewer.kind === 'unassigned') throw serverRefusal('no_building')
  throw new DomainError('not_allowed')
}

export type SignedIn = Exclude<Audience, 'anonymous'>

/** The viewer, narrowed to these audiences. Throws for everyone else. */
export function requireAudience<A extends SignedIn>(
  viewer: Viewer | null,
  audiences: readonly A[],
): ViewerIn<A> {
  for (const audience of audiences) if (isIn(viewer, audience)) return viewer
  return deny(viewer)
}

/**
 * A procedure for signed-in audiences. It denies before it parses the input, and runs in one transaction under the
 * viewer's row rules (`ctx.tx`), with `ctx.viewer` narrowed to the named audiences.
 * [2.guard.6] [6.audiences] [6.pending] [V8.2.1] [V8.3.1]
 */
export function openTo<const A extends readonly [SignedIn, ...SignedIn[]]>(...audiences: A) {
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) =>
    withMetrics({ ctx, path }, async () => {
      const viewer = requireAudience<A[number]>(ctx.session?.viewer ?? null, audiences)
      return asViewer(ctx.db, viewer, async (tx) => {
        const result = await next({ ctx: { viewer, tx } })
        if (!result.ok) throw result.error // rolls the transaction back
        return result
      })
    }),
  )
}

/**
 * The same for the person's own sessions and factors, whose tables only the system may read. Every statement has to name
 * the person.
 */
export function openAccountTo<const A extends readonly [SignedIn, ...SignedIn[]]>(...audiences: A) {
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) =>
    withMetrics({ ctx, path }, async () => {
      const session = ctx.session ?? deny(null)
      const viewer = requireAudience<A[number]>(session.viewer, audiences)
      return asSystem(ctx.db, async (tx) => {
        const result = await next({ ctx: { viewer, session, tx } })
        if (!result.ok) throw result.error
        return result
      })
    }),
  )
}

/**
 * The same without a transaction, for what opens its own: a subscription, which lasts as long as the browser stays
 * connected, or a call that takes two.
 */
export function openBareTo<const A extends readonly [SignedIn, ...SignedIn[]]>(...audiences: A) {
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) =>
    withMetrics({ ctx, path }, () => {
      const viewer = requireAudience<A[number]>(ctx.session?.viewer ?? null, audiences)
      return next({ ctx: { viewer } })
    }),
  )
}

/** A procedure for everyone, signed in or not. It opens its own transactions: most of these sign people in or up. */
export function openToAll() {
  const audiences: Audience[] = [
    'anonymous',
    'resident',
    'vendor',
    'crew',
    'admin',
    'unsecured',
    'pending',
    'unassigned',
  ]
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) => withMetrics({ ctx, path }, next))
}

/** Whether the path is a query. */
export function isQuery(router: AnyTRPCRouter, path: string): boolean {
  const { procedures } = router._def
  return Object.hasOwn(procedures, path) && procedures[path]._def.type === 'query'
}

export function isSubscription(router: AnyTRPCRouter, path: string): boolean {
  const { procedures } = router._def
  return Object.hasOwn(procedures, path) && procedures[path]._def.type === 'subscription'
}

type OneCall = { path: string; input: unknown; type?: 'query' | 'subscription'; signal?: AbortSignal }

/** Calls a query or subscription and returns what tRPC's adapter would. Errors go to `onFailure`, too. */
export async function callProcedure(
  router: AnyTRPCRouter,
  { path, input, type = 'query', signal }: OneCall,
  batchIndex: number,
  context: Context | Promise<Context>,
  onFailure: (failure: FailedCall) => void,
) {
  const { _config: config } = router._def
  let ctx: Context | undefined
  try {
    ctx = await context
    const getRawInput = async () => input
    const data = await callTRPCProcedure({ router, path, getRawInput, ctx, type, signal, batchIndex })
    return { result: { data } }
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause)
    onFailure({ error, path, input, ctx })
    return { error: getTRPCErrorShape({ config, error, type, path, input, ctx }) }
  }
}

export type Router = AnyTRPCRouter
export { tracked } from '@trpc/server'
export const router = t.router
export const createCallerFactory = t.createCallerFactory
