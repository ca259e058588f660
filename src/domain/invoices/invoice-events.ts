import { z } from 'zod'
import { kind } from '../event-kind.ts'
import { formatMoney } from '../money.ts'

const invoice = z.object({ number: z.string(), total: z.int() })

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
  invoice_sent: kind({
    payload: invoice.extend({ company_name: z.string(), due_date: z.string(), lines: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices'],
    sentence: ({ data }) => `${data.company_name} sent invoice ${data.number} of ${formatMoney(data.total)}.`,
  }),
  invoice_paid: kind({
    payload: z.object({ number: z.string(), company_name: z.string(), amount: z.int(), open: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices', 'billing'],
    sentence: ({ actor, data }) =>
      `${actor} recorded a payment of ${formatMoney(data.amount)} for invoice ${data.number} of ${data.company_name}.`,
  }),
  invoice_decided: kind({
    payload: invoice.extend({ company_name: z.string(), approved: z.int(), refused: z.int() }),
    concerns: ['building', 'vendor'],
    refreshes: ['invoices', 'billing'],
    sentence: ({ actor, data }) =>
      data.approved === 0
        ? `${actor} refused invoice ${data.number} of ${data.company_name}.`
        : `${actor} approved ${formatMoney(data.approved)} of invoice ${data.number} of ${data.company_name}.`,
  }),
}
