import { formatLongDate } from '../../../domain/calendar.ts'
import { INVOICE_STATE_LABELS, lineNotes, lineText, sumRows } from '../../../domain/invoices/invoice-sheet.ts'
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
  async read(tx, _viewer, _time, { id }) {
    const invoice = await readInvoice(tx, id)
    return { name: `Invoice ${invoice.number}`, write: () => writeInvoice(invoice) }
  },
} as const satisfies Export<'vendor' | 'resident', typeof filters>

type PrintedInvoice = Awaited<ReturnType<typeof readInvoice>>

const writeInvoice = (invoice: PrintedInvoice) =>
  pdfOf({ title: `Invoice ${invoice.number}`, layout: 'portrait', margin: MARGIN }, (document) => {
    const { number, company_name, building_name, date, due_date, sent_at, note, lines } = invoice
    const say = (text: string, size = 10) => writeText(document, 'P', text, size)
    document.addPage()
    writeText(document, 'H1', `Invoice ${number}`, 20)
    if (sent_at === null) say('A draft: not sent yet.')
    writeText(document, 'H2', `From ${company_name}`, 12)
    say(placeOf(invoice.vendor_address, invoice.vendor_city, invoice.vendor_state, invoice.vendor_zip))
    writeText(document, 'H2', `To ${building_name ?? invoice.address}`, 12)
    say(placeOf(invoice.address, invoice.city, invoice.building_state, invoice.zip_code))
    say(
      `Date: ${formatLongDate(date)}. Due: ${formatLongDate(due_date)}. Status: ${INVOICE_STATE_LABELS[invoice.state]}.`,
    )
    document.moveDown(0.6)
    writeTable(document, {
      head: ['For', 'Amount'],
      body: [
        ...lines.map((line) => [
          plain(
            [
              lineText({ ...line, day: line.scheduled_date }, date),
              ...lineNotes(line).map((text) => `(${text})`),
            ].join(' '),
          ),
          plain(formatMoney(line.amount)),
        ]),
        ...sumRows(invoice).map(({ label, amount, isTotal }) =>
          [label, formatMoney(amount)].map(isTotal ? strong : plain),
        ),
      ],
      widths: [WIDTH - AMOUNT_WIDTH, AMOUNT_WIDTH],
      letters: [{ size: 10, padding: 6 }],
      amounts: true,
    })
    if (note !== null) {
      document.moveDown(1)
      say(note)
    }
  })

const plain = (text: string): PdfCell => ({ text, tone: 'plain' })
const strong = (text: string): PdfCell => ({ text, tone: 'strong' })

/** An address in one line; a vendor may have given only a part of it. */
function placeOf(address: string | null, city: string | null, state: string | null, zip: string | null) {
  const region = [state, zip].filter(Boolean).join(' ')
  return [address, city, region].filter(Boolean).join(', ')
}
