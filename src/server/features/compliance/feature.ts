import type { ServerFeature } from '../../feature.ts'
import { complianceRouter } from './api.ts'
import { tellOfExpiries } from './expiry.ts'
import { complianceAttachment } from './file.ts'
import { complianceMails } from './mail.ts'
import { queueExport } from './queue-export.ts'

export const compliance = {
  router: complianceRouter,
  mails: complianceMails,
  attachments: [complianceAttachment],
  exports: [queueExport],
  jobs: [{ name: 'expiries', cron: '10 7 * * *', clock: 'city', atStart: true, run: tellOfExpiries }],
} satisfies ServerFeature
