import { createRequire } from 'node:module'
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

/** A page for each request, and more where it has more than four quotes. */
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

  for (const request of requests) {
    const { columns, rows } = comparisonSheet(request, request.quotes, today)
    // Of all services, those that have none are left out.
    if (columns.length === 0 && requests.length > 1) continue
    document.addPage()
    say('H1', `Quotes for ${request.name}`, 18)
    say('P', `${place}. As of ${formatLongDate(today)}. ${QUOTE_MESSAGES.costsAre}`, 9)
    if (columns.length === 0) say('P', QUOTE_MESSAGES.none, 11)
    else if (request.benchmark) say('P', benchmarkText(request.benchmark), 9)
    for (let first = 0; first < columns.length; first += QUOTES_WIDE) {
      if (first > 0) document.addPage()
      const shown = columns.slice(first, first + QUOTES_WIDE)
      const head = shown.map((column) => {
        const standing = standingText(request, column, today)
        return `${column.quote.company_name}${standing ? `\n${standing}` : ''}`
      })
      const table = {
        structParent: document,
        columnStyles: [LABEL_WIDTH, ...shown.map(() => '*')],
        defaultStyle: { border: { top: 0, right: 0, bottom: 0.5, left: 0 }, borderColor: LINE, padding: 5 },
        data: [
          ['', ...head].map((text) => ({
            ...cellOf({ text, tone: 'strong' }),
            type: 'TH' as const,
            backgroundColor: HEAD,
          })),
          ...rows.map(({ label, cell }) => [
            { ...cellOf({ text: label, tone: 'plain' }), type: 'TH' as const },
            ...shown.map((column) => cellOf(cell(column))),
          ]),
        ],
      }
      document.table(table)
    }
    const notQuoting = request.given_up.map(({ company_name }) => company_name).join(', ')
    if (notQuoting) say('P', `Not quoting: ${notQuoting}.`, 9)
  }
  if (requests.length === 0) {
    document.addPage()
    say('P', QUOTE_MESSAGES.none, 11)
  }
  document.end()
  await written
  return Buffer.concat(chunks)
}

function cellOf(cell: SheetCell) {
  const { text, tone } = cell ?? { text: '–', tone: 'plain' as const }
  return {
    text,
    font: { src: tone === 'plain' ? FONTS.regular : FONTS.bold, size: 8.5 },
    textColor: tone === 'missing' ? MISSING : INK,
  }
}
