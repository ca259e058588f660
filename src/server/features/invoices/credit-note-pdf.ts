import { formatLongDate } from '../../../domain/calendar.ts'
import { taxRateText } from '../../../domain/invoices/invoice-amounts.ts'
import { id } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { pdfOf, writeText } from '../../rpc/pdf.ts'
import { readCreditNote } from './credit-notes.db.ts'
import { readInvoice } from './db.ts'
import { SHEET, writeAmounts, writeParties } from './invoice-pdf.ts'

const filters = { id }

/** One credit note, for its vendor and for the building of its invoice. Product 3.1 */
export const creditNotePdf = {
  name: 'Credit Note',
  path: '/api/invoices/credit-note.pdf',
  audiences: ['vendor', 'resident'],
  filters,
  async read(tx, _viewer, _time, { id }) {
    const note = await readCreditNote(tx, id)
    const invoice = await readInvoice(tx, note.invoice_id)
    return { name: `Credit Note ${note.number}`, write: () => writeCreditNote(note, invoice) }
  },
} as const satisfies Export<'vendor' | 'resident', typeof filters>

type PrintedNote = Awaited<ReturnType<typeof readCreditNote>>
type CreditedInvoice = Awaited<ReturnType<typeof readInvoice>>

const writeCreditNote = (note: PrintedNote, invoice: CreditedInvoice) =>
  pdfOf({ title: `Credit Note ${note.number}`, ...SHEET }, (document) => {
    document.addPage()
    writeText(document, 'H1', `Credit Note ${note.number}`, 20)
    writeParties(document, invoice)
    const { number, date } = invoice
    writeText(
      document,
      'P',
      `Date: ${formatLongDate(note.date)}. It credits lines of invoice ${number} of ${formatLongDate(date)}.`,
      10,
    )
    writeText(document, 'P', `Reason: ${note.reason}`, 10)
    document.moveDown(0.6)
    const { subtotal, tax, total } = note
    writeAmounts(
      document,
      // As they were invoiced, whatever became of them.
      invoice.lines.filter((line) => note.line_ids.includes(line.id)).map((line) => ({ ...line, notes: [] })),
      date,
      [
        { label: 'Subtotal', amount: subtotal, isTotal: false },
        { label: `Tax, ${taxRateText(invoice.tax_rate)}`, amount: tax, isTotal: false },
        { label: 'Credited', amount: total, isTotal: true },
      ],
    )
  })
