import type { ServerFeature } from '../../feature.ts'
import { quotesRouter } from './api.ts'
import { comparisonExport } from './comparison.ts'
import { comparisonPdf } from './comparison-pdf.ts'
import { quoteMails } from './mail.ts'
import { quoteFileAttachment } from './quote-file.ts'

export const quotes = {
  router: quotesRouter,
  mails: quoteMails,
  attachments: [quoteFileAttachment],
  exports: [comparisonExport, comparisonPdf],
} satisfies ServerFeature
