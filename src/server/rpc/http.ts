// Rules: [7.contact.2] [V1.3.2] [V3.4.2] [V3.5.1] [V4.1.1] [V13.4.1] [V16.3.4] [V16.5.1]

import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { sql } from 'kysely'
import { CALLS_AT_ONCE } from '../../domain/limits.ts'
import { appRouter, attachments, exportedLists, plainRoutes } from '../app.ts'
import { metricsRoute } from '../ops/metrics-route.ts'
import { readSession } from '../session/session.ts'
import { downloadRoutes } from '../storage/download-route.ts'
import { uploadRoutes } from '../storage/upload-route.ts'
import { batchReader } from './batch/batch-reader.ts'
import type { Portal } from './context.ts'
import { exportRoutes } from './export.ts'
import { ownHosts } from './own-host.ts'
import { createPage } from './page.ts'
import { plainPage } from './plain-page.ts'
import { CALLS_PATH, domainErrorResponse, internalErrorMessage, throwMapped } from './procedure.ts'
import { clientAddressOf, type Env, logFailedCall, requestLogger } from './request-log.ts'
import { readSecurityHeaders, securityHeaders } from './security-headers.ts'
import { sendStreams } from './send-stream.ts'
import { subscriptions } from './subscription.ts'

const WEB = 'dist/web'
const MAX_CALL = 1024 * 1024

/** The listener of the HTTP server: batches of queries go to the batch reader, everything else to Hono. */
export async function createListener(portal: Portal, stop?: AbortSignal) {
  const routes = getRequestListener(createHttp(portal, stop).fetch)
  const reads = batchReader(portal, await readSecurityHeaders(portal.config))
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!reads(incoming, outgoing)) void routes(incoming, outgoing)
  }
}

/** The routes: calls, files, health checks, metrics and the built web application. */
export function createHttp(portal: Portal, stop?: AbortSignal) {
  const app = new Hono<Env>()
  const { isOwn, isOwnOrigin } = ownHosts(portal.config)
  const secure = securityHeaders(portal.config)
  // Balancers ask for health by any address, and so do the holders of the token for metrics.
  const byAddress = new Set(['/healthz', '/readyz', ...(portal.config.metricsToken ? ['/metrics'] : [])])

  app.use(sendStreams(portal.log))
  app.use(requestLogger(portal))
  app.use(async (context, next) => {
    // A request line may name a host, too.
    const isKnown = [context.req.header('host'), new URL(context.req.url).host].every(isOwn)
    if (isKnown || byAddress.has(context.req.path)) return next()
    return secure(context, async () => {
      context.res = misdirected(context, portal.config)
    })
  })
  app.route('/', downloadRoutes(portal, attachments)) // before securityHeaders(): files have stricter headers
  for (const routes of plainRoutes) app.route('/', routes(portal)) // the same
  app.use(secure)
  app.route('/metrics', metricsRoute(portal))
  app.get('/healthz', (context) => context.text('ok'))
  app.get('/readyz', async (context) => {
    if (stop?.aborted) return context.text('The portal is stopping.', 503)
    try {
      await sql`select 1`.execute(portal.db)
      return context.text('ok')
    } catch (error) {
      portal.log.warn({ error: String(error) }, 'the database does not answer')
      return context.text('The database does not answer.', 503)
    }
  })

  // Another site's page must not act with a visitor's cookie.
  app.use('/api/*', async (context, next) => {
    const origin = context.req.header('origin')
    const own = origin === undefined || isOwnOrigin(origin)
    if (!own) return context.json({ error: { message: 'This request came from another site.' } }, 403)
    await next()
    context.header('cache-control', 'no-store') // responses are personal
  })
  app.route('/', uploadRoutes(portal, attachments)) // before bodyLimit: each kind of file has its own limit
  app.use('/api/*', bodyLimit({ maxSize: MAX_CALL, onError: tooLarge }))
  app.route('/', exportRoutes(portal, exportedLists))
  app.get(`${CALLS_PATH}*`, subscriptions(portal))
  app.all(`${CALLS_PATH}*`, (context) => {
    context.set('isCall', true)
    const address = clientAddressOf(context.env.incoming, portal)
    const { headers } = context.req.raw
    return fetchRequestHandler({
      endpoint: '/api/trpc',
      maxBatchSize: CALLS_AT_ONCE, // or one request could open hundreds of transactions
      req: context.req.raw,
      router: appRouter,
      createContext: async ({ resHeaders }) => ({
        ...portal,
        session: await readSession(portal, headers, resHeaders).catch(throwMapped),
        headers,
        address,
        responseHeaders: resHeaders,
      }),
      onError: (failure) => logFailedCall(portal, address, failure),
    })
  })
  app.all('/api/*', (context) => context.json({ error: { message: 'There is nothing here.' } }, 404))

  const page = createPage(portal.config)
  app.use('/assets/*', serveStatic({ root: WEB, precompressed: true, onFound: immutable }))
  app.all('/assets/*', (context) => context.text('There is nothing here.', 404))
  app.get('/', page)
  app.use('*', serveStatic({ root: WEB, precompressed: true, onFound: revalidated }))
  app.get('*', page)

  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    const known = domainErrorResponse(error)
    // Malformed, or broken off by its sender: no fault of the portal.
    if (!known && context.env.incoming.errored) return context.text('The request is not complete.', 400)
    if (!known) portal.log.error({ err: error }, 'a request failed')
    const { status, body } = known ?? {
      status: 500,
      body: { error: { message: internalErrorMessage(), data: {} } },
    }
    // The screens show the message of a failed upload, as of a failed call.
    if (context.req.path.startsWith('/api/')) return context.json(body, status)
    return plainPage(context, body.error.message, status)
  })
  return app
}

type Found = (path: string, context: { header: (name: string, value: string) => void }) => void
const immutable: Found = (_, context) =>
  context.header('cache-control', 'public, max-age=31536000, immutable')
const revalidated: Found = (path, context) => {
  context.header('cache-control', 'no-cache')
  if (/\.svg(\.\w+)?$/.test(path)) context.header('content-type', 'image/svg+xml; charset=utf-8')
}

/** The rest of the body is not read, so the connection can't carry another request. */
function tooLarge(context: Context): Response {
  const message = 'That is more than the portal takes at once (1 MB).'
  return context.json({ error: { message } }, 413, { connection: 'close' })
}

function misdirected(context: Context, { publicUrl }: Portal['config']): Response {
  const message = `The address of this portal is ${publicUrl}.`
  if (context.req.path.startsWith('/api/')) return context.json({ error: { message } }, 421)
  return context.text(message, 421)
}
