import type { ServerFeature } from '../../feature.ts'
import { quotesRouter } from './api.ts'
import { refreshBenchmarks } from './benchmarks.ts'
import { comparisonExport } from './comparison.ts'
import { comparisonPdf } from './comparison-pdf.ts'
import { quoteMails } from './mail.ts'
import { quoteFileAttachment } from './quote-file.ts'
import { vendorQuotesExport } from './vendor-list.ts'

export const quotes = {
  router: quotesRouter,
  mails: quoteMails,
  // Nothing to do on most days: what a server missed is made up for on the next one.
  jobs: [{ name: 'benchmarks', cron: '50 2 * * *', clock: 'city', atStart: true, run: refreshBenchmarks }],
  attachments: [quoteFileAttachment],
  exports: [comparisonExport, comparisonPdf, vendorQuotesExport],
} satisfies ServerFeature
