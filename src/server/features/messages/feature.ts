import type { ServerFeature } from '../../feature.ts'
import { messagesRouter } from './api.ts'
import { messageMails } from './mail.ts'
import { dropUnsentFiles, messageFileAttachment } from './message-file.ts'

export const messages = {
  router: messagesRouter,
  mails: messageMails,
  jobs: [{ name: 'unsent_files', cron: '20 * * * *', run: dropUnsentFiles }],
  attachments: [messageFileAttachment],
} satisfies ServerFeature
