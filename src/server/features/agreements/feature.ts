import type { ServerFeature } from '../../feature.ts'
import { agreementsRouter } from './api.ts'
import { agreementMails } from './mail.ts'
import { tellOfEnds } from './notices.ts'

export const agreements = {
  router: agreementsRouter,
  mails: agreementMails,
  jobs: [{ name: 'agreement-ends', cron: '30 7 * * *', clock: 'city', atStart: true, run: tellOfEnds }],
} satisfies ServerFeature
