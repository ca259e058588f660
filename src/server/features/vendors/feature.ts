import type { ServerFeature } from '../../feature.ts'
import { vendorsRouter } from './api.ts'
import { portfolioPhotoAttachment } from './portfolio-photo.ts'
import { refreshScorecards } from './scorecards.ts'

export const vendors = {
  router: vendorsRouter,
  attachments: [portfolioPhotoAttachment],
  jobs: [{ name: 'scorecards', cron: '40 2 * * *', clock: 'city', atStart: true, run: refreshScorecards }],
} satisfies ServerFeature
