import { createHash } from 'node:crypto'
import { create as contentDisposition } from 'content-disposition'
import { type Context, Hono } from 'hono'
import { today } from '../../../domain/calendar.ts'
import { CALENDAR_PATH } from '../../../domain/feeds/address.ts'
import { feedDays } from '../../../domain/feeds/calendar-entry.ts'
import { id as visitId } from '../../../domain/text.ts'
import { asSystem, asViewer } from '../../db/as-viewer.ts'
import type { Portal } from '../../rpc/context.ts'
import { requireAudience } from '../../rpc/procedure.ts'
import { clientAddressOf, type Env } from '../../rpc/request-log.ts'
import { isolated } from '../../rpc/security-headers.ts'
import { readSession, viewerOf } from '../../session/session.ts'
import { tokenHash } from './api.ts'
import { calendarFile, type FiledVisit } from './calendar-file.ts'
import { type FeedReader, findFeed, noteRead, visitsToFile, visitToFile } from './db.ts'

const NOTHING_HERE = 'There is nothing here.'
/** 32 bytes in base64url. */
const FEED_FILE = '/:file{[\\w-]{43}\\.ics}'
/** Raised whenever the same visits make another file, so that calendars read it again. */
const VERSION = 1

/**
 * GET /calendar/<token>.ics: the visits of the token's person, for calendars, which have no session.
 * GET /calendar/visit/<id>.ics: one visit, for the sessions that may see it. Product 1.7
 */
export function calendarRoutes(portal: Portal): Hono<Env> {
  const app = new Hono<Env>().basePath(CALENDAR_PATH)
  app.use('*', isolated(portal.config))

  app.get(FEED_FILE, async (context) => {
    const viewer = await readerOf(portal, context)
    if (!viewer) return context.text(NOTHING_HERE, 404, { 'cache-control': 'no-store' })
    const days = feedDays(today(portal.now(), portal.config.timeZone))
    const visits = await asViewer(portal.db, viewer, (tx) => visitsToFile(tx, viewer, days))
    const etag = etagOf(portal, viewer, visits)
    context.header('cache-control', 'private, no-cache')
    context.header('etag', etag)
    if (isKnown(context.req.header('if-none-match'), etag)) return context.body(null, 304)
    return sendCalendar(context, calendarFile(visits, viewer, portal.config), 'visits.ics')
  })

  app.get('/visit/:file{.+\\.ics}', async (context) => {
    context.header('cache-control', 'no-store')
    const session = await readSession(portal, context.req.raw.headers, new Headers())
    const viewer = requireAudience(session?.viewer ?? null, ['resident', 'vendor'])
    const id = visitId.safeParse(context.req.param('file').replace(/\.ics$/, ''))
    const visit = id.success && (await asViewer(portal.db, viewer, (tx) => visitToFile(tx, id.data)))
    if (!visit) return context.text(NOTHING_HERE, 404)
    const file = `${visit.service} ${visit.scheduled_date}.ics`
    return sendCalendar(context, calendarFile([visit], viewer, portal.config), file)
  })

  app.all('*', (context) => context.text(NOTHING_HERE, 404))
  return app
}

/** Who reads a feed: its person, as long as they see visits. Others are counted like guesses. */
async function readerOf(portal: Portal, context: Context<Env>): Promise<FeedReader | null> {
  const token = (context.req.param('file') ?? '').replace(/\.ics$/, '')
  const feed = await asSystem(portal.db, (tx) => findFeed(tx, tokenHash(token)))
  const viewer = feed ? viewerOf(feed, portal.config.adminsNeedFactor) : null
  if (!feed || (viewer?.kind !== 'resident' && viewer?.kind !== 'vendor' && viewer?.kind !== 'crew')) {
    await portal.limits.countUnknownFeed(clientAddressOf(context.env.incoming, portal))
    return null
  }
  await portal.limits.countFeedRead(feed.feed_id)
  if (feed.is_note_due) await asSystem(portal.db, (tx) => noteRead(tx, feed.feed_id))
  return viewer
}

/** Of everything that the file is made of, so that nothing is drawn for a calendar that has it. */
function etagOf({ config }: Portal, { kind }: { kind: string }, visits: FiledVisit[]): string {
  const { publicUrl, timeZone } = config
  const content = JSON.stringify([VERSION, publicUrl, timeZone, kind, visits])
  return `"${createHash('sha256').update(content).digest('base64url')}"`
}

/** Proxies that compress mark it as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))
}

function sendCalendar(context: Context<Env>, file: string, name: string): Response {
  context.header('content-type', 'text/calendar; charset=utf-8')
  context.header('content-disposition', contentDisposition(name))
  return context.body(file)
}
