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
}
