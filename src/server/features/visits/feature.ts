import type { ServerFeature } from '../../feature.ts'
import { visitsRouter } from './api.ts'
import { visitMails } from './mail.ts'
import { visitsExport } from './past.ts'

export const visits = {
  router: visitsRouter,
  mails: visitMails,
  exports: [visitsExport],
} satisfies ServerFeature
