import { z } from 'zod'
import { INVOICE_TABS } from '../../../domain/invoices/invoice.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { priceText } from '../../../domain/money.ts'
import { optionalLongText } from '../../../domain/text.ts'
import type { Export } from '../../rpc/export.ts'
import { vendorInvoices } from './db.ts'

const filters = {
  tab: z.enum(INVOICE_TABS).default('all'),
  search: optionalLongText('Search', LIMITS.search).default(null),
}
const STATES = { draft: 'Draft', sent: 'Sent' }
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
      columns: ['Number', 'Building', 'Address', 'City', 'Status', 'Date', 'Due', 'Total (USD)'],
      rows: invoices.map((invoice) => [
        invoice.number,
        invoice.building_name ?? '',
        invoice.address,
        invoice.city,
        STATES[invoice.status],
        invoice.date,
        invoice.due_date,
        priceText(invoice.total),
      ]),
    }
  },
} as const satisfies Export<'vendor', typeof filters>
