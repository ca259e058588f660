import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CalendarDate, formatLongDate } from '../../../domain/calendar.ts'
import { benchmarkText } from '../../../domain/quotes/benchmark.ts'
import { comparisonSheet, type SheetCell, standingText } from '../../../domain/quotes/comparison-sheet.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import type { Export } from '../../rpc/export.ts'
import { type Letters, pdfOf, writeTable, writeText } from '../../rpc/pdf.ts'
import { comparisonFilters } from './comparison.ts'
import { listReceived } from './received.db.ts'

const MARGIN = 36
/** Quotes beside each other on a page; more follow below. */
const QUOTES_WIDE = 4
const LABEL_WIDTH = 120
/** Of a letter in landscape, between its margins. */
const WIDTH = 792 - 2 * MARGIN
/** The cheapest ones of a request: enough to hand out. */
const MOST_QUOTES = 24
const LETTERS: [Letters, ...Letters[]] = [
  { size: 8.5, padding: 5 },
  { size: 7.5, padding: 3 },
  { size: 6.5, padding: 2 },
]

/** The same as the CSV beside it, to hand out at a meeting: each request with its quotes in columns. Product 2.5 */
export const comparisonPdf = {
  name: 'Quotes',
  path: '/api/quotes/comparison.pdf',
  audiences: ['resident'],
  filters: comparisonFilters,
  async read(tx, { building_id }, { today }, { service }) {
    const requests = await listReceived(tx, building_id, service)
    const building = await tx
      .selectFrom('buildings')
      .where('id', '=', building_id)
      .select(['name', 'address', 'city', 'state'])
      .executeTakeFirstOrThrow()
    const { name, address, city, state } = building
    const place = `${name ? `${name}, ` : ''}${address}, ${city}, ${state}`
    return { write: () => writeSheets({ place, requests, today }) }
  },
} as const satisfies Export<'resident', typeof comparisonFilters>

type ReceivedRequest = Awaited<ReturnType<typeof listReceived>>[number]
type Sheets = { place: string; requests: readonly ReceivedRequest[]; today: CalendarDate }

/** A page for each request, and more where it has more than four quotes, or long ones. */
const writeSheets = ({ place, requests, today }: Sheets) =>
  pdfOf({ title: 'Quotes', layout: 'landscape', margin: MARGIN }, async (document) => {
    const say = (text: string, size: number) => writeText(document, 'P', text, size)
    let pages = 0
    for (const request of requests) {
      const { columns, rows } = comparisonSheet(request, request.quotes, today)
      // Of all services, those that have none are left out.
      if (columns.length === 0 && requests.length > 1) continue
      document.addPage()
      pages += 1
      writeText(document, 'H1', `Quotes for ${request.name}`, 18)
      say(`${place}. As of ${formatLongDate(today)}. ${QUOTE_MESSAGES.costsAre}`, 9)
      if (columns.length === 0) say(QUOTE_MESSAGES.none, 11)
      else if (request.benchmark) say(benchmarkText(request.benchmark), 9)
      // The one that was accepted is among them.
      const printed = columns.filter(({ quote }, index) => index < MOST_QUOTES || quote.status === 'accepted')
      for (let first = 0; first < printed.length; first += QUOTES_WIDE) {
        // Others are answered meanwhile.
        await nextTurn()
        if (first > 0) document.addPage()
        const shown = printed.slice(first, first + QUOTES_WIDE)
        const head = ['', ...shown.map((column) => headOf(column, standingText(request, column, today)))]
        const body = rows.map(({ label, cell }) => [plainCell(label), ...shown.map((column) => cell(column))])
        const widths = [LABEL_WIDTH, ...shown.map(() => (WIDTH - LABEL_WIDTH) / shown.length)]
        writeTable(document, { head, body, widths, letters: LETTERS })
      }
      const more = columns.length - printed.length
      if (more > 0) say(`${more} more expensive quotes are on the screen and in the CSV.`, 9)
      const notQuoting = request.given_up.map(({ company_name }) => company_name).join(', ')
      if (notQuoting) say(`Not quoting: ${notQuoting}.`, 9)
    }
    if (pages === 0) {
      document.addPage()
      say(QUOTE_MESSAGES.none, 11)
    }
  })

const headOf = ({ quote }: { quote: { company_name: string } }, standing: string | null) =>
  `${quote.company_name}${standing ? `\n${standing}` : ''}`

const plainCell = (text: string): SheetCell => ({ text, tone: 'plain' })
