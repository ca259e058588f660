import { create as contentDisposition } from 'content-disposition'
import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { PHOTO_TYPES, photoExtension } from '../../domain/accounts/photo.ts'
import { refusalAnswer, refuse } from '../api.ts'
import { readSession } from '../auth/session.ts'
import { httpsOnly } from '../config.ts'
import type { Portal } from '../context.ts'
import { requestBody } from '../files/request-body.ts'
import { sendFile } from '../files/send-file.ts'
import type { Env } from '../request-log.ts'
import { changePhoto, uploadPhoto } from './photo.ts'
import type { Owner } from './profile.db.ts'

/** POST /api/photo: the body is the picture. DELETE /api/photo: none from now on. Refusals are those of a call. */
export function photoRoute(portal: Portal) {
  const app = new Hono<Env>()
  const owner = async (context: Context): Promise<Owner> => {
    const headers = new Headers()
    const session = await readSession(portal, context.req.raw.headers, headers)
    for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
    const viewer = session?.viewer ?? null
    if (viewer?.kind === 'resident' || viewer?.kind === 'unassigned' || viewer?.kind === 'vendor')
      return viewer
    return refuse(viewer)
  }
  const answer = async (context: Context, work: (viewer: Owner) => Promise<object>) => {
    try {
      return context.json(await work(await owner(context)))
    } catch (error) {
      const refusal = refusalAnswer(error)
      if (!refusal) throw error
      return Response.json(refusal.body, { status: refusal.status })
    }
  }
  app.post('/', (context) =>
    answer(context, (viewer) => uploadPhoto(portal, viewer, requestBody(context.env.incoming))),
  )
  app.delete('/', (context) =>
    answer(context, async (viewer) => {
      await changePhoto(portal, viewer, null)
      return { photo_url: null }
    }),
  )
  return app
}

/** GET /photos/…: a person's photo, for everybody who is signed in. A new photo has a new address. */
export function photoFileRoute(portal: Portal) {
  const app = new Hono<Env>()
  app.use(
    secureHeaders({
      contentSecurityPolicy: { sandbox: [], defaultSrc: ["'none'"] },
      strictTransportSecurity: httpsOnly(portal.config),
    }),
  )
  app.get('/:name', async (context) => {
    const key = `photos/${context.req.param('name')}`
    const extension = photoExtension(key)
    const session = await readSession(portal, context.req.raw.headers, new Headers())
    context.header('cache-control', 'no-store')
    if (!session) return context.text('Please sign in first.', 401)
    const mime = Object.entries(PHOTO_TYPES).find(([, ending]) => ending === extension)?.[0]
    if (!mime || !(await portal.files.has(key))) return context.text('There is nothing here.', 404)
    const file = await portal.files.read(key)
    context.header('content-type', mime)
    context.header('content-length', String(file.size))
    context.header('content-disposition', contentDisposition(`photo.${extension}`, { type: 'inline' }))
    context.header('cache-control', 'private, max-age=31536000, immutable')
    if (context.req.method !== 'HEAD') sendFile(context.env, await file.content())
    return context.body(null)
  })
  return app
}
