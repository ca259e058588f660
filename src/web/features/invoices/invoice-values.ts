import type { inferOutput } from '@trpc/tanstack-react-query'
import { z } from 'zod'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { DomainError } from '../../../domain/errors.ts'
import { requireInvoice, UpdateInvoice } from '../../../domain/invoices/invoice.ts'
import { type InvoiceSums, invoiceSums, parseTaxRate } from '../../../domain/invoices/invoice-amounts.ts'
import { defaultDueDate } from '../../../domain/invoices/overdue.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { formatMoney, parsePrice, priceText } from '../../../domain/money.ts'
import { text } from '../../../domain/text.ts'
import type { trpc } from '../../api.ts'
import type { VendorInvoice } from './invoice-text.ts'

/** What an invoice may ask for: a finished visit, or a one-time price. */
export type InvoiceChoice = {
  id: string
  kind: 'visit' | 'start'
  service: string
  /** A visit's day. */
  day: CalendarDate | null
  /** What was agreed, in cents. */
  agreed: number
  /** What is asked for it so far, in cents. */
  amount: number
  /** Whether it is on the draft. */
  chosen: boolean
  /** A visit that is not finished any more, as after a dispute: it has to go before the draft is saved. */
  stopped: boolean
}

type DueLines = inferOutput<typeof trpc.invoices.dueLines>
type NextFacts = inferOutput<typeof trpc.invoices.due>['facts']

/** What a draft has, or all that is due on a new invoice, and then what else is due, the oldest first. */
export function choicesOf({ visits, starts }: DueLines, draft?: VendorInvoice): InvoiceChoice[] {
  const own = (draft?.lines ?? []).flatMap(({ kind, appointment_id, service_quote_id, ...line }) => {
    const id = appointment_id ?? service_quote_id
    if (kind === 'extra' || id === null) return []
    const { service, scheduled_date: day, amount, agreed, visit_status } = line
    const stopped = visit_status !== null && visit_status !== 'completed'
    return [
      { id, kind, service: service ?? '', day, agreed: agreed ?? amount, amount, chosen: true, stopped },
    ]
  })
  const known = new Set(own.map(({ id }) => id))
  const chosen = (at: number) => draft === undefined && at < LIMITS.invoice_lines
  const due = [
    ...visits.map(({ scheduled_date: day, ...visit }) => ({ ...visit, kind: 'visit' as const, day })),
    ...starts.map((start) => ({ ...start, kind: 'start' as const, day: null })),
  ]
    .filter(({ id }) => !known.has(id))
    .map((line, at) => ({ ...line, agreed: line.amount, chosen: chosen(at), stopped: false }))
  return [...own, ...due].sort((one, other) => (one.day ?? '').localeCompare(other.day ?? ''))
}

export type TypedInvoice = ReturnType<typeof typedInvoice>

export const typedLine = ({ chosen, amount }: InvoiceChoice) => ({ chosen, amount: priceText(amount) })

/** An invoice as its form begins: a draft, or the next one. */
export function typedInvoice(choices: readonly InvoiceChoice[], { tax_rate, ...facts }: DraftFacts) {
  const extras = (facts.lines ?? []).filter(({ kind }) => kind === 'extra')
  return {
    lines: Object.fromEntries(choices.map((choice) => [choice.id, typedLine(choice)])),
    extras: extras.map(({ description, amount }, id) => ({
      id,
      description: description ?? '',
      amount: priceText(amount),
    })),
    number: facts.number,
    date: facts.date,
    due_date: facts.due_date,
    tax_rate: String(tax_rate / 100),
    note: facts.note ?? '',
  }
}

export type DraftFacts = NextFacts & Partial<Pick<VendorInvoice, 'note' | 'lines'>>

/** One more extra; its id tells it from the others while they are typed. */
export function withExtra(extras: TypedInvoice['extras']): TypedInvoice['extras'] {
  const id = Math.max(-1, ...extras.map((extra) => extra.id)) + 1
  return [...extras, { id, description: '', amount: '' }]
}

/** Another date takes the due date along, unless that was changed. */
export function withDate({ date: before, due_date }: TypedInvoice, date: CalendarDate) {
  const isUsual = date !== '' && before !== '' && due_date === defaultDueDate(before)
  return { date, due_date: isUsual ? defaultDueDate(date) : due_date }
}

/** The sums of what is typed; what is no price counts nothing. */
export function typedSums(typed: TypedInvoice, choices: readonly InvoiceChoice[]): InvoiceSums {
  const lines = choices.flatMap(({ id }) => typed.lines[id] ?? []).filter(({ chosen }) => chosen)
  const amounts = [...lines, ...typed.extras].map(({ amount }) => ({ amount: parsePrice(amount) ?? 0 }))
  return invoiceSums(amounts, parseTaxRate(typed.tax_rate) ?? 0)
}

const PRICE = 'Price must be a price such as 95 or 1200.50, and more than 0'

export const typedAmount = z.string().transform((typed, context) => {
  const cents = parsePrice(typed)
  if (cents !== null) return cents
  context.addIssue({ code: 'custom', message: PRICE })
  return z.NEVER
})

const taxRate = z.string().transform((typed, context) => {
  const rate = parseTaxRate(typed)
  if (rate !== null) return rate
  context.addIssue({ code: 'custom', message: 'Tax rate must be from 0 to 30 percent, such as 10.25' })
  return z.NEVER
})

export const filledDay = (label: string, schema: z.ZodType<CalendarDate, string>) =>
  z.string().min(1, `${label} is required`).pipe(schema)

/** What is wrong with the price of a line; null if nothing is. */
function priceError(cents: number | null, { agreed }: InvoiceChoice): string | null {
  if (cents === null) return PRICE
  return cents > agreed ? `At most ${formatMoney(agreed)}, as agreed` : null
}

/** An invoice as typed, of these choices. The server's own schema and rules, with a message at each field. Product 3.1 */
export function invoiceForm(choices: readonly InvoiceChoice[]) {
  const { number, date, due_date, note } = UpdateInvoice.shape
  const typedOf = z.object({ chosen: z.boolean(), amount: z.string() }).optional()
  const lines = z
    .object(Object.fromEntries(choices.map(({ id }) => [id, typedOf])))
    .transform((typed, context) =>
      choices.flatMap((choice) => {
        const line = typed[choice.id]
        if (!line?.chosen) return []
        const amount = parsePrice(line.amount)
        const message = priceError(amount, choice)
        if (message !== null) context.addIssue({ code: 'custom', message, path: [choice.id, 'amount'] })
        return [{ id: choice.id, kind: choice.kind, amount: amount ?? 0 }]
      }),
    )
  return z
    .object({
      lines,
      extras: z.array(
        z.object({ description: text('Description', LIMITS.invoice_line), amount: typedAmount }),
      ),
      number,
      date: filledDay('Date', date),
      due_date: filledDay('Due date', due_date),
      tax_rate: taxRate,
      note,
    })
    .transform(({ lines: chosen, ...invoice }) => {
      const of = (wanted: InvoiceChoice['kind']) =>
        chosen.filter(({ kind }) => kind === wanted).map(({ id, amount }) => ({ id, amount }))
      return { ...invoice, visits: of('visit'), starts: of('start') }
    })
    .superRefine((invoice, context) => {
      try {
        requireInvoice(invoice, invoice)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        context.addIssue({ code: 'custom', message: error.message, path: [error.field ?? 'lines'] })
      }
    })
}
export type InvoiceInput = z.output<ReturnType<typeof invoiceForm>>

/** What a read invoice adds up to, in cents. */
export const totalOf = ({ visits, starts, extras, tax_rate }: InvoiceInput) =>
  invoiceSums([...visits, ...starts, ...extras], tax_rate).total
