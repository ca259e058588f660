import { create as contentDisposition } from 'content-disposition'
import { type Context, Hono } from 'hono'
import type { Viewer } from '../../domain/viewer.ts'
import { asViewer } from '../db/as-viewer.ts'
import type { Portal } from '../rpc/context.ts'
import { plainPage } from '../rpc/plain-page.ts'
import { requireAudience } from '../rpc/procedure.ts'
import type { Env } from '../rpc/request-log.ts'
import { isolated } from '../rpc/security-headers.ts'
import { sendStream } from '../rpc/send-stream.ts'
import { readSession } from '../session/session.ts'
import { type Attachment, extensionOf, type FileType, isRedrawable, typeOf } from './attachment.ts'
import { openLink } from './file-link.ts'
import { namedKeys } from './orphans.ts'
import { shrink } from './picture.ts'
import { toStorageError } from './storage-error.ts'

const OVER = 'This link is no longer valid. Please open the document again from the portal.'
const NOTHING = 'There is nothing here.'
/** Another content has another key. */
const FOREVER = 'private, max-age=31536000, immutable'

/**
 * GET /files/<link>: one file, for anybody with its signed link. GET <path>/<name>: one file, for the sessions that may
 * see it. No file can act as a page of the portal: it has no origin, no script and no type but the checked one.
 * [V3.2.1] [V5.4.1]
 */
export function downloadRoutes(portal: Portal, kinds: readonly Attachment[]) {
  const app = new Hono<Env>()

  app.use('/files/*', isolated(portal.config, LINKED))
  app.get('/files/:link', async (context) => {
    context.header('cache-control', 'private, no-store')
    const file = await openLink(portal, context.req.param('link'))
    const kind = kinds.find(({ name }) => name === file?.kind)
    if (!file || !kind) return plainPage(context, OVER, 403)
    return send(portal, context, file, typeOf(kind, file.key), 'private, no-store')
  })
  app.all('/files/*', (context) => context.text(NOTHING, 404))

  for (const kind of kinds) {
    const { seenBy } = kind
    if (seenBy.by !== 'session') continue
    app.use(`${seenBy.path}/*`, isolated(portal.config))
    app.get(`${seenBy.path}/:name`, async (context) => {
      context.header('cache-control', 'no-store')
      const key = `${seenBy.path.slice(1)}/${context.req.param('name')}`
      const session = await readSession(portal, context.req.raw.headers, new Headers())
      const viewer = requireAudience(session?.viewer ?? null, seenBy.audiences)
      const type = kind.isKey(key) ? typeOf(kind, key) : undefined
      const isVisible = type && (!seenBy.rowRules || (await seesRow(portal, viewer, kind, key)))
      if (!isVisible || !(await fromStorage(portal, portal.files.has(key)))) return context.text(NOTHING, 404)
      if (kind.redrawn?.small && isRedrawable(type) && context.req.query('small') !== undefined)
        return sendSmall(portal, context, key, kind.redrawn.small)
      const file = { key, name: `${kind.name}.${extensionOf(key)}` }
      return send(portal, context, file, type, kind.unkept ? 'no-store' : FOREVER)
    })
  }
  return app
}

async function send(
  portal: Portal,
  context: Context<Env>,
  { key, name }: { key: string; name: string },
  type: FileType | undefined,
  cacheControl: string,
): Promise<Response> {
  const file = await fromStorage(portal, portal.files.read(key))
  // Before the headers, which an error must not have.
  const content = context.req.method === 'HEAD' ? null : await fromStorage(portal, file.content())
  context.header('cache-control', cacheControl)
  context.header('content-type', type?.mime ?? 'application/octet-stream')
  context.header('content-length', String(file.size))
  // [V5.4.2]
  const disposition = contentDisposition(name.replaceAll(/[/\\]/g, '-'), {
    type: type?.shown ? 'inline' : 'attachment',
  })
  context.header('content-disposition', disposition)
  return content ? sendStream(context, content) : context.body(null)
}

/** Drawn for each browser once, which keeps it: a second stored file would cost more than it saves. */
async function sendSmall(
  portal: Portal,
  context: Context<Env>,
  key: string,
  side: number,
): Promise<Response> {
  const file = await fromStorage(portal, portal.files.read(key))
  const small = await shrink(await fromStorage(portal, file.content()), side)
  context.header('cache-control', FOREVER)
  context.header('content-type', 'image/webp')
  return context.body(new Uint8Array(small))
}

async function fromStorage<T>({ log }: Portal, reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    throw toStorageError(error, log)
  })
}

async function seesRow(portal: Portal, viewer: Viewer, kind: Attachment, key: string): Promise<boolean> {
  const named = await asViewer(portal.db, viewer, (tx) => namedKeys(tx, [kind], [key]))
  return named.has(key)
}

const LINKED = {
  styleSrc: ["'unsafe-inline'"], // Browsers lay out pictures with it.
  frameAncestors: ["'none'"],
}
