import { type CalendarDate, formatLongDate, today } from '../../../domain/calendar.ts'
import { decisionText, lineNotes, lineText, sumRows } from '../../../domain/invoices/invoice-sheet.ts'
import { INVOICE_STATE_LABELS } from '../../../domain/invoices/invoice-state.ts'
import { formatMoney } from '../../../domain/money.ts'
import { id } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { type PdfCell, pdfOf, writeTable, writeText } from '../../rpc/pdf.ts'
import { readInvoice } from './db.ts'

const MARGIN = 54
/** Of a letter in portrait, between its margins. */
const WIDTH = 612 - 2 * MARGIN
const AMOUNT_WIDTH = 100
const filters = { id }

/** One invoice, for its vendor and for the building that it was sent to. Product 3.1 */
export const invoicePdf = {
  name: 'Invoice',
  path: '/api/invoices/invoice.pdf',
  audiences: ['vendor', 'resident'],
  filters,
  async read(tx, _viewer, { timeZone }, { id }) {
    const invoice = await readInvoice(tx, id)
    return { name: `Invoice ${invoice.number}`, write: () => writeInvoice(invoice, timeZone) }
  },
} as const satisfies Export<'vendor' | 'resident', typeof filters>

type PrintedInvoice = Awaited<ReturnType<typeof readInvoice>>

/** The paper of invoices and credit notes. */
export const SHEET = { layout: 'portrait', margin: MARGIN } as const

const writeInvoice = (invoice: PrintedInvoice, timeZone: string) =>
  pdfOf({ title: `Invoice ${invoice.number}`, ...SHEET }, (document) => {
    const { number, date, due_date, sent_at, note, lines } = invoice
    const say = (text: string) => writeText(document, 'P', text, 10)
    document.addPage()
    writeText(document, 'H1', `Invoice ${number}`, 20)
    if (sent_at === null) say('A draft: not sent yet.')
    writeParties(document, invoice)
    say(
      `Date: ${formatLongDate(date)}. Due: ${formatLongDate(due_date)}. Status: ${INVOICE_STATE_LABELS[invoice.state]}.`,
    )
    const decision = decisionText(invoice)
    if (decision && invoice.decided_at) {
      const day = formatLongDate(today(invoice.decided_at, timeZone))
      say(`${decision.label} on ${day}${decision.by === null ? '' : ` by ${decision.by}`}.`)
    }
    document.moveDown(0.6)
    const noted = lines.map((line) => ({ ...line, notes: lineNotes(line) }))
    writeAmounts(document, noted, date, sumRows(invoice))
    if (note !== null) {
      document.moveDown(1)
      say(note)
    }
  })

/** Who wrote it, and to whom. */
export function writeParties(document: PDFKit.PDFDocument, invoice: PrintedInvoice): void {
  for (const [side, [name = '', ...place]] of partiesOf(invoice)) {
    writeText(document, 'H2', `${side} ${name}`, 12)
    for (const line of place) writeText(document, 'P', line, 10)
    document.moveDown(0.4)
  }
}

/** Lines with their notes, and their sums in cents. */
export function writeAmounts(
  document: PDFKit.PDFDocument,
  lines: readonly (PrintedInvoice['lines'][number] & { notes: string[] })[],
  date: CalendarDate,
  sums: ReturnType<typeof sumRows>,
): void {
  writeTable(document, {
    head: ['For', 'Amount'],
    body: [
      ...lines.map((line) => [
        plain(
          [
            lineText({ ...line, day: line.scheduled_date }, date),
            ...line.notes.map((text) => `(${text})`),
          ].join(' '),
        ),
        plain(formatMoney(line.amount)),
      ]),
      ...sums.map(({ label, amount, isTotal }) => [label, formatMoney(amount)].map(isTotal ? strong : plain)),
    ],
    widths: [WIDTH - AMOUNT_WIDTH, AMOUNT_WIDTH],
    letters: [{ size: 10, padding: 6 }],
    amounts: true,
  })
}

const plain = (text: string): PdfCell => ({ text, tone: 'plain' })
const strong = (text: string): PdfCell => ({ text, tone: 'strong' })

/** Both sides as they were when it was sent, each in lines; of a draft as they are. */
function partiesOf(invoice: PrintedInvoice): [side: 'From' | 'To', lines: string[]][] {
  const { company_name, building_name, address, city, building_state, zip_code, sent_from, sent_to } = invoice
  const { vendor_address, vendor_city, vendor_state, vendor_zip } = invoice
  const from = sent_from?.split('\n') ?? [
    company_name,
    placeOf(vendor_address, vendor_city, vendor_state, vendor_zip),
  ]
  const to = sent_to?.split('\n') ?? [building_name ?? '', placeOf(address, city, building_state, zip_code)]
  return [
    ['From', from.filter(Boolean)],
    ['To', to.filter(Boolean)],
  ]
}

/** An address in one line; a vendor may have given only a part of it. */
function placeOf(address: string | null, city: string | null, state: string | null, zip: string | null) {
  const region = [state, zip].filter(Boolean).join(' ')
  return [address, city, region].filter(Boolean).join(', ')
}
