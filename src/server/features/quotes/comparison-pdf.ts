import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CalendarDate, formatLongDate } from '../../../domain/calendar.ts'
import { PRODUCT } from '../../../domain/product.ts'
import { benchmarkText } from '../../../domain/quotes/benchmark.ts'
import { comparisonSheet, type SheetCell, standingText } from '../../../domain/quotes/comparison-sheet.ts'
import { QUOTE_MESSAGES } from '../../../domain/quotes/messages.ts'
import type { Export } from '../../rpc/export.ts'
import { comparisonFilters } from './comparison.ts'
import { listReceived } from './received.db.ts'

const { resolve } = createRequire(import.meta.url)
// With the letters of Europe and Vietnam, which the standard fonts of a PDF lack.
const FONTS = {
  regular: resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
}
const MARGIN = 36
/** Quotes beside each other on a page; more follow below. */
const QUOTES_WIDE = 4
const LABEL_WIDTH = 120
/** Of a letter in landscape, between its margins. */
const WIDTH = 792 - 2 * MARGIN
/** The cheapest ones of a request: enough to hand out. */
const MOST_QUOTES = 24
type Letters = { size: number; padding: number }
const SMALLEST: Letters = { size: 6.5, padding: 2 }
const LETTERS: Letters[] = [{ size: 8.5, padding: 5 }, { size: 7.5, padding: 3 }, SMALLEST]
const [LINE, INK, MISSING, HEAD] = ['#d9d3c7', '#1d1b16', '#9a3412', '#f4f0e6']

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
    return () => writeSheets({ place, requests, today })
  },
} as const satisfies Export<'resident', typeof comparisonFilters>

type ReceivedRequest = Awaited<ReturnType<typeof listReceived>>[number]
type Sheets = { place: string; requests: readonly ReceivedRequest[]; today: CalendarDate }

/** A page for each request, and more where it has more than four quotes, or long ones. */
async function writeSheets({ place, requests, today }: Sheets): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded with the first file: no other answer needs it.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'LETTER',
    layout: 'landscape',
    margin: MARGIN,
    autoFirstPage: false,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: 'Quotes', Author: PRODUCT },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const written = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject))

  const say = (role: 'H1' | 'P', text: string, size: number) =>
    document.addStructure(
      document.struct(role, {}, () => {
        document
          .font(role === 'H1' ? FONTS.bold : FONTS.regular)
          .fontSize(size)
          .fillColor(INK)
          .text(text)
          .moveDown(0.4)
      }),
    )

  let pages = 0
  for (const request of requests) {
    const { columns, rows } = comparisonSheet(request, request.quotes, today)
    // Of all services, those that have none are left out.
    if (columns.length === 0 && requests.length > 1) continue
    document.addPage()
    pages += 1
    say('H1', `Quotes for ${request.name}`, 18)
    say('P', `${place}. As of ${formatLongDate(today)}. ${QUOTE_MESSAGES.costsAre}`, 9)
    if (columns.length === 0) say('P', QUOTE_MESSAGES.none, 11)
    else if (request.benchmark) say('P', benchmarkText(request.benchmark), 9)
    // The one that was accepted is among them.
    const printed = columns.filter(({ quote }, index) => index < MOST_QUOTES || quote.status === 'accepted')
    for (let first = 0; first < printed.length; first += QUOTES_WIDE) {
      // Others are answered meanwhile.
      await nextTurn()
      if (first > 0) document.addPage()
      const shown = printed.slice(first, first + QUOTES_WIDE)
      const head = ['', ...shown.map((column) => headOf(column, standingText(request, column, today)))]
      const body = rows.map(({ label, cell }) => [plainCell(label), ...shown.map((column) => cell(column))])
      writeTable(document, head, body)
    }
    const more = columns.length - printed.length
    if (more > 0) say('P', `${more} more expensive quotes are on the screen and in the CSV.`, 9)
    const notQuoting = request.given_up.map(({ company_name }) => company_name).join(', ')
    if (notQuoting) say('P', `Not quoting: ${notQuoting}.`, 9)
  }
  if (pages === 0) {
    document.addPage()
    say('P', QUOTE_MESSAGES.none, 11)
  }
  document.end()
  await written
  return Buffer.concat(chunks)
}

const headOf = ({ quote }: { quote: { company_name: string } }, standing: string | null) =>
  `${quote.company_name}${standing ? `\n${standing}` : ''}`

const plainCell = (text: string): SheetCell => ({ text, tone: 'plain' })

/** A table in the largest letters with which it fits on this page; a longer one goes on below its head on the next. */
function writeTable(document: PDFKit.PDFDocument, head: string[], body: SheetCell[][]): void {
  const widths = [LABEL_WIDTH, ...head.slice(1).map(() => (WIDTH - LABEL_WIDTH) / (head.length - 1))]
  const heightOf = (cells: Cell[], { size, padding }: Letters) =>
    2 * padding +
    Math.max(
      ...cells.map(({ text, font }, column) =>
        document
          .font(font)
          .fontSize(size)
          .heightOfString(text, { width: (widths[column] ?? 0) - 2 * padding }),
      ),
    )
  const heightsOf = (letters: Letters) => ({
    letters,
    top: heightOf(tops, letters),
    each: rows.map((cells) => heightOf(cells, letters)),
  })
  const tops = head.map((text) => cellOf({ text, tone: 'strong' }))
  const rows = body.map((cells) => cells.map(cellOf))
  const bottom = document.page.height - MARGIN
  const room = () => bottom - document.y
  let heights = heightsOf(SMALLEST)
  let fits = false
  for (const each of LETTERS) {
    heights = heightsOf(each)
    fits = sumOf(heights.each) <= room() - heights.top
    if (fits) break
  }
  const { letters } = heights
  const styled = ({ font, text, textColor }: Cell) => ({
    text,
    textColor,
    font: { src: font, size: letters.size },
  })
  for (let from = 0; from < rows.length; ) {
    // One that is higher than a page is cut there.
    const count = fits
      ? rows.length
      : Math.max(1, fittingCount(heights.each.slice(from), room() - heights.top))
    const shown = rows.slice(from, from + count)
    const table = {
      structParent: document,
      columnStyles: widths,
      defaultStyle: {
        border: { top: 0, right: 0, bottom: 0.5, left: 0 },
        borderColor: LINE,
        padding: letters.padding,
      },
      data: [
        tops.map((cell) => ({ ...styled(cell), type: 'TH' as const, backgroundColor: HEAD })),
        ...shown.map(([label, ...cells]) => [
          ...(label ? [{ ...styled(label), type: 'TH' as const }] : []),
          ...cells.map(styled),
        ]),
      ],
    }
    document.table(table)
    from += shown.length
    if (from < rows.length) document.addPage()
  }
}

const sumOf = (heights: readonly number[]) => heights.reduce((sum, height) => sum + height, 0)

/** How many of these rows fit below each other. */
function fittingCount(heights: readonly number[], room: number): number {
  let left = room
  const first = heights.findIndex((height) => {
    left -= height
    return left < 0
  })
  return first < 0 ? heights.length : first
}

type Cell = ReturnType<typeof cellOf>

/** Lines of a note follow each other: it may have a thousand. */
function cellOf(cell: SheetCell) {
  const { text, tone } = cell ?? { text: '–', tone: 'plain' as const }
  return {
    text: tone === 'strong' ? text : text.replace(/\s*\n\s*/g, ' '),
    font: tone === 'plain' ? FONTS.regular : FONTS.bold,
    textColor: tone === 'missing' ? MISSING : INK,
  }
}
