import { z } from 'zod'
import { type CalendarDate, daysBetween, formatLongDate } from '../calendar.ts'
import { DomainError } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { formatMoney, isPrice } from '../money.ts'
import { isSameFiles } from '../quotes/quote.ts'
import { calendarDate, id, ids, optionalLongText, text, wholeNumber } from '../text.ts'
import type { VisitStatus } from '../visits/visits.ts'
import { MAX_SUBTOTAL, MAX_TAX_RATE } from './invoice-amounts.ts'
import { type InvoiceStatus, isDraft } from './invoice-state.ts'

/** The longest time to pay. */
const MOST_DAYS_TO_PAY = 365

const amount = z
  .int()
  .refine(isPrice, `An amount must be from ${formatMoney(1)} to ${formatMoney(100_000_000)}`)
const pricedRow = z.strictObject({ id, amount })
const list = <Row extends z.ZodType>(row: Row) =>
  z.array(row).max(LIMITS.invoice_lines, `An invoice can have at most ${LIMITS.invoice_lines} lines`)

const facts = {
  number: text('Number', LIMITS.invoice_number),
  date: calendarDate('Date'),
  due_date: calendarDate('Due date'),
  tax_rate: wholeNumber('Tax rate', 0, MAX_TAX_RATE),
  note: optionalLongText('Note', LIMITS.invoice_note),
}
const lines = {
  /** Finished visits, with what is asked for each. */
  visits: list(pricedRow),
  /** Accepted quotes whose one-time price is asked for. */
  starts: list(pricedRow),
  /** What was not agreed before, and needs an approval of its own. */
  extras: list(z.strictObject({ description: text('Description', LIMITS.invoice_line), amount })),
}

/** A new invoice on the wire, with an id that the browser chose. Product 3.1 */
export const CreateInvoice = z.strictObject({ id, building_id: id, ...facts, ...lines })
const version = z.int().min(1)
/** A draft as it was shown. */
export const ShownDraft = z.strictObject({ id, version })
/** A draft's new facts and all its lines, over the version that was shown. */
export const UpdateInvoice = z.strictObject({ id, version, ...facts, ...lines })
/** Sends a draft as it was shown, with its total in cents and its files. */
export const SendInvoice = z.strictObject({
  id,
  version,
  total: z.int().min(0),
  files: ids('Files', LIMITS.invoice_files).default([]),
})

type InvoiceDays = { date: CalendarDate; due_date: CalendarDate }
export type InvoiceLines = {
  visits: readonly { id: string; amount: number }[]
  starts: readonly { id: string; amount: number }[]
  extras: readonly { description: string; amount: number }[]
}

/**
 * Throws DomainError 'invalid_input' for an invoice without lines, with one line twice, too many or too dear, and for one that is due
 * before its day, or later than a year after it. Product 3.1
 */
export function requireInvoice(
  { date, due_date }: InvoiceDays,
  { visits, starts, extras }: InvoiceLines,
): void {
  const days = daysBetween(date, due_date)
  if (days < 0) throw new DomainError('invalid_input', 'An invoice is due on its date or later', 'due_date')
  if (days > MOST_DAYS_TO_PAY)
    throw new DomainError('invalid_input', 'An invoice is due within a year', 'due_date')
  const count = visits.length + starts.length + extras.length
  if (count === 0) throw new DomainError('invalid_input', 'Choose at least one visit, or add an extra')
  if (count > LIMITS.invoice_lines)
    throw new DomainError('invalid_input', `An invoice can have at most ${LIMITS.invoice_lines} lines`)
  if ([...visits, ...starts, ...extras].reduce((sum, line) => sum + line.amount, 0) > MAX_SUBTOTAL)
    throw new DomainError(
      'invalid_input',
      `An invoice can be of at most ${formatMoney(MAX_SUBTOTAL)} before tax`,
    )
  for (const rows of [visits, starts])
    if (new Set(rows.map((row) => row.id)).size < rows.length)
      throw new DomainError('invalid_input', 'A visit is on an invoice once')
}

/** A visit as its invoice reads it. */
export type InvoicedVisit = {
  scheduled_date: CalendarDate
  status: VisitStatus
  /** What was agreed for it, in cents. */
  agreed_price: number
  /** The number of the invoice that has it; null if none does. */
  invoice_number: string | null
}

const WHY_NOT: Record<Exclude<VisitStatus, 'completed'>, string> = {
  confirmed: 'is not finished',
  cancelled: 'was cancelled',
  missed: 'was missed',
  disputed: 'is disputed',
}

/** Whether a visit can be put on an invoice now. Product 3.1 */
export const isInvoiceable = ({ status, invoice_number }: Pick<InvoicedVisit, 'status' | 'invoice_number'>) =>
  status === 'completed' && invoice_number === null

/**
 * Throws DomainError 'conflict' for a visit that is not finished or is on another invoice, 'invalid_input' for more than was agreed. An
 * amount is integer cents. Product 3.1
 */
export function requireInvoiceable(visit: InvoicedVisit, asked: number): void {
  const day = formatLongDate(visit.scheduled_date)
  if (visit.status !== 'completed')
    throw new DomainError('conflict', `the visit on ${day} ${WHY_NOT[visit.status]}`)
  if (visit.invoice_number !== null)
    throw new DomainError('conflict', `the visit on ${day} is on invoice ${visit.invoice_number}`)
  requireAgreed(visit.agreed_price, asked, `The visit on ${day}`)
}

/** Throws DomainError 'invalid_input' for more cents than were agreed. Product 3.1 */
export function requireAgreed(agreed: number, asked: number, what: string): void {
  if (asked > agreed) throw new DomainError('invalid_input', `${what} was agreed at ${formatMoney(agreed)}`)
}

/** Whether a sent invoice waits for its building. Product 3.2 */
export const isUndecided = ({ status }: { status: InvoiceStatus }) =>
  status === 'sent' || status === 'disputed'

/** Throws DomainError 'conflict' for one that was sent. */
export function requireDraft(invoice: Parameters<typeof isDraft>[0]): void {
  if (!isDraft(invoice)) throw new DomainError('conflict', 'this invoice was sent and stays as it is')
}

/** Throws DomainError 'conflict' for another version of a draft than was shown: a colleague has changed it. Product 3.1 */
export function requireLatest(draft: { version: number }, shown: { version: number }): void {
  if (draft.version !== shown.version) throw changedByColleague()
}
const changedByColleague = () =>
  new DomainError('conflict', 'a colleague changed this draft meanwhile. Please look at it again')

type SavedDraft = z.output<z.ZodObject<typeof facts>> & {
  lines: readonly {
    appointment_id: string | null
    service_quote_id: string | null
    description: string | null
    amount: number
  }[]
}

/** Whether a draft is saved as it is asked for, as after a lost response. Product 3.1 */
export function isSavedAs(
  saved: SavedDraft,
  { visits, starts, extras, ...asked }: Omit<z.output<typeof UpdateInvoice>, 'id' | 'version'>,
): boolean {
  const { number, date, due_date, tax_rate, note } = saved
  const lineText = (of: string | null, amount: number) => `${of} ${amount}`
  const before = saved.lines.map((line) =>
    lineText(line.appointment_id ?? line.service_quote_id ?? line.description, line.amount),
  )
  const after = [
    ...[...visits, ...starts].map((line) => lineText(line.id, line.amount)),
    ...extras.map((line) => lineText(line.description, line.amount)),
  ]
  return (
    JSON.stringify([number, date, due_date, tax_rate, note, before]) ===
    JSON.stringify([asked.number, asked.date, asked.due_date, asked.tax_rate, asked.note, after])
  )
}

/**
 * Throws DomainError 'conflict' when another version, other files or another total, in cents, were shown than are sent, or with a visit that is not finished any more;
 * 'invalid_input' for one that is dated later than the city's `today`, or was due before. Product 3.1
 */
export function requireSendable(
  invoice: InvoiceDays & {
    version: number
    total: number
    files: readonly { id: string }[]
    lines: readonly { scheduled_date: CalendarDate | null; visit_status: VisitStatus | null }[]
  },
  shown: { version: number; total: number; files: readonly string[] },
  today: CalendarDate,
): void {
  requireLatest(invoice, shown)
  if (invoice.total !== shown.total)
    throw new DomainError('conflict', 'this invoice was changed meanwhile. Please look at it again')
  if (!isSameFiles(invoice.files, shown.files)) throw changedByColleague()
  if (invoice.date > today)
    throw new DomainError('invalid_input', 'An invoice is sent on its date or later', 'date')
  if (invoice.due_date < today)
    throw new DomainError('invalid_input', 'An invoice that is sent is due today or later', 'due_date')
  for (const { scheduled_date, visit_status } of invoice.lines)
    if (scheduled_date !== null && visit_status !== null && visit_status !== 'completed')
      throw new DomainError(
        'conflict',
        `the visit on ${formatLongDate(scheduled_date)} ${WHY_NOT[visit_status]}. Take it off the invoice first`,
      )
}
