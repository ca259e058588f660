import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify/sync'
import { Hono } from 'hono'
import { z } from 'zod'
import { type CalendarDate, today } from '../../domain/calendar.ts'
import { DomainError } from '../../domain/errors.ts'
import { calendarMonth } from '../../domain/month.ts'
import type { ViewerIn } from '../../domain/viewer.ts'
import { asViewer } from '../db/as-viewer.ts'
import type { Tx } from '../db/pool.ts'
import { readSession } from '../session/session.ts'
import type { Portal } from './context.ts'
import { domainErrorResponse, requireAudience, type SignedIn } from './procedure.ts'
import type { Env } from './request-log.ts'

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', pdf: 'application/pdf' } as const

export type ExportedTable = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A month, as its 1st, or null for all of them; and the city's date and time zone. */
export type ExportedTime = { month: CalendarDate | null; today: CalendarDate; timeZone: string }

/** What a list may be filtered by, besides the month: each with a default, for an address without it. Or the id of what is read. */
type ExportFilters = Record<string, z.ZodType>

/** What is written once the rows are read, so that no transaction waits for it; `name` instead of the list's own. */
export type WrittenLater = { name?: string; write(): Promise<Uint8Array<ArrayBuffer>> }

/** A list that its audiences download as CSV or PDF, at `<path>?month=YYYY-MM` or without a month, and with its own filters. */
export type Export<A extends SignedIn = SignedIn, F extends ExportFilters = ExportFilters> = {
  /** Also the name of the saved file, without its extension. */
  name: string
  path: `/api/${string}.${keyof typeof TYPES}`
  audiences: readonly [A, ...A[]]
  filters?: F
  read(
    tx: Tx,
    viewer: ViewerIn<A>,
    time: ExportedTime,
    filter: z.output<z.ZodObject<F>>,
  ): Promise<ExportedTable | WrittenLater>
}

/** GET <path>: the list as CSV or PDF, under the viewer's row rules. Denied with the same errors as a call. */
export function exportRoutes(portal: Portal, exports: readonly Export[]) {
  const app = new Hono<Env>()
  for (const { name, path, audiences, filters, read } of exports) {
    const ExportQuery = z.strictObject({ month: calendarMonth('Month').optional(), ...filters })
    app.get(path, async (context) => {
      const renewed = new Headers()
      try {
        const session = await readSession(portal, context.req.raw.headers, renewed)
        const viewer = requireAudience(session?.viewer ?? null, audiences)
        const asked = ExportQuery.safeParse(context.req.query())
        if (!asked.success) throw new DomainError('invalid_input', asked.error.issues[0]?.message)
        const { month = null, ...filter } = asked.data
        const { timeZone } = portal.config
        const time = { month, today: today(portal.now(), timeZone), timeZone }
        const list = await asViewer(portal.db, viewer, (tx) => read(tx, viewer, time, filter))
        const body = 'write' in list ? await list.write() : csvOf(list)
        for (const cookie of renewed.getSetCookie()) context.header('set-cookie', cookie, { append: true })
        const extension = path.endsWith('.pdf') ? 'pdf' : 'csv'
        const named = 'write' in list && list.name !== undefined ? list.name : name
        const file = `${named}${month === null ? '' : ` ${month.slice(0, 7)}`}.${extension}`
        context.header('content-disposition', contentDisposition(file))
        context.header('content-type', TYPES[extension])
        return context.body(body)
      } catch (error) {
        const refusal = domainErrorResponse(error)
        if (!refusal) throw error
        return context.json(refusal.body, refusal.status)
      }
    })
  }
  return app
}

/**
 * CSV by RFC 4180. A cell that a spreadsheet would run as a formula begins with an apostrophe. The byte order mark tells
 * spreadsheets that it is UTF-8.
 */
export function csvOf({ columns, rows }: ExportedTable): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/, // which the library only quotes as the pair
    escape_formulas: true,
    bom: true,
  })
}
