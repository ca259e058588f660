import type { ServerFeature } from '../../feature.ts'
import { quotesRouter } from './api.ts'
import { quoteMails } from './mail.ts'

export const quotes = { router: quotesRouter, mails: quoteMails } satisfies ServerFeature
