import type { ServerFeature } from '../../feature.ts'
import { accountsRouter } from './api.ts'
import { accountMails } from './mail.ts'

export const accounts = {
  router: accountsRouter,
  mails: accountMails,
  jobs: [{ name: 'expired_limits', cron: '30 * * * *', run: ({ limits }) => limits.removeExpired() }],
} satisfies ServerFeature
