import type { ServerFeature } from '../../feature.ts'
import { servicesRouter } from './api.ts'
import { closeOverdue } from './deadlines.ts'
import { serviceMails } from './mail.ts'
import { requestFileAttachment } from './request-file.ts'

export const services = {
  router: servicesRouter,
  mails: serviceMails,
  attachments: [requestFileAttachment],
  jobs: [{ name: 'deadlines', cron: '20 0 * * *', clock: 'city', atStart: true, run: closeOverdue }],
} satisfies ServerFeature
