import type { ServerFeature } from '../../feature.ts'
import { awardsRouter } from './api.ts'
import { awardMails } from './mail.ts'
import { runAwards } from './run-awards.ts'

export const awards = {
  router: awardsRouter,
  mails: awardMails,
  jobs: [{ name: 'awards', cron: '* * * * *', atStart: true, run: runAwards }],
} satisfies ServerFeature
