import { create as contentDisposition } from 'content-disposition'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { documentType, extensionOf } from '../../domain/documents/document-type.ts'
import { httpsOnly } from '../config.ts'
import type { Portal } from '../context.ts'
import { sendFile } from '../files/send-file.ts'
import { sayPlainly } from '../plain-page.ts'
import type { Env } from '../request-log.ts'
import { openLink } from './document-link.ts'

const OVER = 'This link is no longer valid. Please open the document again from the portal.'

/**
 * GET /files/<link>: one document for whoever holds its link. It comes as what it is and can't act as a page of the
 * portal: it has no origin, no script, and no type but the checked one.
 */
export function fileRoute(portal: Portal) {
  const app = new Hono<Env>()
  app.use(
    '/files/*',
    secureHeaders({
      contentSecurityPolicy: {
        sandbox: [],
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"], // with which browsers set pictures out
        frameAncestors: ["'none'"],
      },
      strictTransportSecurity: httpsOnly(portal.config),
    }),
  )
  app.get('/files/:link', async (context) => {
    context.header('cache-control', 'private, no-store')
    const linked = await openLink(portal, context.req.param('link'))
    if (!linked) return sayPlainly(context, OVER, 403)
    const extension = extensionOf(`.${linked.document_type}`)
    const type = extension && documentType(extension)
    const file = await portal.files.read(linked.file_path)

    context.header('content-type', type?.mime ?? 'application/octet-stream')
    context.header('content-length', String(file.size))
    context.header(
      'content-disposition',
      contentDisposition(linked.file_name.replaceAll(/[/\\]/g, '-'), {
        type: type?.shown ? 'inline' : 'attachment',
      }),
    )
    if (context.req.method !== 'HEAD') sendFile(context.env, await file.content())
    return context.body(null)
  })
  app.all('/files/*', (context) => context.text('There is nothing here.', 404))
  return app
}
