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
    const { number, date, due_date, sent_at, note, lines } = invoice
    const say = (text: string, size = 10) => writeText(document, 'P', text, size)
    document.addPage()
    writeText(document, 'H1', `Invoice ${number}`, 20)
    if (sent_at === null) say('A draft: not sent yet.')
    for (const [side, [name = '', ...place]] of partiesOf(invoice)) {
      writeText(document, 'H2', `${side} ${name}`, 12)
      for (const line of place) say(line)
    }
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
