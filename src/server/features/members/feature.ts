import type { ServerFeature } from '../../feature.ts'
import { membersRouter } from './api.ts'
import { membersExport } from './export.ts'
import { memberMails } from './mail.ts'

export const members = {
  router: membersRouter,
  mails: memberMails,
  exports: [membersExport],
} satisfies ServerFeature
