import { z } from 'zod'
import { formatMonth } from '../calendar.ts'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const invoice = z.object({ number: z.string(), total: z.int() })
const paidFile = z.object({ number: z.string(), company_name: z.string(), file_name: z.string() })

/** The events of invoices: about them. A draft is its vendor's alone. Product 3.1 */
export const INVOICE_EVENTS = {
  invoice_created: kind({
    payload: invoice,
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} drafted invoice ${data.number}.`,
  }),
  invoice_updated: kind({
    payload: invoice,
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} changed the draft of invoice ${data.number}.`,
  }),
  invoice_discarded: kind({
    payload: invoice,
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} discarded the draft of invoice ${data.number}.`,
  }),
  /** By itself, on the 1st. */
  invoices_drafted: kind({
    payload: z.object({ month: z.string(), drafts: z.int(), total: z.int() }),
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ data }) =>
      `Drafted ${data.drafts === 1 ? '1 invoice' : `${data.drafts} invoices`} for ${formatMonth(data.month)}.`,
  }),
  monthly_drafts_set: kind({
    payload: z.object({ on: z.boolean() }),
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} switched monthly drafts ${data.on ? 'on' : 'off'}.`,
  }),
  invoice_file_added: kind({
    payload: z.object({ number: z.string(), file_name: z.string() }),
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} added ${data.file_name} to the draft of invoice ${data.number}.`,
  }),
  invoice_file_removed: kind({
    payload: z.object({ number: z.string(), file_name: z.string() }),
    concerns: ['vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) =>
      `${actor} removed ${data.file_name} from the draft of invoice ${data.number}.`,
  }),
  invoice_sent: kind({
    payload: invoice.extend({ company_name: z.string(), due_date: z.string(), lines: z.int() }),
    concerns: ['building', 'vendor'],
    // What was agreed becomes what is asked for, with its tax.
    refreshes: ['invoices', 'billing', 'budget'],
    sentence: ({ data }) => `${data.company_name} sent invoice ${data.number} of ${formatMoney(data.total)}.`,
  }),
  invoice_disputed: kind({
    payload: z.object({ number: z.string(), company_name: z.string(), words: z.string() }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) => `${actor} disputed invoice ${data.number} of ${data.company_name}.`,
  }),
  invoice_answered: kind({
    payload: z.object({
      number: z.string(),
      company_name: z.string(),
      side: z.enum(['vendor', 'captain']),
      words: z.string(),
    }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) =>
      `${actor} wrote about the disputed invoice ${data.number} of ${data.company_name}.`,
  }),
  invoice_paid: kind({
    payload: z.object({
      number: z.string(),
      company_name: z.string(),
      date: z.string(),
      amount: z.int(),
      method: z.string(),
      reference: z.string().nullable(),
      open: z.int(),
      /** Whether it came through Stripe, so nobody recorded it. */
      through: z.literal('Stripe').optional(),
    }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices', 'billing', 'budget'],
    sentence: ({ actor, data }) =>
      data.through
        ? `Invoice ${data.number} of ${data.company_name} was paid: ${formatMoney(data.amount)}.`
        : `${actor} recorded a payment of ${formatMoney(data.amount)} for invoice ${data.number} of ${data.company_name}.`,
  }),
  payment_file_added: kind({
    payload: paidFile,
    concerns: ['building', 'vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) =>
      `${actor} added ${data.file_name} to a payment of invoice ${data.number} of ${data.company_name}.`,
  }),
  payment_file_removed: kind({
    payload: paidFile,
    concerns: ['building', 'vendor'],
    refreshes: ['invoices'],
    sentence: ({ actor, data }) =>
      `${actor} removed ${data.file_name} from a payment of invoice ${data.number} of ${data.company_name}.`,
  }),
  invoice_decided: kind({
    payload: invoice.extend({ company_name: z.string(), approved: z.int(), refused: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices', 'billing', 'budget'],
    sentence: ({ actor, data }) =>
      data.approved === 0
        ? `${actor} refused invoice ${data.number} of ${data.company_name}.`
        : `${actor} approved ${formatMoney(data.approved)} of invoice ${data.number} of ${data.company_name}.`,
  }),
  invoice_credited: kind({
    payload: z.object({
      number: z.string(),
      credit_number: z.string(),
      company_name: z.string(),
      total: z.int(),
      reason: z.string(),
      /** What the building still has to pay or to decide about, and what it is paid back. */
      open: z.int(),
      back: z.int(),
    }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices', 'billing', 'budget'],
    sentence: ({ data }) =>
      `${data.company_name} credited ${formatMoney(data.total)} of invoice ${data.number}.`,
  }),
  /** Told to the building alone. */
  invoice_overdue: kind({
    payload: z.object({
      number: z.string(),
      company_name: z.string(),
      due_date: z.string(),
      open: z.int(),
      days: z.int(),
      is_approved: z.boolean(),
    }),
    concerns: ['building'],
    refreshes: ['invoices'],
    sentence: ({ data }) =>
      `Invoice ${data.number} of ${data.company_name} is overdue: ${formatMoney(data.open)} is open.`,
  }),
}
