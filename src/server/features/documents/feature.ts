import type { ServerFeature } from '../../feature.ts'
import { documentsRouter } from './api.ts'
import { documentAttachment } from './attachment.ts'
import { purgeExpired } from './purge.ts'

export const documents = {
  router: documentsRouter,
  attachments: [documentAttachment],
  // Shortly before the hourly job that deletes files without a row.
  jobs: [{ name: 'bin', cron: '50 3 * * *', clock: 'city', run: purgeExpired }],
} satisfies ServerFeature
