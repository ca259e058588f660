import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { MAX_FILE_SIZE } from '../../domain/documents/file-size.ts'
import { isIn } from '../../domain/viewer.ts'
import { refusalAnswer, refuse } from '../api.ts'
import { readSession } from '../auth/session.ts'
import type { Portal } from '../context.ts'
import { passBy, requestBody } from '../files/request-body.ts'
import { uploadDocument } from './upload.ts'

/** POST /api/documents?name=…: the body is the file. Answers its document, or the same refusals as a call. */
export function uploadRoute(portal: Portal) {
  return async (context: Context<{ Bindings: HttpBindings }>): Promise<Response> => {
    const { incoming } = context.env
    const headers = new Headers()
    const length = Number(incoming.headers['content-length'] ?? 0)
    try {
      const session = await readSession(portal, context.req.raw.headers, headers)
      const viewer = session?.viewer ?? null
      if (!isIn(viewer, 'captain')) refuse(viewer)
      const document = await uploadDocument(portal, viewer, {
        name: context.req.query('name') ?? '',
        body: requestBody(incoming),
        length,
      })
      for (const cookie of headers.getSetCookie()) context.header('set-cookie', cookie, { append: true })
      return context.json(document, 201)
    } catch (error) {
      const answer = refusalAnswer(error)
      if (!answer) throw error
      if (length <= MAX_FILE_SIZE) await passBy(incoming, MAX_FILE_SIZE)
      return Response.json(answer.body, { status: answer.status })
    }
  }
}
