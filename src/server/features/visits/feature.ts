import type { ServerFeature } from '../../feature.ts'
import { visitsRouter } from './api.ts'
import { bookAhead } from './book-ahead.ts'
import { visitMails } from './mail.ts'
import { settleMissed } from './mark-missed.ts'
import { visitExports } from './past.ts'
import { visitPhotoAttachment } from './photo.ts'

export const visits = {
  router: visitsRouter,
  mails: visitMails,
  attachments: [visitPhotoAttachment],
  exports: visitExports,
  jobs: [
    { name: 'visits', cron: '15 3 * * *', clock: 'city', atStart: true, run: bookAhead },
    { name: 'missed', cron: '*/5 * * * *', atStart: true, run: settleMissed },
  ],
} satisfies ServerFeature
