import { z } from 'zod'
import { type CalendarDate, formatLongDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { id, longText } from '../text.ts'
import type { VisitStatus } from '../visits/visits.ts'
import { isUndecided } from './invoice.ts'
import { type InvoiceSums, invoiceSums } from './invoice-amounts.ts'
import type { InvoiceStatus } from './invoice-state.ts'

/** A line as the building reviews it; `amount` in cents. */
export type ReviewedLine = {
  id: string
  kind: 'visit' | 'start' | 'extra'
  amount: number
  /** The day and the state of its visit; null for a line that is of none. */
  scheduled_date: CalendarDate | null
  visit_status: VisitStatus | null
  /** Whether what it is for is not charged: its vendor ended a dispute so, and of a one-time price no visit is left that pays it. */
  waived: boolean
  /** Whether a visit that pays a one-time price is finished. */
  earned: boolean
  /** The number of the credit note that credits it. */
  credit_number: string | null
}

/** How a line stands: 'matched' with a finished visit or an agreed one-time price, 'open' for an extra that somebody has to decide, 'disputed' as long as its visit is, 'not_charged' when its visit no longer is, 'credited' by its vendor. Product 3.2 */
export type LineMatch = 'matched' | 'open' | 'disputed' | 'not_charged' | 'credited'

/** How a line stands before it is approved. Product 3.2 */
export function matchOf({
  kind,
  visit_status,
  waived,
  earned,
  credit_number,
}: Omit<ReviewedLine, 'id' | 'amount' | 'scheduled_date'>): LineMatch {
  if (credit_number !== null) return 'credited'
  if (kind === 'extra') return 'open'
  if (kind === 'start' ? earned : visit_status === 'completed') return 'matched'
  return waived ? 'not_charged' : 'disputed'
}

/** Whether nothing of an invoice is to be decided: each line that is not credited is a finished visit or an agreed one-time price. Product 3.2 */
export const matchesInFull = (lines: readonly ReviewedLine[]) =>
  lines.every((line) => ['matched', 'credited'].includes(matchOf(line)))

/** What an approval without the lines that are out comes to, in cents. Product 3.2 */
export const approvedSums = (lines: readonly ReviewedLine[], taxRate: number, out: ReadonlySet<string>) =>
  invoiceSums(
    lines.filter((line) => !out.has(line.id) && matchOf(line) !== 'credited'),
    taxRate,
  )

/** An approval on the wire: the extras that are refused, each with a reason, and the sum that was shown as approved, in cents. Product 3.2 */
export const ApproveInvoice = z.strictObject({
  id,
  refused: z
    .array(z.strictObject({ id, reason: longText('Reason', LIMITS.reason) }))
    .max(LIMITS.invoice_lines),
  approved: z.int().min(0),
})
type Approving = Omit<z.output<typeof ApproveInvoice>, 'id'>

export type Approval = {
  /** 'refused' if nothing of it is approved. */
  status: 'approved' | 'refused'
  sums: InvoiceSums
  /** The lines that are not paid, with the reason. */
  refused: { id: string; reason: string }[]
}

/**
 * What an approval of a sent or disputed invoice changes: the sums of what is approved, in cents, with the tax on it, and the lines that are not paid:
 * the extras that are refused, and visits that are not charged any more. Throws DomainError 'conflict' for one that was decided before, with a
 * visit that is disputed, or when another sum was shown; 'not_found' for a refused line that is no extra of it. Product 3.2
 */
export function approveInvoice(
  invoice: { status: InvoiceStatus; tax_rate: number; lines: readonly ReviewedLine[] },
  { refused, approved }: Approving,
): Approval {
  if (!isUndecided(invoice)) throw new DomainError('conflict', 'this invoice was decided meanwhile')
  const disputed = invoice.lines.find((line) => matchOf(line) === 'disputed')
  if (disputed)
    throw new DomainError(
      'conflict',
      disputed.scheduled_date === null
        ? 'the visit that pays the one-time price is disputed. Settle that first'
        : `the visit on ${formatLongDate(disputed.scheduled_date)} is disputed. Settle that first`,
    )
  const reasons = new Map(refused.map((line) => [line.id, line.reason]))
  const extras = new Set(invoice.lines.filter((line) => matchOf(line) === 'open').map((line) => line.id))
  if (reasons.size < refused.length || refused.some((line) => !extras.has(line.id)))
    throw new DomainError('not_found')
  const dropped = invoice.lines.flatMap((line) => {
    const reason = reasons.get(line.id) ?? (matchOf(line) === 'not_charged' ? NOT_CHARGED : null)
    return reason === null ? [] : [{ id: line.id, reason }]
  })
  const unpaid = new Set(dropped.map((line) => line.id))
  const sums = approvedSums(invoice.lines, invoice.tax_rate, unpaid)
  if (sums.total !== approved)
    throw new DomainError('conflict', 'this invoice was changed meanwhile. Please look at it again')
  return { status: sums.total > 0 ? 'approved' : 'refused', sums, refused: dropped }
}

/** Whether this was decided before, as before a lost response. Product 3.2 */
export function isSameDecision(
  invoice: {
    approved: number | null
    lines: readonly { id: string; kind: ReviewedLine['kind']; refused_reason: string | null }[]
  },
  { refused, approved }: Approving,
): boolean {
  const said = (lines: readonly { id: string; reason: string }[]) =>
    lines
      .map(({ id, reason }) => `${id} ${reason}`)
      .sort()
      .join('\n')
  const before = invoice.lines.flatMap(({ id, kind, refused_reason: reason }) =>
    kind === 'extra' && reason !== null ? [{ id, reason }] : [],
  )
  return invoice.approved === approved && said(before) === said(refused)
}

const NOT_CHARGED = 'The visit is not charged'
