import type { ServerFeature } from '../../feature.ts'
import { invoicesRouter } from './api.ts'
import { creditNotePdf } from './credit-note-pdf.ts'
import { receivedInvoicesExport, vendorInvoicesExport } from './export.ts'
import { invoiceFileAttachment } from './invoice-file.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceMails } from './mail.ts'
import { draftMonths } from './monthly-drafts.ts'
import { paymentFileAttachment } from './payment-file.ts'
import { remindOfOverdue } from './reminders.ts'

export const invoices = {
  router: invoicesRouter,
  mails: invoiceMails,
  attachments: [invoiceFileAttachment, paymentFileAttachment],
  exports: [vendorInvoicesExport, receivedInvoicesExport, invoicePdf, creditNotePdf],
  // Each makes up for what a server missed.
  jobs: [
    { name: 'monthly-drafts', cron: '40 5 * * *', clock: 'city', atStart: true, run: draftMonths },
    { name: 'overdue-invoices', cron: '20 8 * * *', clock: 'city', atStart: true, run: remindOfOverdue },
  ],
} satisfies ServerFeature
