import type { ServerFeature } from '../../feature.ts'
import { factorsRouter } from './api.ts'
import { factorMails } from './mail.ts'

export const factors = { router: factorsRouter, mails: factorMails } satisfies ServerFeature
