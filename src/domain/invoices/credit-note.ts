import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'
import { type InvoiceSums, invoiceSums, MAX_TOTAL } from './invoice-amounts.ts'
import type { InvoiceStatus } from './invoice-state.ts'
import { surplusOf } from './surplus.ts'

/** A credit note on the wire: its id is the browser's, `total` the sum that was shown, in cents. Product 3.1 */
export const CreditInvoice = z.strictObject({
  id,
  invoice_id: id,
  lines: z.array(id).min(1, 'Choose at least one line').max(LIMITS.invoice_lines),
  reason: longText('Reason', LIMITS.reason),
  total: z.int().min(1).max(MAX_TOTAL),
})

export type CreditedLine = {
  id: string
  amount: number
  refused_reason: string | null
  /** The number of the credit note that credits it. */
  credit_number: string | null
}

/** Whether a line still counts: it is neither refused nor credited. Product 3.1 */
export const isKept = ({ refused_reason, credit_number }: Omit<CreditedLine, 'id' | 'amount'>) =>
  refused_reason === null && credit_number === null

/** Whether lines of an invoice can be credited: it was sent, and something of it is left. Product 3.1 */
export const isCreditable = ({ status }: { status: InvoiceStatus }) =>
  status === 'sent' || status === 'disputed' || status === 'approved'

/**
 * What a credit note of these lines comes to, and what is left of the invoice, in cents. The tax is the difference of both taxes, so that
 * an invoice is the sum of its credit notes and of what is left. Product 3.1
 */
export function creditSums(
  lines: readonly CreditedLine[],
  taxRate: number,
  credited: ReadonlySet<string>,
): { sums: InvoiceSums; left: InvoiceSums } {
  const kept = lines.filter(isKept)
  const before = invoiceSums(kept, taxRate)
  const left = invoiceSums(
    kept.filter((line) => !credited.has(line.id)),
    taxRate,
  )
  const less = (part: keyof InvoiceSums) => before[part] - left[part]
  return { sums: { subtotal: less('subtotal'), tax: less('tax'), total: less('total') }, left }
}

/**
 * The sums of a credit note and of what is left of its invoice, in cents. Throws DomainError 'conflict' for an invoice of which nothing can be
 * credited, for a line that is refused or was credited, and when another sum was shown; 'not_found' for a line of another invoice. Product 3.1
 */
export function creditInvoice(
  invoice: { status: InvoiceStatus; tax_rate: number; lines: readonly CreditedLine[] },
  { lines, total }: { lines: readonly string[]; total: number },
): ReturnType<typeof creditSums> {
  if (!isCreditable(invoice)) throw new DomainError('conflict', 'nothing of this invoice can be credited')
  const chosen = new Set(lines)
  const found = invoice.lines.filter((line) => chosen.has(line.id))
  if (chosen.size < lines.length || found.length < chosen.size) throw new DomainError('not_found')
  const credit = creditSums(invoice.lines, invoice.tax_rate, chosen)
  if (!found.every(isKept) || credit.sums.total !== total)
    throw new DomainError('conflict', 'this invoice was changed meanwhile. Please look at it again')
  return credit
}

/** What is said of a credit note whose id another one has. */
export const OTHER_CREDIT = 'another credit note was written before it. Please look at the invoice'

type UndecidedInvoice = { approved: number | null; paid: number; disputed: number; returning: number }

/** What a vendor has to pay back, in cents: what was paid beyond what is owed, without what a bank holds and what is on its way back. Product 3.1 */
export const toPayBack = ({ approved, ...paid }: UndecidedInvoice) =>
  surplusOf({ owed: approved ?? 0, ...paid })
