import type { Hono } from 'hono'
import type { Templates } from './mail/template.ts'
import type { Portal } from './rpc/context.ts'
import type { Export } from './rpc/export.ts'
import type { Router } from './rpc/procedure.ts'
import type { Env } from './rpc/request-log.ts'
import type { Attachment } from './storage/attachment.ts'

/** Work on a schedule. One server at a time runs it, and a lost run is not repeated: it must make up for missed ones. */
export type Job = {
  /** Also the name of its queue: after a rename, the old queue keeps its schedule. */
  name: string
  cron: string
  /** Whose clock the schedule follows. Default: UTC. */
  clock?: 'city'
  /** Also run once at every start. */
  atStart?: boolean
  /** Stops early when the portal shuts down. */
  run: (portal: Portal, signal: AbortSignal) => Promise<unknown>
}

/** Everything that a feature adds to the server. app.ts joins the manifests of all features. */
export type ServerFeature = {
  router: Router
  /** Templates of the feature's mails, by event kind. */
  mails?: Templates
  jobs?: readonly Job[]
  /** The kinds of files that people can add. */
  attachments?: readonly Attachment[]
  /** The lists that people can download. */
  exports?: readonly Export[]
  /** Addresses outside the API, for programs that are no browser. They set their own security headers. */
  routes?: (portal: Portal) => Hono<Env>
}
