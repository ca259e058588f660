import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { sql } from 'kysely'
import { CALLS_AT_ONCE } from '../domain/limits.ts'
import { photoFileRoute, photoRoute } from './accounts/photo-route.ts'
import { fail, ourFault, refusalAnswer } from './api.ts'
import { appRouter } from './app.ts'
import { isSignedIn, readSession } from './auth/session.ts'
import { httpsOnly } from './config.ts'
import type { Portal } from './context.ts'
import { SharedReading } from './database/shared-reading.ts'
import { fileRoute } from './documents/file-route.ts'
import { uploadRoute } from './documents/upload-route.ts'
import { withFiles } from './files/send-file.ts'
import type { Live } from './live/live.ts'
import { liveRoute } from './live/live-route.ts'
import { metricsRoute } from './metrics.ts'
import { createPage } from './page.ts'
import { sayPlainly } from './plain-page.ts'
import { CALLS, readingCalls } from './reading-calls.ts'
import { addressOf, type Env, logFailedCall, logRequests } from './request-log.ts'

const WEB = 'dist/web'
const MAX_CALL = 1024 * 1024

/** Answers every request of the portal. */
export async function createListener(portal: Portal, live: Live, stop?: AbortSignal) {
  const routes = getRequestListener(withFiles(createHttp(portal, live, stop).fetch, portal.log))
  const bare = await new Hono()
    .get('/', security(portal.config), (context) => context.body(null))
    .request('/')
  const reads = readingCalls(portal, Object.fromEntries(bare.headers))
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!reads(incoming, outgoing)) void routes(incoming, outgoing)
  }
}

/** The portal over HTTP: the calls, the live stream, the health checks and the built web application. */
export function createHttp(portal: Portal, live: Live, stop?: AbortSignal) {
  const app = new Hono<Env>()
  const origins = new Set([new URL(portal.config.publicUrl).origin])

  app.use(logRequests(portal))
  app.route('/', fileRoute(portal)) // before the headers of the portal's own pages
  app.route('/photos', photoFileRoute(portal))
  app.use(security(portal.config))
  app.route('/metrics', metricsRoute(portal, live))
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

  // A page of another site must not be able to act with a visitor's cookie.
  app.use('/api/*', async (context, next) => {
    const origin = context.req.header('origin')
    const own =
      origin === undefined ||
      origins.has(origin) ||
      origin === ownOrigin(context.req.url, context.req.header('host'))
    if (!own) return context.json({ error: { message: 'This request came from another site.' } }, 403)
    await next()
    context.header('cache-control', 'no-store') // answers are one person's
  })
  app.post('/api/documents', uploadRoute(portal)) // before the limit of calls: it has its own
  app.route('/api/photo', photoRoute(portal)) // likewise
  app.use('/api/*', bodyLimit({ maxSize: MAX_CALL, onError: tooLarge }))
  app.all(`${CALLS}*`, (context) => {
    context.set('isCall', true)
    const address = addressOf(context.env.incoming, portal)
    const { headers } = context.req.raw
    const reading = context.req.method === 'GET' ? new SharedReading(portal.db) : undefined
    return fetchRequestHandler({
      endpoint: '/api/trpc',
      maxBatchSize: CALLS_AT_ONCE, // or one request would be hundreds of transactions
      req: context.req.raw,
      router: appRouter,
      createContext: async ({ resHeaders }) => ({
        ...portal,
        session: await readSession(portal, headers, resHeaders, reading).catch(fail),
        reading, // what is asked by GET only reads
        headers,
        address,
        responseHeaders: resHeaders,
      }),
      onError: (failure) => logFailedCall(portal, address, failure),
    })
  })
  app.get('/live', async (context) => {
    const { headers } = context.req.raw
    const renewed = new Headers()
    const session = await readSession(portal, headers, renewed)
    if (!session) return context.text('Please sign in first.', 401)
    for (const cookie of renewed.getSetCookie()) context.header('set-cookie', cookie, { append: true })
    const signedIn = () => isSignedIn(portal, headers)
    return liveRoute(context, portal, live, session.viewer, signedIn)
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
    const refusal = refusalAnswer(error)
    if (!refusal) portal.log.error({ err: error }, 'a request failed')
    const { status, body } = refusal ?? { status: 500, body: { error: { message: ourFault(), data: {} } } }
    // Whatever sends a file there shows the words of the answer, as with a call.
    if (context.req.path.startsWith('/api/')) return context.json(body, status)
    return sayPlainly(context, body.error.message, status)
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

/** The rest of it is not read, so the connection can't carry another request. */
function tooLarge(context: Context): Response {
  const words = 'That is more than the portal takes at once (1 MB).'
  return context.json({ error: { message: words } }, 413, { connection: 'close' })
}

function ownOrigin(url: string, host: string | undefined): string {
  return `${new URL(url).protocol}//${host ?? ''}`
}

// What the maps service's script loads: more of itself, and answers to what is typed.
const MAPS = ['https://maps.googleapis.com', 'https://maps.gstatic.com']
const PLACES = 'https://places.googleapis.com'

function security(config: Portal['config']) {
  const { imagesUrl, mapsKey } = config
  const images = URL.canParse(imagesUrl) ? [new URL(imagesUrl).origin] : []
  const maps = mapsKey ? MAPS : []
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...maps],
      styleSrc: ["'self'", "'unsafe-inline'"], // the component library writes style elements
      imgSrc: ["'self'", 'data:', 'blob:', ...images, ...maps],
      ...(mapsKey ? { connectSrc: ["'self'", ...MAPS, PLACES] } : {}),
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'none'"], // forms are sent by script: before it runs, none may put a password into an address
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: httpsOnly(config),
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
}
