import type { ServerFeature } from '../../feature.ts'
import { membersRouter } from './api.ts'
import { memberMails } from './mail.ts'

export const members = { router: membersRouter, mails: memberMails } satisfies ServerFeature
