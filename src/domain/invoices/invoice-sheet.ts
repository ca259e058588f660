import { type CalendarDate, formatShortDate } from '../calendar.ts'
import { formatMoney } from '../money.ts'
import type { VisitStatus } from '../visits/visits.ts'
import { toPayBack } from './credit-note.ts'
import { type InvoiceSums, taxRateText } from './invoice-amounts.ts'
import { isUnpaid, openAmount } from './invoice-payment.ts'
import type { InvoiceStatus } from './invoice-state.ts'

// What the screen, the CSV and the PDF say of an invoice.

type InvoiceLine = { description?: string | null; service: string | null; day: CalendarDate | null }

/** A line in words: 'Snow Removal, Tue, Nov 24', 'Snow Removal, one-time price', or what an extra says. */
export function lineText({ description = null, service, day }: InvoiceLine, today: CalendarDate): string {
  if (description !== null) return description
  return day === null ? `${service}, one-time price` : `${service}, ${formatShortDate(day, today)}`
}

type NotedLine = {
  kind: 'visit' | 'start' | 'extra'
  amount: number
  /** What was agreed, in cents; null for an extra. */
  agreed: number | null
  visit_status: VisitStatus | null
  waived: boolean
  refused_reason: string | null
  credit_number: string | null
}

/** What is said below a line. Product 3.2 */
export const lineNotes = ({
  kind,
  amount,
  agreed,
  visit_status,
  waived,
  refused_reason,
  credit_number,
}: NotedLine): string[] => [
  ...(kind === 'extra' ? ['An extra, not agreed before'] : []),
  ...(agreed === null || agreed === amount ? [] : [`Agreed at ${formatMoney(agreed)}`]),
  ...(credit_number === null && visit_status === 'disputed' && !waived ? ['The visit is disputed'] : []),
  ...(credit_number === null && waived && refused_reason === null ? ['Not charged, as its vendor said'] : []),
  ...(refused_reason === null ? [] : [`Not paid: ${refused_reason}`]),
  ...(credit_number === null ? [] : [`Credited with ${credit_number}`]),
]

type DecidedInvoice = { status: InvoiceStatus; approved: number | null; decided_name: string | null }

/** 'Approved' or 'Refused', with the name that the person had then; null before the decision. Product 3.2 */
export function decisionText({ status, approved, decided_name }: DecidedInvoice) {
  if (approved === null) return null
  return { label: status === 'refused' ? 'Refused' : 'Approved', by: decided_name }
}

type SummedInvoice = InvoiceSums &
  Parameters<typeof isUnpaid>[0] &
  Parameters<typeof toPayBack>[0] & { tax_rate: number; credited: number }
type InvoiceSum = { label: string; amount: number; isTotal: boolean }

/** The sums of an invoice in cents, each with its label. Product 3.1 */
export function sumRows({
  subtotal,
  tax,
  tax_rate,
  total,
  credited,
  // A server of the version before says nothing of these.
  disputed = 0,
  returning = 0,
  ...invoice
}: SummedInvoice): InvoiceSum[] {
  const row = (label: string, amount: number, isTotal = false) => ({ label, amount, isTotal })
  const { approved, paid } = invoice
  const back = toPayBack({ approved, paid, disputed, returning })
  const refused = approved === null ? 0 : total - credited - approved
  return [
    row('Subtotal', subtotal),
    row(`Tax, ${taxRateText(tax_rate)}`, tax),
    row('Total', total, true),
    ...(credited > 0 ? [row('Credited', -credited)] : []),
    ...(refused > 0 ? [row('Not approved', -refused)] : []),
    ...(approved === null ? [] : [row('Approved', approved, true)]),
    ...(credited > 0 && approved === null ? [row('Left', total - credited, true)] : []),
    ...(paid > 0 ? [row('Paid', paid)] : []),
    ...(paid > 0 && isUnpaid(invoice) ? [row('Open', openAmount(invoice), true)] : []),
    ...(disputed > 0 ? [row('Held by a bank', disputed)] : []),
    ...(back > 0 ? [row('Vendor pays back', back, true)] : []),
  ]
}
