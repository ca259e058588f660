import type { ServerFeature } from '../../feature.ts'
import { invoicesRouter } from './api.ts'
import { receivedInvoicesExport, vendorInvoicesExport } from './export.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceMails } from './mail.ts'

export const invoices = {
  router: invoicesRouter,
  mails: invoiceMails,
  exports: [vendorInvoicesExport, receivedInvoicesExport, invoicePdf],
} satisfies ServerFeature
