import type { ServerFeature } from '../../feature.ts'
import { quotesRouter } from './api.ts'
import { comparisonExport } from './comparison.ts'
import { quoteMails } from './mail.ts'

export const quotes = {
  router: quotesRouter,
  mails: quoteMails,
  exports: [comparisonExport],
} satisfies ServerFeature
