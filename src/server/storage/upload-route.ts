import { type Context, Hono } from 'hono'
import type { ViewerIn } from '../../domain/viewer.ts'
import type { Portal } from '../rpc/context.ts'
import { domainErrorResponse, requireAudience, type SignedIn } from '../rpc/procedure.ts'
import type { Env } from '../rpc/request-log.ts'
import { readSession } from '../session/session.ts'
import { addFile, removeFile } from './add-file.ts'
import type { Attachment } from './attachment.ts'
import { discard, requestBody } from './receive.ts'

/**
 * POST <path>?…: the body is the file. DELETE <path>?…: removes it. Denied before the body is read, with the same errors as
 * a call.
 */
export function uploadRoutes(portal: Portal, kinds: readonly Attachment[]) {
  const app = new Hono<Env>()
  for (const kind of kinds) {
    const { path, addedBy, maxSize, status, remove } = kind

    const respond = async (
      context: Context<Env>,
      work: (viewer: ViewerIn<SignedIn>) => Promise<object>,
      success: 200 | 201,
    ): Promise<Response> => {
      const { incoming } = context.env
      const renewed = new Headers()
      try {
        const session = await readSession(portal, context.req.raw.headers, renewed)
        const answer = await work(requireAudience(session?.viewer ?? null, addedBy))
        for (const cookie of renewed.getSetCookie()) context.header('set-cookie', cookie, { append: true })
        return context.json(answer, success)
      } catch (error) {
        const refusal = domainErrorResponse(error)
        if (!refusal) throw error
        if (announcedLength(context) <= maxSize) await discard(incoming, maxSize)
        return Response.json(refusal.body, { status: refusal.status })
      }
    }

    app.post(path, (context) => {
      const upload = {
        body: requestBody(context.env.incoming),
        query: context.req.query(),
        length: announcedLength(context),
      }
      return respond(context, (viewer) => addFile(portal, kind, viewer, upload), status)
    })
    if (remove)
      app.delete(path, (context) =>
        respond(context, (viewer) => removeFile(portal, kind, viewer, context.req.query()), 200),
      )
  }
  return app
}

function announcedLength({ env }: Context<Env>): number {
  return Number(env.incoming.headers['content-length'] ?? 0)
}
