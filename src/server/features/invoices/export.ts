import { z } from 'zod'
import { INVOICE_STATE_LABELS, INVOICE_TABS } from '../../../domain/invoices/invoice-state.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { priceText } from '../../../domain/money.ts'
import { optionalLongText } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { receivedInvoices, vendorInvoices } from './list.db.ts'

const search = optionalLongText('Search', LIMITS.search).default(null)
const filters = { tab: z.enum(INVOICE_TABS).default('all'), search }
const receivedFilters = { search }
/** More rows than any vendor has. */
const ALL = { limit: 1_000_000, offset: 0 }

/** A vendor's invoices as their list is filtered. Product 3.1 */
export const vendorInvoicesExport = {
  name: 'Invoices',
  path: '/api/invoices/invoices.csv',
  audiences: ['vendor'],
  filters,
  async read(tx, { vendor_id }, _, filter) {
    const invoices = await vendorInvoices(tx, { vendor_id, ...filter, ...ALL })
    return {
      columns: [
        ...['Number', 'Building', 'Address', 'City', 'Status', 'Date', 'Due'],
        ...['Total (USD)', 'Credited (USD)', 'Approved (USD)', 'Paid (USD)', 'Held by a bank (USD)'],
      ],
      rows: invoices.map((invoice) => [
        invoice.number,
        invoice.building_name ?? '',
        invoice.address,
        invoice.city,
        INVOICE_STATE_LABELS[invoice.state],
        invoice.date,
        invoice.due_date,
        priceText(invoice.total),
        priceText(invoice.credited),
        invoice.approved === null ? '' : priceText(invoice.approved),
        priceText(invoice.paid),
        priceText(invoice.disputed),
      ]),
    }
  },
} as const satisfies Export<'vendor', typeof filters>

/** What was sent to a building, as its list is filtered. Product 3.2 */
export const receivedInvoicesExport = {
  name: 'Vendor Invoices',
  path: '/api/invoices/received.csv',
  audiences: ['resident'],
  filters: receivedFilters,
  async read(tx, { building_id }, _, filter) {
    const invoices = await receivedInvoices(tx, { building_id, ...filter, ...ALL })
    return {
      columns: [
        ...['Number', 'Vendor', 'Status', 'Date', 'Due'],
        ...['Total (USD)', 'Credited (USD)', 'Approved (USD)', 'Paid (USD)', 'Held by a bank (USD)'],
      ],
      rows: invoices.map(
        ({ number, company_name, state, date, due_date, total, credited, approved, paid, disputed }) => [
          number,
          company_name,
          INVOICE_STATE_LABELS[state],
          date,
          due_date,
          priceText(total),
          priceText(credited),
          approved === null ? '' : priceText(approved),
          priceText(paid),
          priceText(disputed),
        ],
      ),
    }
  },
} as const satisfies Export<'resident', typeof receivedFilters>
