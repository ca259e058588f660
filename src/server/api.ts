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
import { DomainError, type ErrorCode } from '../domain/errors.ts'
import { type Audience, type Audiences, isIn, type Viewer } from '../domain/viewer.ts'
import type { Context } from './context.ts'
import { asViewer } from './database/as-viewer.ts'
import type { Tx } from './database/pool.ts'
import { refusalOf } from './database/refusals.ts'
import { requestId } from './log.ts'
import type { FailedCall } from './request-log.ts'

type Meta = { audiences: readonly Audience[] }

/** Which HTTP-like answer each refusal is. Closed: a new code does not compile until it is placed here. */
const statuses: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  invalid_input: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  signed_out: 'UNAUTHORIZED',
  not_allowed: 'FORBIDDEN',
  no_building: 'FORBIDDEN',
  email_taken: 'UNPROCESSABLE_CONTENT',
  wrong_credentials: 'UNAUTHORIZED',
  link_expired: 'BAD_REQUEST',
  too_many_attempts: 'TOO_MANY_REQUESTS',
  service_already_requested: 'CONFLICT',
  service_already_accepted: 'CONFLICT',
  quote_price_changed: 'CONFLICT',
  quote_not_open: 'CONFLICT',
  quote_not_submitted: 'CONFLICT',
  too_many_visits: 'BAD_REQUEST',
  member_not_pending: 'CONFLICT',
  handover_refused: 'CONFLICT',
  visit_not_open: 'CONFLICT',
  visit_not_due: 'CONFLICT',
  visit_over: 'CONFLICT',
  visit_changed: 'CONFLICT',
  file_too_large: 'PAYLOAD_TOO_LARGE',
  file_type_not_accepted: 'UNSUPPORTED_MEDIA_TYPE',
  upload_broken_off: 'BAD_REQUEST',
  no_space: 'SERVICE_UNAVAILABLE',
  busy: 'SERVICE_UNAVAILABLE',
}

/** What a person reads of a fault of ours: with the reference, the operator finds its lines in the log. */
export function ourFault(): string {
  const id = requestId()
  const words = 'Something went wrong on our side. Please try again.'
  return id ? `${words} (Reference: ${id})` : words
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const refusal = error.cause instanceof DomainError ? error.cause : null
      const unexpected = error.code === 'INTERNAL_SERVER_ERROR'
      return {
        code: shape.code,
        message: unexpected ? ourFault() : error.message,
        data: {
          code: error.code,
          httpStatus: shape.data.httpStatus,
          refusal: refusal?.code,
          field: refusal?.field,
        },
      }
    },
  })

/** The one error mapping: refusals of rules, of schemas and of the database become one kind of answer. */
function mapError(error: TRPCError, path: string, log: Context['log']): TRPCError {
  const refusal =
    error.cause instanceof DomainError
      ? error.cause
      : error.code === 'BAD_REQUEST' && error.cause instanceof ZodError
        ? invalid(error.cause)
        : refusalOf(error.cause)
  if (!refusal) return error
  if (error.cause instanceof DatabaseError) {
    const { code, table, constraint } = error.cause // never its detail, which quotes the row
    log.warn({ path, code, table, constraint }, 'the database refused a call')
  } else if (refusal !== error.cause && refusal.code === 'busy') {
    log.warn({ path, error: String(error.cause) }, 'the database does not answer a call')
  }
  return answerTo(refusal)
}

function answerTo(refusal: DomainError): TRPCError {
  return new TRPCError({ code: statuses[refusal.code], message: refusal.message, cause: refusal })
}

/** The same for what fails before a call begins. */
export function fail(error: unknown): never {
  const refusal = refusalOf(error)
  throw refusal ? answerTo(refusal) : error
}

/** The first fault: its sentence for people, and the field that it is about for the form. */
function invalid(error: ZodError): DomainError {
  const issue = error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : undefined
  const field = unknown ?? issue?.path[0]?.toString()
  const message = unknown ? `There is no field ${unknown.slice(0, 100)}.` : issue?.message
  return new DomainError('invalid_input', message, field)
}

/** The same mapping for what is no call but a plain route: status and body; null when the fault is ours. */
export function refusalAnswer(error: unknown) {
  const refusal = error instanceof DomainError ? error : refusalOf(error)
  if (!refusal) return null
  const { code, message, field } = refusal
  const status = getHTTPStatusCodeFromError(answerTo(refusal)) as ContentfulStatusCode
  return { status, body: { error: { message, data: { refusal: code, field } } } }
}

type Call = { ctx: Context; path: string }
type Result = { ok: true } | { ok: false; error: TRPCError }

/** Every call is counted: how long it took, and how it went. */
async function counted<R extends Result>({ ctx, path }: Call, answer: () => Promise<R>): Promise<R> {
  const from = performance.now()
  let outcome = 'OK'
  try {
    const result = await answer()
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

/** Why somebody outside of a route's or procedure's audience may not use it. */
export function refuse(viewer: Viewer | null): never {
  if (viewer === null) throw new DomainError('signed_out')
  if (viewer.kind === 'unassigned') throw new DomainError('no_building')
  throw new DomainError('not_allowed')
}

type SignedIn = Exclude<Audience, 'anonymous'>

/**
 * A procedure for signed-in audiences: refused before its input is parsed, run in one transaction under the
 * viewer's row rules (`ctx.tx`), with `ctx.viewer` narrowed to the audiences named. All in one middleware: the library
 * takes its time for each at every call.
 */
export function openTo<A extends SignedIn>(...audiences: [A, ...A[]]) {
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) =>
    counted({ ctx, path }, async () => {
      const viewer = ctx.session?.viewer ?? null
      if (!audiences.some((audience) => isIn(viewer, audience))) refuse(viewer)
      const work = async (tx: Tx) => {
        // The library copies the whole context for what is added. A reading request has both there for all its calls.
        const isThere = 'tx' in ctx && ctx.tx === tx
        const added = isThere ? undefined : { viewer, tx }
        const result = await next({ ctx: added as { viewer: Audiences[A]; tx: Tx } })
        if (!result.ok) throw result.error // so that the transaction is rolled back
        return result
      }
      return ctx.reading && viewer ? ctx.reading.asViewer(viewer, work) : asViewer(ctx.db, viewer, work)
    }),
  )
}

/** A procedure for everyone, signed in or not. It has no transaction of its own: most of them sign people in or up. */
export function openToAll() {
  const audiences: Audience[] = [
    'anonymous',
    'resident',
    'captain',
    'vendor',
    'admin',
    'pending',
    'unassigned',
  ]
  return t.procedure.meta({ audiences }).use(({ ctx, path, next }) => counted({ ctx, path }, next))
}

/** Whether there is a procedure of this name that reads. */
export function isQuery(router: AnyTRPCRouter, path: string): boolean {
  const { procedures } = router._def
  return Object.hasOwn(procedures, path) && procedures[path]._def.type === 'query'
}

/** One call of a procedure that reads, answered as the library's adapter answers it; what fails is told to `onFailure`. */
export async function answerQuery(
  router: AnyTRPCRouter,
  { path, input }: { path: string; input: unknown },
  batchIndex: number,
  context: Context | Promise<Context>,
  onFailure: (failure: FailedCall) => void,
) {
  const { _config: config } = router._def
  const type = 'query'
  const signal = undefined
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

export const router = t.router
export const createCallerFactory = t.createCallerFactory
