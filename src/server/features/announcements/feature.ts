import type { ServerFeature } from '../../feature.ts'
import { announcementFileAttachment } from './announcement-file.ts'
import { announcementsRouter } from './api.ts'
import { announcementMails } from './mail.ts'
import { sendAnnouncements } from './send-announcements.ts'

export const announcements = {
  router: announcementsRouter,
  mails: announcementMails,
  attachments: [announcementFileAttachment],
  jobs: [{ name: 'announcements', cron: '* * * * *', atStart: true, run: sendAnnouncements }],
} satisfies ServerFeature
